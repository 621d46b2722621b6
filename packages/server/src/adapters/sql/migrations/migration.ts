import type { SqlDialect } from '../engine/sql-database.ts';

/** One text for both databases, or one for each. */
type Statement = string | Readonly<Record<SqlDialect, string>>;

/** Statements that lead from one version of the schema to the next. */
export type Migration = readonly Statement[];
