import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** A table whose changes are noted, and the names that a row touches. */
interface Watch {
  readonly table: string;
  /** SQL, in which `row` stands for the row before or after the change. */
  readonly names: readonly string[];
  /** Only updates that meet this condition count. */
  readonly when?: string;
}

/** A change of an item counts for all editions in its chain, and for all translations in its family. */
const kinOf = (label: string): readonly string[] => [
  label,
  `(select chain from editions where label = ${label})`,
  `(select family from translations where label = ${label})`,
];
const ofRepository = (table: string): Watch => ({ table, names: ['row.repository'] });

const WATCHES: readonly Watch[] = [
  { table: 'items', names: [...kinOf('row.repository'), 'row.describes', 'row.described_by'] },
  { table: 'labels', names: ['row.label'] },
  { table: 'editions', names: ['row.label', 'row.chain'] },
  { table: 'translations', names: ['row.label', 'row.family'] },
  { table: 'item_links', names: [...kinOf('row.item'), ...kinOf('row.label')] },
  ...['files', 'claims', 'history', 'file_checks', 'brought_records'].map(ofRepository),
  { table: 'collection_members', names: ['(select repository from items where number = row.item)'] },
  { table: 'collections', names: [`'collection ' || row.number`] },
  { table: 'collection_names', names: [`'collection ' || row.collection`] },
  { table: 'noid_elements', names: [`'identifier ' || row.id`] },
  { table: 'noid_minters', names: [`'minters'`], when: 'old.name <> new.name or old.definition <> new.definition' },
];

/** The tables whose changes are noted. */
export const WATCHED_TABLES: readonly string[] = WATCHES.map(({ table }) => table);

/** These change with every visit, so that what is made of them is forgotten after a time. */
export const COUNTING_TABLES: readonly string[] = ['access_counts', 'usage_counts', 'citing_items'];

const EVENTS = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const;

const namesOf = ({ names }: Watch, rows: readonly string[]): string => {
  const each = rows.flatMap((row) => names.map((name) => `select ${name.replaceAll('row.', `${row}.`)} as name`));
  return `select name from (${each.join(' union ')}) names where name is not null`;
};

const triggersOf = (watch: Watch): Migration =>
  Object.entries(EVENTS).flatMap(([event, rows]) => {
    const { table, when } = watch;
    const name = `touch_${table}_${event}`;
    const note = `insert into touched (name) ${namesOf(watch, rows)}`;
    const condition = event === 'update' && when !== undefined ? ` when (${when})` : '';
    const after = `create trigger ${name} after ${event} on ${table} for each row${condition}`;
    return [
      {
        sqlite: 'select 1',
        postgres: `create function ${name}() returns trigger language plpgsql as $$
          begin ${note} on conflict do nothing; return null; end $$`,
      },
      { sqlite: `${after} begin ${note}; end`, postgres: `${after} execute function ${name}()` },
    ];
  });

const TOUCHED = describeTable(`create table touched (
  number numbered,
  writer bigint not null default (WRITER),
  at bigint not null default (NOW),
  name text not null
)`);

/**
 * Names of what transactions change, so that every process forgets just what depends on it. They are noted by the database
 * itself, whoever writes. PostgreSQL commits in another order than that of the numbers, so there the transaction counts.
 */
export const ADD_TOUCHED: Migration = [
  {
    sqlite: TOUCHED.sqlite.replace('WRITER', '0').replace('NOW', 'unixepoch()'),
    postgres: TOUCHED.postgres
      .replace('WRITER', 'pg_current_xact_id()::text::bigint')
      .replace('NOW', 'extract(epoch from clock_timestamp())::bigint'),
  },
  { sqlite: 'select 1', postgres: 'create unique index touched_by_writer on touched (writer, name)' },
  ...WATCHES.flatMap(triggersOf),
];
