import { Refusal, refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { Authorship } from '../../../../ports/archive/catalogue.ts';
import type { Collection, CollectionDescription, Collections } from '../../../../ports/archive/desk/collections.ts';
import type { Locks } from '../../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { checkRow, hasRows, readFirst, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import type { Writing } from '../history/keep-history.ts';
import { readListed } from '../search/list-catalogue.ts';
import { changeMembers, orderMembers } from './collection-members.ts';
import { moveRights } from './collection-rights.ts';
import { withNames } from './collection-rows.ts';

const COUNT_DEADLINE_MS = 5_000;
const DELETED_PER_STEP = 1_000;

type Write = (
  authorship: Authorship,
  locks: Locks | undefined,
  work: (writing: Writing) => Promise<readonly RepositoryLabel[]>,
) => Promise<void>;

export const createSqlCollections = (database: SqlDatabase, write: Write): Collections => ({
  find: (name) => database.read((session) => findCollection(session, name)),
  list: ({ after = '', limit }) =>
    database.read(async (session) => {
      const query = 'select * from collections where name > ? order by name limit ?';
      return withNames(session, await readRows(session, TABLES.collections, query, [after, BigInt(limit)]));
    }),
  count: (numbers, options) => countItems(database, numbers, options),
  create: (description, at) =>
    database.transaction(async (session) => {
      const row = await readFirst(
        session,
        TABLES.collections,
        `insert into collections (name, kind, title, description, defaults, review, created_at, updated_at, revision)
         values (?, ?, ?, ?, ?, ?, ?, ?, 1) on conflict (name) do nothing returning *`,
        [...columnsOf(description), at, at],
      );
      if (row === undefined) throw refuse('collection-exists', { name: description.name });
      await takeName(session, description.name, row.number);
      const [made] = await withNames(session, [row]);
      return made as Collection;
    }),
  change: (expected, change, at) =>
    database.transaction(async (session) => {
      const before = await findCollection(session, expected.name);
      if (before?.number !== expected.number || before.revision !== expected.revision) {
        throw refuse('collection-changed', { name: expected.name });
      }
      const after = { ...before, ...change };
      if (after.name !== before.name) {
        await takeName(session, after.name, before.number);
        await moveRights(session, before.name, after.name);
      }
      await session.run(
        `update collections set name = ?, kind = ?, title = ?, description = ?, defaults = ?, review = ?, updated_at = ?,
           revision = revision + 1 where number = ?`,
        [...columnsOf(after), at, before.number],
      );
    }),
  async delete(number) {
    await database.transaction(async (session) => {
      const own = 'select * from collections where number = ?';
      const there = await readFirst(session, TABLES.collections, own, [number]);
      if (there !== undefined) await moveRights(session, there.name, undefined);
      await session.run('delete from collections where number = ?', [number]);
      await session.run('delete from collection_names where collection = ?', [number]);
    });
    // Rows that a crash leaves behind name a collection that is never there again, so that nothing reads them.
    const some = `delete from collection_members where collection = ? and item in (
      select item from collection_members where collection = ? limit ${DELETED_PER_STEP}) returning item`;
    while (await database.transaction((session) => hasRows(session, some, [number, number])));
  },
  members: (number, { after, limit, isOpenOnly }) =>
    database.read(async (session) => {
      const places = await readRows(
        session,
        { number: 'integer', place: 'integer' },
        `select i.number, m.place from collection_members m join items i on i.number = m.item
         where m.collection = ? ${after === undefined ? '' : 'and m.place > ?'} and i.state <> 'deleted'
           ${isOpenOnly ? `and i.description = 'open' and i.withdrawn_at is null` : ''} order by m.place limit ?`,
        [number, ...(after === undefined ? [] : [after]), BigInt(limit + 1)],
      );
      const numbers = places.slice(0, limit).map((one) => one.number);
      const { entries, taken } = await readListed(session, numbers);
      return { entries, next: taken < places.length ? places[taken - 1]?.place : undefined };
    }),
  changeMembers: (number, change, authorship) =>
    write(authorship, undefined, async (writing) => {
      await changeMembers(writing, number, change);
      return [];
    }),
  order: (number, change) => database.transaction((session) => orderMembers(session, number, change)),
});

const findCollection = async (session: SqlSession, name: string): Promise<Collection | undefined> => {
  const query = `select c.* from collection_names n join collections c on c.number = n.collection where n.name = ?`;
  return (await withNames(session, await readRows(session, TABLES.collections, query, [name])))[0];
};

const columnsOf = ({ name, kind, title, description, defaults, review }: CollectionDescription): readonly string[] => [
  name,
  kind,
  JSON.stringify(title),
  JSON.stringify(description),
  JSON.stringify(defaults),
  review,
];

/** A collection may take a name again that it had before. */
const takeName = async (session: SqlSession, name: string, number: bigint): Promise<void> => {
  await session.run('insert into collection_names (name, collection) values (?, ?) on conflict (name) do nothing', [
    name,
    number,
  ]);
  const own = 'select name from collection_names where name = ? and collection = ?';
  if (!(await hasRows(session, own, [name, number]))) throw refuse('collection-exists', { name });
};

const countItems = async (
  database: SqlDatabase,
  numbers: readonly bigint[],
  { isOpenOnly }: { readonly isOpenOnly: boolean },
): Promise<ReadonlyMap<bigint, number> | undefined> => {
  if (numbers.length === 0) return new Map();
  const query = `select m.collection, count(*) as items from collection_members m
    join search_index_facts f on f.number = m.item and f.state <> 'deleted' ${isOpenOnly ? 'and f.is_open = 1' : ''}
    where m.collection in (${numbers.map(() => '?').join(', ')}) group by m.collection`;
  try {
    const rows = await database.readAside(query, numbers, { deadlineMs: COUNT_DEADLINE_MS });
    const counted = rows.map((row) => checkRow(row, { collection: 'integer', items: 'integer' }));
    const known = new Map(counted.map(({ collection, items }) => [collection, Number(items)]));
    return new Map(numbers.map((number) => [number, known.get(number) ?? 0]));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'search-too-slow') return undefined;
    throw error;
  }
};
