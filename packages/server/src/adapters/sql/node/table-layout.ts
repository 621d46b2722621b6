import type { SqlDialect, SqlSession } from '../engine/sql-database.ts';
import { readRows } from '../engine/typed-rows.ts';

export interface TableLayout {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly isInteger: boolean }[];
  /** Names of the columns of the primary key. */
  readonly key: readonly string[];
}

/** Every column with the table's name, the type and the place in the primary key. */
const COLUMNS: Readonly<Record<SqlDialect, string>> = {
  sqlite: `select t.name as "table", c.name as "column", lower(c.type) as type, c.pk as place
    from sqlite_master t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite!_%' escape '!' order by t.name, c.cid`,
  postgres: `select c.table_name::text as "table", c.column_name::text as "column", c.data_type::text as type,
      coalesce(k.ordinal_position::bigint, 0) as place
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    left join information_schema.table_constraints p
      on p.table_schema = c.table_schema and p.table_name = c.table_name and p.constraint_type = 'PRIMARY KEY'
    left join information_schema.key_column_usage k
      on k.constraint_schema = p.constraint_schema and k.constraint_name = p.constraint_name
        and k.table_name = c.table_name and k.column_name = c.column_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    order by c.table_name::text collate "C", c.ordinal_position`,
};

/**
 * Left out, because a backup has the version elsewhere, and the index of words is made from the metadata. Sessions and
 * links that were ended or used after the backup must not count again. What was touched or changed is of interest for hours.
 */
const LEFT_OUT = /^(?:schema_version|search_index.*|person_sessions|person_links|draft_links|touched|changed_rows)$/;
const INTEGER_TYPES = ['integer', 'bigint'];

/** The tables as the database itself describes them, so that none can be forgotten. */
export const readTableLayouts = async (session: SqlSession, dialect: SqlDialect): Promise<readonly TableLayout[]> => {
  const layouts = new Map<string, { columns: { name: string; isInteger: boolean }[]; places: [bigint, string][] }>();
  const described = { table: 'text', column: 'text', type: 'text', place: 'integer' } as const;
  for (const { table, column: name, type, place } of await readRows(session, described, COLUMNS[dialect])) {
    if (LEFT_OUT.test(table)) continue;
    const layout = layouts.get(table) ?? { columns: [], places: [] };
    layouts.set(table, layout);
    layout.columns.push({ name, isInteger: INTEGER_TYPES.includes(type) });
    if (place > 0n) layout.places.push([place, name]);
  }
  return [...layouts].map(([name, { columns, places }]) => {
    if (places.length === 0) throw new Error(`the table ${name} has no primary key`);
    return { name, columns, key: places.toSorted(([one], [other]) => Number(one - other)).map(([, column]) => column) };
  });
};
