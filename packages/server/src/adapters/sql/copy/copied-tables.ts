import { COPIED_KEYS } from '../migrations/2026-11-18-38-changed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

/** A table of PostgreSQL of which a node keeps a copy in SQLite. */
export interface CopiedTable {
  readonly name: string;
  readonly key: readonly { readonly name: string; readonly isInteger: boolean }[];
  /** As PostgreSQL gives them, from `t`. */
  readonly selected: readonly string[];
  /** As SQLite takes them. */
  readonly columns: readonly string[];
}

/** What is only for people and for writing stays in the database. */
const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  items: { owner: 'null' },
  history: { who: `''` },
  noid_minters: { sequence: `'null'`, mints: '0', held: '0', queued: '0', first_number: '0', dated_number: '0' },
  noid_identifiers: { contact: `''`, pepper: 'null' },
  noid_past: { who: `''`, batch: 'null' },
  search_index_facts: { owner: `''` },
};

const INDEX_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  search_index_facts: [
    ...['number', 'version', 'is_open', 'type', 'year', 'language', 'licence', 'title'],
    ...['state', 'owner', 'changed_at', 'bytes'],
  ],
  search_index_people: ['number', 'person', 'name'],
  search_index_texts: ['number', 'field', 'words'],
};

const columnsOf = (table: string): readonly string[] => {
  const columns = INDEX_COLUMNS[table] ?? Object.keys(TABLES[table as keyof typeof TABLES] ?? {});
  if (columns.length === 0) throw new Error(`no columns are known of ${table}`);
  return columns;
};

/** Each database has the terms of an item in its own way. */
const TERMS = `array_to_string(tsvector_to_array(t.words), ' ')`;

export const COPIED_TABLES: readonly CopiedTable[] = Object.entries(COPIED_KEYS).map(([name, key]) => {
  if (name === 'search_index') return { name, key, selected: ['t.number', TERMS], columns: ['rowid', 'words'] };
  const columns = columnsOf(name);
  return { name, key, columns, selected: columns.map((column) => LEFT_OUT[name]?.[column] ?? `t.${column}`) };
});

/** Names of the key in the copy. */
export const keyInCopy = ({ name, key }: CopiedTable): readonly string[] =>
  name === 'search_index' ? ['rowid'] : key.map((column) => column.name);
