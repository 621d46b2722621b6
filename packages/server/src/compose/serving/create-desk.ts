import { createSqlBatches } from '../../adapters/sql/desk/sql-batches.ts';
import { createSqlSavedFilters } from '../../adapters/sql/desk/sql-saved-filters.ts';
import { createBatches } from '../../services/archive/batches/create-batches.ts';
import type { Node } from '../create-node.ts';

/** Makes what only those who work at the desk need: changes of many items, and saved filters. */
export const createDesk = ({
  database,
  archive,
  catalogue,
  clock,
  secrets,
}: Pick<Node, 'database' | 'archive' | 'catalogue' | 'clock' | 'secrets'>) => ({
  batches: createBatches({ archive, catalogue, batches: createSqlBatches(database), clock, secrets }),
  savedFilters: createSqlSavedFilters(database),
});

export type Desk = ReturnType<typeof createDesk>;
