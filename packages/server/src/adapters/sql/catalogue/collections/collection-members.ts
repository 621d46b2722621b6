import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { MAX_COLLECTIONS_PER_ITEM } from '@perene/core/item';
import type { CatalogueItem } from '../../../../ports/archive/catalogue.ts';
import type { ItemOrderChange, Membership } from '../../../../ports/archive/desk/collections.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { readFirst, readOne, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { ITEM_COLUMNS, itemOf } from '../catalogue-rows.ts';
import { keepHistory, type Writing } from '../history/keep-history.ts';
import { indexRepository } from '../search/search-index.ts';

/** Places are far apart, so that an item comes between two others without moving them. */
const STEP = 1_048_576n;

type Member = Pick<CatalogueItem, 'number' | 'repository'>;

const namesOf = async (session: SqlSession, item: bigint): Promise<readonly string[]> => {
  const query = `select c.name from collection_members m join collections c on c.number = m.collection
    where m.item = ? order by c.name`;
  return (await readRows(session, { name: 'text' }, query, [item])).map(({ name }) => name);
};

/** Adds the item to collections that exist; one that it is in already stays as it is. */
export const joinCollections = async (
  session: SqlSession,
  item: Member,
  memberships: readonly Membership[],
): Promise<void> => {
  for (const { collection, place } of memberships) {
    await session.run(
      `insert into collection_members (collection, item, place)
       select number, ?, coalesce(cast(? as bigint), (select coalesce(max(place), 0) + ${STEP} from collection_members where collection = ?))
       from collections where number = ? on conflict (collection, item) do nothing`,
      [item.number, place ?? null, collection, collection],
    );
  }
  const query = 'select count(*) as collections from collection_members where item = ?';
  const { collections } = await readOne(session, { collections: 'integer' }, query, [item.number]);
  if (collections <= BigInt(MAX_COLLECTIONS_PER_ITEM)) return;
  throw refuse('collection-full', { label: item.repository, max: MAX_COLLECTIONS_PER_ITEM });
};

const leaveCollection = (session: SqlSession, item: bigint, collection: bigint): Promise<void> =>
  session.run('delete from collection_members where collection = ? and item = ?', [collection, item]);

/** Puts the item into these collections and no others; the caller keeps the history. Returns their names before. */
export const replaceCollections = async (
  session: SqlSession,
  item: Member,
  collections: readonly bigint[],
): Promise<readonly string[]> => {
  const before = await namesOf(session, item.number);
  const query = 'select collection from collection_members where item = ?';
  for (const { collection } of await readRows(session, { collection: 'integer' }, query, [item.number])) {
    if (!collections.includes(collection)) await leaveCollection(session, item.number, collection);
  }
  await joinCollections(
    session,
    item,
    collections.map((collection) => ({ collection })),
  );
  return before;
};

/** Adds to an entry of the history the names of the collections before and after. */
export const tellCollections = async (
  session: SqlSession,
  told: { readonly before: object; readonly after: object },
  { number }: Pick<CatalogueItem, 'number'>,
  collections: readonly string[],
) => ({
  before: { ...told.before, collections },
  after: { ...told.after, collections: await namesOf(session, number) },
});

export const forgetMember = (session: SqlSession, item: bigint): Promise<void> =>
  session.run('delete from collection_members where item = ?', [item]);

const findMember = async (session: SqlSession, repository: RepositoryLabel): Promise<CatalogueItem> => {
  const query = `select ${ITEM_COLUMNS} from items i where i.repository = ?`;
  const row = await readFirst(session, TABLES.items, query, [repository]);
  if (row === undefined) throw refuse('item-not-found', { reason: 'label', label: repository });
  if (row.content !== 'Data') throw refuse('item-refused', { reason: 'never-member', label: repository });
  return itemOf(row);
};

export const changeMembers = async (
  writing: Writing,
  collection: bigint,
  { add, remove }: { readonly add: readonly RepositoryLabel[]; readonly remove: readonly RepositoryLabel[] },
): Promise<void> => {
  const { session, dialect } = writing;
  for (const repository of new Set([...remove, ...add])) {
    const item = await findMember(session, repository);
    const before = await namesOf(session, item.number);
    if (add.includes(repository)) await joinCollections(session, item, [{ collection }]);
    else await leaveCollection(session, item.number, collection);
    const after = await namesOf(session, item.number);
    if (after.join(' ') === before.join(' ')) continue;
    await session.run('update items set revision = revision + 1 where number = ?', [item.number]);
    await indexRepository(session, dialect, repository);
    keepHistory(writing, repository, 'edited', {
      before: { collections: before },
      after: { collections: after },
    });
  }
};

const placeOf = async (session: SqlSession, collection: bigint, repository: RepositoryLabel) => {
  const query = `select m.item, m.place from items i join collection_members m on m.item = i.number
    where i.repository = ? and m.collection = ?`;
  const row = await readFirst(session, { item: 'integer', place: 'integer' }, query, [repository, collection]);
  if (row === undefined) throw refuse('item-refused', { reason: 'no-member', label: repository });
  return row;
};

/** Makes room between all items of a collection. */
const spread = (session: SqlSession, collection: bigint): Promise<void> =>
  session.run(
    `update collection_members set place = spread.place from (
       select item, row_number() over (order by place, item) * ${STEP} as place
       from collection_members where collection = ?) spread
     where collection_members.collection = ? and collection_members.item = spread.item`,
    [collection, collection],
  );

/** The last place of the items before the place, or of all, other than the moved ones. */
const lastPlace = async (
  session: SqlSession,
  collection: bigint,
  { moved, before }: { readonly moved: ReadonlySet<bigint>; readonly before: bigint | undefined },
): Promise<bigint | undefined> => {
  const query = `select item, place from collection_members where collection = ?
    ${before === undefined ? '' : 'and place < ?'} order by place desc limit ?`;
  const values = [collection, ...(before === undefined ? [] : [before]), BigInt(moved.size + 1)];
  const rows = await readRows(session, { item: 'integer', place: 'integer' }, query, values);
  return rows.find(({ item }) => !moved.has(item))?.place;
};

export const orderMembers = async (
  session: SqlSession,
  collection: bigint,
  { items, before }: ItemOrderChange,
): Promise<void> => {
  const movedItems: bigint[] = [];
  for (const repository of new Set(items)) {
    if (repository !== before) movedItems.push((await placeOf(session, collection, repository)).item);
  }
  const moved = new Set(movedItems);
  const count = BigInt(movedItems.length);
  const findRoom = async (): Promise<{ readonly first: bigint; readonly end: bigint }> => {
    const end = before === undefined ? undefined : (await placeOf(session, collection, before)).place;
    const first = await lastPlace(session, collection, { moved, before: end });
    const start = first ?? (end ?? 0n) - (count + 1n) * STEP;
    return { first: start, end: end ?? start + (count + 1n) * STEP };
  };
  let room = await findRoom();
  if (room.end - room.first <= count) {
    await spread(session, collection);
    room = await findRoom();
  }
  // Among the spread places are those of the moved items; where these are too many, the room is still enough.
  const step = (room.end - room.first) / (count + 1n);
  for (const [index, item] of movedItems.entries()) {
    await session.run('update collection_members set place = ? where collection = ? and item = ?', [
      room.first + step * BigInt(index + 1),
      collection,
      item,
    ]);
  }
};
