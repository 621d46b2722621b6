import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** Columns of keys that are numbers in every table; all others are texts. */
const NUMBERS = ['number', 'minter', 'collection', 'place'];

interface KeyColumn {
  readonly name: string;
  readonly isInteger: boolean;
}

const keyedBy = (...names: readonly string[]): readonly KeyColumn[] =>
  names.map((name) => ({ name, isInteger: NUMBERS.includes(name) }));

/** The tables from which readers are answered, with their primary keys. */
export const COPIED_KEYS: Readonly<Record<string, readonly KeyColumn[]>> = {
  items: keyedBy('number'),
  labels: keyedBy('label'),
  files: keyedBy('repository', 'path'),
  editions: keyedBy('label'),
  translations: keyedBy('label'),
  item_links: keyedBy('item', 'kind', 'label'),
  claims: keyedBy('repository', 'place'),
  history: keyedBy('number'),
  file_checks: keyedBy('repository', 'path'),
  brought_records: keyedBy('repository'),
  collections: keyedBy('number'),
  collection_names: keyedBy('name'),
  collection_members: [...keyedBy('collection'), { name: 'item', isInteger: true }],
  reservations: keyedBy('repository'),
  records: keyedBy('repository'),
  changes: keyedBy('number'),
  access_counts: keyedBy('repository', 'day', 'content'),
  usage_counts: keyedBy('repository', 'day', 'method'),
  citing_items: keyedBy('repository', 'citing'),
  noid_minters: keyedBy('number'),
  noid_identifiers: keyedBy('minter', 'id'),
  noid_elements: keyedBy('minter', 'id', 'element'),
  noid_past: keyedBy('number'),
  search_index: keyedBy('number'),
  search_index_facts: keyedBy('number'),
  search_index_people: keyedBy('number', 'person'),
  search_index_texts: keyedBy('number', 'field'),
};

const CHANGED_ROWS = describeTable(`create table changed_rows (
  number numbered,
  writer bigint not null default (WRITER),
  at bigint not null default (NOW),
  name text not null,
  key text not null
)`);

/** Once for a statement, because many rows change together. */
const triggersOf = (table: string, key: readonly KeyColumn[]): Migration => {
  const name = `follow_${table}`;
  const rowOf = key.map((column) => column.name).join(', ');
  const note = (rows: string) =>
    `insert into changed_rows (name, key) select '${table}', json_build_array(${rowOf})::text from ${rows};`;
  const trigger = (event: string, rows: string) =>
    `create trigger ${name}_${event} after ${event} on ${table} ${rows} for each statement execute function ${name}()`;
  const before = 'old table as before';
  const after = 'new table as after';
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
       if tg_op <> 'INSERT' then ${note('before')} end if;
       if tg_op <> 'DELETE' then ${note('after')} end if;
       return null; end $$`,
    trigger('insert', `referencing ${after}`),
    trigger('update', `referencing ${before} ${after}`),
    trigger('delete', `referencing ${before}`),
  ].map((postgres) => ({ sqlite: 'select 1', postgres }));
};

/**
 * The keys of rows that transactions of PostgreSQL change, so that nodes can keep copies of these tables. SQLite is beside
 * the node, and needs none.
 */
export const ADD_CHANGED_ROWS: Migration = [
  {
    sqlite: CHANGED_ROWS.sqlite.replace('WRITER', '0').replace('NOW', 'unixepoch()'),
    postgres: CHANGED_ROWS.postgres
      .replace('WRITER', 'pg_current_xact_id()::text::bigint')
      .replace('NOW', 'extract(epoch from clock_timestamp())::bigint'),
  },
  { sqlite: 'select 1', postgres: 'create index changed_rows_by_writer on changed_rows (writer)' },
  // Rows without a name tell what was removed.
  { sqlite: 'select 1', postgres: `create index changed_rows_removed on changed_rows (writer) where name = ''` },
  ...Object.entries(COPIED_KEYS).flatMap(([table, key]) => triggersOf(table, key)),
];
