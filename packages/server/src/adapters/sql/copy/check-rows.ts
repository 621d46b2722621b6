import { createHash } from 'node:crypto';
import type { SqlRow } from '../engine/sql-database.ts';
import { readOne } from '../engine/typed-rows.ts';
import { COPIED_TABLES, type CopiedTable } from './copied-tables.ts';
import { type CopyEnds, valuesOfKey } from './copy-rows.ts';

const ROWS_PER_CHECK = 100;

/** The terms of items cannot be read from the index of SQLite, only looked for. */
const CHECKED_TABLES = COPIED_TABLES.filter(({ name }) => name !== 'search_index');

/** Compares the copy with its source, a few rows at a time and by their hash, and begins anew after the last. */
export interface CopyCheck {
  /** Whether the next rows are equal. Both ends must have the same state. */
  isEqual(ends: CopyEnds): Promise<boolean>;
}

export const createCopyCheck = (): CopyCheck => {
  let place = 0;
  let after: string | undefined;
  return {
    async isEqual(ends) {
      const table = CHECKED_TABLES[place] as CopiedTable;
      const held = await hashSource(ends, table, after);
      const isSame = held.hash === (await hashCopy(ends, table, { after, upTo: held.last }));
      after = held.last;
      if (after === undefined) place = (place + 1) % CHECKED_TABLES.length;
      return isSame;
    },
  };
};

const keysOf = ({ key }: CopiedTable): string => `(${key.map(({ name }) => `t.${name}`).join(', ')})`;
const marksOf = ({ key }: CopiedTable): string => `(${key.map(() => '?').join(', ')})`;

/** With the number of bytes before each value, so that no two rows are written the same. */
const writeInSource = ({ selected }: CopiedTable): string =>
  selected.map((cell) => `coalesce(octet_length((${cell})::text) || ':' || (${cell})::text, '-')`).join(' || ');

const hashSource = async (
  { source }: CopyEnds,
  table: CopiedTable,
  after: string | undefined,
): Promise<{ readonly hash: string; readonly last: string | undefined }> => {
  const names = table.key.map(({ name }) => `t.${name}`).join(', ');
  const { hash, last } = await readOne(
    source,
    { hash: 'text', last: 'text?' },
    `with found as (
       select ${writeInSource(table)} as row, json_build_array(${names})::text as key,
         row_number() over (order by ${names}) as place
       from ${table.name} t ${after === undefined ? '' : `where ${keysOf(table)} > ${marksOf(table)}`}
       order by ${names} limit ${ROWS_PER_CHECK}
     )
     select md5(coalesce(string_agg(row, '' order by place), '')) as hash,
       (select key from found where place = ${ROWS_PER_CHECK}) as last from found`,
    after === undefined ? [] : valuesOfKey(table, after),
  );
  return { hash, last: last ?? undefined };
};

const hashCopy = async (
  { copy }: CopyEnds,
  table: CopiedTable,
  { after, upTo }: { readonly after: string | undefined; readonly upTo: string | undefined },
): Promise<string> => {
  const bounds = [
    ...(after === undefined ? [] : [{ sign: '>', key: after }]),
    ...(upTo === undefined ? [] : [{ sign: '<=', key: upTo }]),
  ];
  const conditions = bounds.map(({ sign }) => `${keysOf(table)} ${sign} ${marksOf(table)}`).join(' and ');
  const rows = await copy.all(
    `select ${table.columns.map((name) => `t.${name}`).join(', ')} from ${table.name} t
     ${conditions === '' ? '' : `where ${conditions}`}
     order by ${table.key.map(({ name }) => `t.${name}`).join(', ')} limit ${ROWS_PER_CHECK + 1}`,
    bounds.flatMap(({ key }) => valuesOfKey(table, key)),
  );
  const hash = createHash('md5');
  for (const row of rows) hash.update(writeRow(table, row));
  return hash.digest('hex');
};

const writeRow = ({ columns }: CopiedTable, row: SqlRow): string =>
  columns
    .map((name) => {
      const value = row[name] ?? null;
      return value === null ? '-' : `${Buffer.byteLength(String(value))}:${value}`;
    })
    .join('');
