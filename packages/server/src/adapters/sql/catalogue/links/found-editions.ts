import type { Label, RepositoryLabel } from '@perene/core';
import { MAX_RELATED_ITEMS, speaksForItem } from '@perene/core/item';
import { isNoting, noteRead } from '../../../../memory/reading-notes.ts';
import type { CatalogueItem, LastEdition, RelatedLabel } from '../../../../ports/archive/catalogue.ts';
import type { SqlRow, SqlSession } from '../../engine/sql-database.ts';
import { checkRow, readFirst, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { ITEM_COLUMNS, itemOf } from '../catalogue-rows.ts';

/** Links from one chain to another are rare: a received item names an original here that does not name it. */
const MAX_CHAINS = 32;

export const ALIVE = "(i.state is null or i.state <> 'deleted')";

const RELATED = { label: 'label', repository: 'repository?' } as const;

/** Reads a row with the label and the columns of its item, which are null if the item is held elsewhere. */
export const relatedOf = (row: SqlRow): RelatedLabel => {
  const { label, repository } = checkRow(row, RELATED);
  noteRead(label);
  const item = repository === null ? undefined : itemOf(checkRow(row, TABLES.items));
  return { label, language: item?.language, item };
};

/** Notes the label, with the chain and the family that it is in: whatever changes in these touches their names. */
export const noteKin = async (session: SqlSession, label: string): Promise<void> => {
  if (!isNoting()) return;
  noteRead(label);
  const names = await readRows(
    session,
    { name: 'text' },
    'select chain as name from editions where label = ? union select family from translations where label = ?',
    [label, label],
  );
  noteRead(...names.map(({ name }) => name));
};

export const isHeldCopy = (item: CatalogueItem | undefined): boolean =>
  item !== undefined && !speaksForItem(item.state);

export const itself = async (session: SqlSession, repository: RepositoryLabel): Promise<RelatedLabel> => {
  await noteKin(session, repository);
  const query = `select ${ITEM_COLUMNS} from items i where i.repository = ?`;
  const row = await readFirst(session, TABLES.items, query, [repository]);
  const item = row && itemOf(row);
  return { label: repository, language: item?.language, item };
};

/** The next edition in its chain that is not deleted, or else the one that the end of the chain names. */
export const findNextEdition = async (
  session: SqlSession,
  repository: RepositoryLabel,
): Promise<RelatedLabel | undefined> => {
  let label: Label = repository;
  for (let chain = 0; chain < MAX_CHAINS; chain += 1) {
    await noteKin(session, label);
    const [row] = await session.all(
      `select e.label, ${ITEM_COLUMNS} from editions mine join editions e on e.chain = mine.chain and e.place > mine.place
       left join items i on i.repository = e.label where mine.label = ? and ${ALIVE} order by e.place limit 1`,
      [label],
    );
    if (row !== undefined) return relatedOf(row);
    const told = await toldBehind(session, label);
    if (told?.item?.state.kind !== 'deleted') return told;
    label = told.label;
  }
  return undefined;
};

/** The last two members of a chain that are not deleted: one look-up, however long the chain is. */
const findEnd = async (session: SqlSession, label: string): Promise<readonly RelatedLabel[]> => {
  await noteKin(session, label);
  const rows = await session.all(
    `select e.label, ${ITEM_COLUMNS} from editions mine join editions e on e.chain = mine.chain and e.place >= mine.place
     left join items i on i.repository = e.label where mine.label = ? and ${ALIVE} order by e.place desc limit 2`,
    [label],
  );
  return rows.map(relatedOf);
};

/** The next edition that the end of a chain names, and that is not in the chain. */
const toldBehind = async (session: SqlSession, label: string): Promise<RelatedLabel | undefined> => {
  await noteKin(session, label);
  const [row] = await session.all(
    `select l.label, ${ITEM_COLUMNS} from item_links l left join items i on i.repository = l.label
     where l.kind = 'nextEdition' and l.item = coalesce((
       select e.label from editions mine join editions e on e.chain = mine.chain and e.place >= mine.place
       where mine.label = ? order by e.place desc limit 1), ?)`,
    [label, label],
  );
  return row && relatedOf(row);
};

export const findLastEdition = async (session: SqlSession, repository: RepositoryLabel): Promise<LastEdition> => {
  const start = await itself(session, repository);
  const mayBe = ({ item }: RelatedLabel): boolean =>
    item !== undefined && (isHeldCopy(start.item) || !isHeldCopy(item));
  let from = start;
  let here = start.item?.state.kind === 'deleted' ? undefined : start.item;
  for (let chain = 0; chain < MAX_CHAINS; chain += 1) {
    const [end, before] = await findEnd(session, from.label);
    if (end !== undefined && !mayBe(end)) return { here: before?.item ?? here, elsewhere: end.label };
    const living = end?.item ?? from.item;
    if (living?.state.kind !== 'deleted') here = living;
    const told = await toldBehind(session, from.label);
    if (told === undefined) return { here, elsewhere: undefined };
    if (!mayBe(told)) return { here, elsewhere: told.label };
    from = told;
  }
  return { here, elsewhere: undefined };
};

export const findEditions = async (
  session: SqlSession,
  repository: RepositoryLabel,
): Promise<readonly RelatedLabel[]> => {
  const own = await itself(session, repository);
  const chain = isHeldCopy(own.item) ? [] : await findChain(session, repository);
  const members = chain.length === 0 ? [own] : chain;
  const previous = await toldBefore(session, members[0]?.label ?? repository);
  const end = members.at(-1) ?? own;
  // What a copy says of later editions counts for the copy alone.
  const next = isHeldCopy(end.item) && end.label !== repository ? undefined : await toldBehind(session, end.label);
  return [...(previous ? [previous] : []), ...members, ...(next ? [next] : [])];
};

const findChain = async (session: SqlSession, repository: RepositoryLabel): Promise<readonly RelatedLabel[]> => {
  const rows = await session.all(
    `select e.label, ${ITEM_COLUMNS} from editions mine join editions e on e.chain = mine.chain
     left join items i on i.repository = e.label where mine.label = ? order by e.place limit ${MAX_RELATED_ITEMS}`,
    [repository],
  );
  return rows.map(relatedOf);
};

const toldBefore = async (session: SqlSession, item: string): Promise<RelatedLabel | undefined> => {
  noteRead(item);
  const [row] = await session.all(
    `select l.label, ${ITEM_COLUMNS} from item_links l left join items i on i.repository = l.label
     where l.item = ? and l.kind = 'editionOf'`,
    [item],
  );
  return row && relatedOf(row);
};
