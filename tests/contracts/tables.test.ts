import { describe, expect, it } from 'vitest';
import type { Columns, ColumnType } from '../../packages/server/src/adapters/sql/engine/typed-rows.ts';
import { readRows } from '../../packages/server/src/adapters/sql/engine/typed-rows.ts';
import { TABLES } from '../../packages/server/src/adapters/sql/migrations/tables.ts';
import { DATABASES } from '../fixtures/databases.ts';

const COLUMN = { table: 'text', column: 'text', type: 'text', is_nullable: 'integer' } as const;

/** A key of SQLite is never null here, though SQLite would allow it. */
const QUERIES = {
  sqlite: `select t.name as "table", c.name as "column", lower(c.type) as type,
      case when c."notnull" = 0 and c.pk = 0 then 1 else 0 end as is_nullable
    from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite!_%' escape '!'`,
  postgres: `select table_name::text as "table", column_name::text as "column", data_type::text as type,
      case is_nullable when 'YES' then 1 else 0 end as is_nullable
    from information_schema.columns where table_schema = current_schema()`,
} as const;

/** The catalogue keeps labels as texts. */
const asKept = (tables: Readonly<Record<string, Columns>>) =>
  Object.fromEntries(
    Object.entries(tables).map(([table, columns]) => [
      table,
      Object.fromEntries(
        Object.entries(columns).map(([name, type]) => [name, type.replace(/^(?:repository|label)/, 'text')]),
      ),
    ]),
  );

describe.each(DATABASES)('tables of $name', ({ openMigrated }) => {
  it('have the columns that their rows are read by', async () => {
    const database = await openMigrated();
    const rows = await database.read((session) => readRows(session, COLUMN, QUERIES[database.dialect]));
    const found: Record<string, Record<string, ColumnType>> = {};
    for (const { table, column, type, is_nullable } of rows) {
      if (table.startsWith('search_index')) continue;
      const kind = type === 'text' ? 'text' : 'integer';
      expect(['text', 'integer', 'bigint']).toContain(type);
      found[table] = { ...found[table], [column]: is_nullable === 1n ? `${kind}?` : kind };
    }
    expect(found).toEqual(asKept(TABLES));
  });
});
