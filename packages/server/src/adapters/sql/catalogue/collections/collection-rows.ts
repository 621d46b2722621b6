import type { CollectionName } from '@perene/core/item';
import { noteRead } from '../../../../memory/reading-notes.ts';
import type {
  Collection,
  CollectionDefaults,
  CollectionKind,
  InLanguages,
} from '../../../../ports/archive/desk/collections.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { groupRows, type Row, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';

type CollectionRow = Row<typeof TABLES.collections>;

/** Reads the former names of all of them with one statement. */
export const withNames = async (
  session: SqlSession,
  rows: readonly CollectionRow[],
): Promise<readonly Collection[]> => {
  if (rows.length === 0) return [];
  const query = `select * from collection_names where collection in (${rows.map(() => '?').join(', ')}) order by name`;
  const values = rows.map(({ number }) => number);
  const names = groupRows(await readRows(session, TABLES.collection_names, query, values), ({ collection }) =>
    String(collection),
  );
  return rows.map((row) => ({
    number: row.number,
    name: row.name as CollectionName,
    formerNames: (names.get(String(row.number)) ?? [])
      .map(({ name }) => name as CollectionName)
      .filter((name) => name !== row.name),
    kind: row.kind as CollectionKind,
    title: JSON.parse(row.title) as InLanguages,
    description: JSON.parse(row.description) as InLanguages,
    defaults: JSON.parse(row.defaults) as CollectionDefaults,
    review: row.review === 'required' ? 'required' : 'none',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  }));
};

/** The collections that an item is in, in the order of their names. */
export const findCollectionsOf = async (session: SqlSession, repository: string): Promise<readonly Collection[]> => {
  noteRead(repository);
  const query = `select c.* from items i join collection_members m on m.item = i.number
    join collections c on c.number = m.collection where i.repository = ? order by c.name`;
  const rows = await readRows(session, TABLES.collections, query, [repository]);
  noteRead(...rows.map(({ number }) => `collection ${number}`));
  return withNames(session, rows);
};
