import { Refusal } from '../../refusals/refusal.ts';
import { ACTIVITY_SCHEMA } from './activity-schema.ts';
import { ARCHIVE_SCHEMA } from './archive-schema.ts';
import { LABEL_CHANGE_SCHEMA } from './label-change-schema.ts';
import { MEMBER_SCHEMA } from './member-schema.ts';
import { MINTER_SCHEMA } from './minter-schema.ts';
import type { SqlDatabase, SqlDialect } from './sql-database.ts';

/** One text for both databases, or one for each. */
export type Statement = string | Readonly<Record<SqlDialect, string>>;

/** Statements that lead from one version of the schema to the next; what is published here never changes. */
export const MIGRATIONS: readonly (readonly Statement[])[] = [
  [
    `create table minting_state (
      id bigint primary key check (id = 1),
      last_date_microseconds bigint not null
    )`,
  ],
  ARCHIVE_SCHEMA,
  MINTER_SCHEMA,
  MEMBER_SCHEMA,
  LABEL_CHANGE_SCHEMA,
  ACTIVITY_SCHEMA,
];

/** Of a file that holds minters and nothing else. */
export const MINTER_MIGRATIONS: readonly (readonly Statement[])[] = [MINTER_SCHEMA];

/** Brings the schema up to date; several processes may try at once. */
export const migrate = async (database: SqlDatabase, migrations = MIGRATIONS): Promise<void> => {
  await database.transaction(async (session) => {
    await session.run('create table if not exists schema_version (version bigint not null)');
    const [row] = await session.all('select max(version) as version from schema_version');
    const version = Number(row?.['version'] ?? 0n);
    if (version > migrations.length) {
      throw new Refusal(
        'database-newer',
        `the data is of schema version ${version}, this program knows ${migrations.length}: use a newer perene`,
      );
    }
    for (const [index, statements] of migrations.entries()) {
      if (index < version) continue;
      for (const statement of statements) {
        await session.run(typeof statement === 'string' ? statement : statement[database.dialect]);
      }
      await session.run('insert into schema_version (version) values (?)', [BigInt(index + 1)]);
    }
  });
};
