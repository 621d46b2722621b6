import type { SqlRow, SqlSession } from '../engine/sql-database.ts';
import { readRows } from '../engine/typed-rows.ts';
import { COPIED_TABLES, type CopiedTable, keyInCopy } from './copied-tables.ts';

/** Rows may have megabytes. */
const ROWS_PER_STEP = 100;

/** Both ends of a copy, each in a transaction of its own. */
export interface CopyEnds {
  readonly source: SqlSession;
  readonly copy: SqlSession;
}

/** Keys as lists in JSON, by table. */
export type ChangedKeys = ReadonlyMap<string, readonly string[]>;

/** The values have the names of their places, because two expressions may have no name, or the same. */
const listOf = ({ selected }: CopiedTable): string =>
  selected.map((expression, place) => `${expression} as c${place}`).join(', ');

/** Takes over rows that were changed, added or removed. */
export const copyChanged = async (ends: CopyEnds, changed: ChangedKeys): Promise<void> => {
  // First of all tables: a row may have taken over something unique of one that is gone.
  for (const table of COPIED_TABLES) {
    const remove = `delete from ${table.name} where ${keyInCopy(table)
      .map((name) => `${name} = ?`)
      .join(' and ')}`;
    for (const key of changed.get(table.name) ?? []) await ends.copy.run(remove, valuesOfKey(table, key));
  }
  for (const table of COPIED_TABLES) {
    const keys = changed.get(table.name) ?? [];
    for (let begin = 0; begin < keys.length; begin += ROWS_PER_STEP) {
      const rows = await ends.source.all(selectByKeys(table), [
        `[${keys.slice(begin, begin + ROWS_PER_STEP).join(',')}]`,
      ]);
      await insert(ends.copy, table, rows);
    }
  }
};

export const valuesOfKey = ({ key }: CopiedTable, text: string): readonly (string | bigint)[] => {
  const values = JSON.parse(text) as readonly (string | number)[];
  return key.map(({ isInteger }, place) => (isInteger ? BigInt(values[place] ?? 0) : String(values[place])));
};

const selectByKeys = (table: CopiedTable): string => {
  const isRow = table.key.map(({ name, isInteger }, place) => {
    const value = `(k.value ->> ${place})`;
    return `t.${name} = ${isInteger ? `${value}::bigint` : value}`;
  });
  return `select ${listOf(table)} from json_array_elements(cast(cast(? as text) as json)) k
    join ${table.name} t on ${isRow.join(' and ')}`;
};

const insert = async (copy: SqlSession, table: CopiedTable, rows: readonly SqlRow[]): Promise<void> => {
  const { name, columns } = table;
  const statement = `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
  for (const row of rows) {
    await copy.run(
      statement,
      columns.map((_, place) => row[`c${place}`] ?? null),
    );
  }
};

/** Puts all rows of the source in place of those of the copy. */
export const copyAll = async (ends: CopyEnds): Promise<void> => {
  for (const table of COPIED_TABLES) {
    await ends.copy.run(
      table.name === 'search_index'
        ? `insert into search_index (search_index) values ('delete-all')`
        : `delete from ${table.name}`,
    );
    const names = table.key.map(({ name }) => `t.${name}`).join(', ');
    const marks = table.key.map(() => '?').join(', ');
    const query = (condition: string) =>
      `select ${listOf(table)}, json_build_array(${names})::text as key from ${table.name} t ${condition}
       order by ${names} limit ${ROWS_PER_STEP}`;
    let after: string | undefined;
    for (;;) {
      const rows: readonly SqlRow[] =
        after === undefined
          ? await ends.source.all(query(''))
          : await ends.source.all(query(`where (${names}) > (${marks})`), valuesOfKey(table, after));
      await insert(ends.copy, table, rows);
      if (rows.length < ROWS_PER_STEP) break;
      after = String(rows.at(-1)?.['key']);
    }
  }
};

/** What was written since the snapshot, by transactions that it does not see; undefined if it is too much. */
export const readChangedKeys = async (
  source: SqlSession,
  snapshot: string,
  maxKeys: number,
): Promise<ChangedKeys | undefined> => {
  const rows = await readRows(source, { name: 'text', key: 'text' }, CHANGED, [
    snapshot,
    snapshot,
    BigInt(maxKeys + 1),
  ]);
  if (rows.length > maxKeys) return undefined;
  const keys = new Map<string, string[]>();
  for (const { name, key } of rows) {
    const known = keys.get(name);
    if (known === undefined) keys.set(name, [key]);
    else known.push(key);
  }
  return keys;
};

/** After a database was restored from its tables, rows may name transactions of another one. */
export const HAS_BEGUN = 'writer < pg_snapshot_xmax(pg_current_snapshot())::text::bigint';

const CHANGED = `select distinct name, key from changed_rows
  where writer >= pg_snapshot_xmin(cast(? as text)::pg_snapshot)::text::bigint
    and not pg_visible_in_snapshot(writer::text::xid8, cast(? as text)::pg_snapshot)
    and name <> '' and ${HAS_BEGUN} limit ?`;
