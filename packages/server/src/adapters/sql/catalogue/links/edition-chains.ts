import {
  chainName,
  type EditionPair,
  judgeEditions,
  judgeSameEdition,
  judgeToldEdition,
  MAX_RELATED_ITEMS,
} from '@perene/core/item';
import type { SqlSession, WritingSession } from '../../engine/sql-database.ts';
import { hasRows, readFirst, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { ALL_RELATIONS } from '../catalogue-locks.ts';
import { type LinkSource, ORIGINAL_STATES, SOURCE_COLUMNS, sourceOf, sourceValues } from './link-source.ts';
import { refuseEdition, refuseTold } from './refuse-link.ts';
import { isOriginalHere, renameTold, takeBackLink, tellLink, toldEdition } from './told-links.ts';

/**
 * Originals of this Archive form chains, in the order of their editions; the last of a chain may be held elsewhere. A
 * chain goes on from originals only, so that the links of copies, and of items known by their label only, never change
 * it. The source of a row is that of the link from the edition before.
 */
interface Place {
  readonly chain: string;
  readonly place: bigint;
  readonly source: LinkSource;
}

const UNLINKED: LinkSource = { origin: 'before', archive: '', who: '', at: 0n };

const placeOf = async (session: SqlSession, label: string): Promise<Place | undefined> => {
  const row = await readFirst(session, TABLES.editions, 'select * from editions where label = ?', [label]);
  return row && { chain: row.chain, place: row.place, source: sourceOf(row) };
};

const findPlace = async (session: SqlSession, label: string): Promise<Place> => {
  const known = await placeOf(session, label);
  if (known !== undefined) return known;
  const chain = await freeChain(session, label, { isCut: false });
  await session.run(`insert into editions (label, chain, place, ${SOURCE_COLUMNS}) values (?, ?, 0, ?, ?, ?, ?)`, [
    label,
    chain,
    ...sourceValues(UNLINKED),
  ]);
  return { chain, place: 0n, source: UNLINKED };
};

const freeChain = async (
  session: SqlSession,
  label: string,
  { isCut }: { readonly isCut: boolean },
): Promise<string> => {
  for (let attempt = 0; ; attempt += 1) {
    const name = chainName(label, { attempt, isCut });
    if (!(await hasRows(session, 'select 1 as one from editions where chain = ? limit 1', [name]))) return name;
  }
};

const labelAt = async (session: SqlSession, chain: string, place: bigint): Promise<string | undefined> => {
  const query = 'select label from editions where chain = ? and place = ?';
  return (await readFirst(session, { label: 'text' }, query, [chain, place]))?.label;
};

interface Neighbour {
  readonly label: string;
  readonly source: LinkSource;
}

/** The edition after, in its chain. */
const chainedNext = async (session: SqlSession, label: string): Promise<Neighbour | undefined> => {
  const own = await placeOf(session, label);
  const next = own && (await labelAt(session, own.chain, own.place + 1n));
  const place = next === undefined ? undefined : await placeOf(session, next);
  return next === undefined || place === undefined ? undefined : { label: next, source: place.source };
};

/** The edition before, in its chain. */
const chainedPrevious = async (session: SqlSession, label: string): Promise<Neighbour | undefined> => {
  const own = await placeOf(session, label);
  const previous = own && (await labelAt(session, own.chain, own.place - 1n));
  return own === undefined || previous === undefined ? undefined : { label: previous, source: own.source };
};

const nextOf = async (session: SqlSession, label: string): Promise<string | undefined> =>
  (await chainedNext(session, label))?.label ?? (await toldEdition(session, label, 'nextEdition'))?.label;

/** The last of the editions after the label that were removed here, one after the other; the label itself if none was. */
const passRemoved = async (session: SqlSession, label: string, until?: string): Promise<string> => {
  const passed = new Set([label]);
  for (let last = label; ; ) {
    const next = await nextOf(session, last);
    const isPassed = next !== undefined && next !== until && !passed.has(next) && (await isRemoved(session, next));
    if (!isPassed) return last;
    passed.add(next);
    last = next;
  }
};

const isRemoved = (session: SqlSession, label: string): Promise<boolean> =>
  hasRows(session, `select 1 as one from items where repository = ? and state = 'deleted'`, [label]);

/**
 * Links two editions; `earlier` must be an original of this Archive. The later one follows the editions after the
 * earlier one that were removed.
 */
export const linkEditions = async (session: SqlSession, said: EditionPair, source: LinkSource): Promise<void> => {
  const { later } = said;
  const earlier = await passRemoved(session, said.earlier, later);
  const pair = { earlier, later };
  const [before, after] = [await findPlace(session, earlier), await findPlace(session, later)];
  const isLaterHere = await isOriginalHere(session, later);
  const told = isLaterHere ? await toldEdition(session, later, 'editionOf') : undefined;
  const verdict = judgeEditions(pair, {
    earlierPlace: before,
    laterPlace: after,
    earlierIsEditionOf: (await toldEdition(session, earlier, 'editionOf'))?.label,
    nextOfEarlier: await nextOf(session, earlier),
    previousOfLater:
      (await labelAt(session, after.chain, after.place - 1n)) ??
      (told?.label === said.earlier ? undefined : told?.label),
    leadsBack: await leadsBack(session, pair, before),
  });
  if (verdict.kind === 'linked-already') return;
  if (verdict.kind === 'refused') throw refuseEdition(said, verdict.problem);
  await joinChains(session, { to: before, from: after, shift: verdict.shift });
  await changeSource(session, later, source);
  await takeBackLink(session, { item: earlier, kind: 'nextEdition', label: later });
  if (isLaterHere) await takeBackLink(session, { item: later, kind: 'editionOf', label: said.earlier });
};

/**
 * Whether the editions after `later` lead to `earlier`. Links that only one item names go on from the end of its chain.
 */
const leadsBack = async (session: SqlSession, { earlier, later }: EditionPair, { chain }: Place): Promise<boolean> => {
  const passed = new Set<string>();
  for (let label: string | undefined = later; label !== undefined && !passed.has(label); ) {
    if (label === earlier || (await placeOf(session, label))?.chain === chain) return true;
    passed.add(label);
    label = await toldAfterChain(session, label);
  }
  return false;
};

const toldAfterChain = async (session: SqlSession, label: string): Promise<string | undefined> => {
  const own = await placeOf(session, label);
  const query = 'select label from editions where chain = ? order by place desc limit 1';
  const last = own && (await readFirst(session, { label: 'text' }, query, [own.chain]))?.label;
  const end = last ?? label;
  return (await isOriginalHere(session, end)) ? (await toldEdition(session, end, 'nextEdition'))?.label : undefined;
};

const joinChains = (
  session: SqlSession,
  { to, from, shift }: { readonly to: Place; readonly from: Place; readonly shift: bigint },
): Promise<void> =>
  session.run('update editions set chain = ?, place = place + ? where chain = ?', [to.chain, shift, from.chain]);

const changeSource = (session: SqlSession, label: string, source: LinkSource): Promise<void> =>
  session.run('update editions set origin = ?, archive = ?, who = ?, at = ? where label = ?', [
    ...sourceValues(source),
    label,
  ]);

/** Notes that an original here is an edition of an item held elsewhere. The holder of the other item decides. */
export const tellEditionOf = async (session: SqlSession, pair: EditionPair, source: LinkSource): Promise<void> => {
  const { earlier, later } = pair;
  const verdict = judgeToldEdition(pair, {
    earlierPlace: await placeOf(session, earlier),
    laterPlace: await placeOf(session, later),
    previousOfLater:
      (await chainedPrevious(session, later))?.label ?? (await toldEdition(session, later, 'editionOf'))?.label,
    nextOfEarlier: await toldNextOf(session, earlier),
  });
  if (verdict.kind === 'linked-already') return;
  if (verdict.kind === 'refused') throw refuseTold(pair, verdict.problem);
  await tellLink(session, { item: later, kind: 'editionOf', label: earlier }, source);
};

/**
 * The original here that says that it is the next edition. One that was removed is passed over, and so is one that the
 * holder of the earlier edition has refused.
 */
const toldNextOf = async (session: SqlSession, earlier: string): Promise<string | undefined> => {
  const rows = await readRows(
    session,
    { item: 'text', state: 'text' },
    `select l.item, i.state from item_links l join items i on i.repository = l.item
     where l.label = ? and l.kind = 'editionOf' and i.state in ${ORIGINAL_STATES} and not exists (
       select 1 from proposals p where p.direction = 'out' and p.kind = 'edition' and p.of_label = l.label
         and p.item_label = l.item and p.state = 'refused') limit ${MAX_RELATED_ITEMS}`,
    [earlier],
  );
  for (const { item, state } of rows) {
    const living = state === 'deleted' ? await nextOf(session, await passRemoved(session, item)) : item;
    if (living !== undefined) return living;
  }
  return undefined;
};

/** Removes the link in either direction, which makes two chains; returns whether there was one. */
export const unlinkEditions = async (session: SqlSession, item: string, other: string): Promise<boolean> => {
  const [beforeOther, beforeItem] = [await passRemoved(session, item, other), await passRemoved(session, other, item)];
  if ((await chainedNext(session, beforeOther))?.label === other) return cutBefore(session, other);
  if ((await chainedNext(session, beforeItem))?.label === item) return cutBefore(session, item);
  const wasNext = await takeBackLink(session, { item, kind: 'nextEdition', label: other });
  const wasPrevious = await takeBackLink(session, { item, kind: 'editionOf', label: other });
  return wasNext || wasPrevious;
};

const cutBefore = async (session: SqlSession, label: string): Promise<true> => {
  const { chain, place } = await findPlace(session, label);
  await session.run('update editions set chain = ? where chain = ? and place >= ?', [
    await freeChain(session, label, { isCut: true }),
    chain,
    place,
  ]);
  return true;
};

/** If both labels have a place, their chains become one at that item. */
const adoptEdition = async (session: WritingSession, repository: string, ibip: string): Promise<void> => {
  const named = await placeOf(session, ibip);
  if (named === undefined) return;
  session.need(ALL_RELATIONS);
  const own = await placeOf(session, repository);
  if (own === undefined) {
    await session.run('update editions set label = ? where label = ?', [repository, ibip]);
    return;
  }
  const previous = await chainedPrevious(session, ibip);
  const verdict = judgeSameEdition(own, named, {
    previousOfOwn: await labelAt(session, own.chain, own.place - 1n),
    previousOfNamed: previous?.label,
  });
  if (verdict.kind === 'refused') {
    const earlier = verdict.problem.kind === 'same-place' && previous !== undefined ? previous.label : ibip;
    throw refuseEdition({ earlier, later: repository }, verdict.problem);
  }
  await session.run('delete from editions where label = ?', [ibip]);
  if (verdict.kind === 'linked-already' || previous === undefined) return;
  await joinChains(session, { to: own, from: named, shift: verdict.shift });
  await changeSource(session, repository, previous.source);
};

/** Makes a received original the earlier edition of the items here that say so. */
export const adoptNextEdition = async (session: WritingSession, repository: string): Promise<void> => {
  const rows = await readRows(
    session,
    TABLES.item_links,
    `select l.* from item_links l join items i on i.repository = l.item
     where l.label = ? and l.kind = 'editionOf' and l.origin not in ('copy', 'transfer')
       and i.state in ${ORIGINAL_STATES} order by case when i.state = 'deleted' then 1 else 0 end limit 1`,
    [repository],
  );
  for (const row of rows) {
    session.need(ALL_RELATIONS);
    await linkEditions(session, { earlier: repository, later: row.item }, sourceOf(row));
  }
};

/** Makes a chain of a link that both a received original and an original here name. */
export const chainReceived = async (session: SqlSession, repository: string): Promise<void> => {
  const next = await toldEdition(session, repository, 'nextEdition');
  if (next !== undefined && (await isOriginalHere(session, next.label))) {
    const back = await toldEdition(session, next.label, 'editionOf');
    if (back?.label === repository) {
      await linkEditions(session, { earlier: repository, later: next.label }, next.source);
    }
  }
  const previous = await toldEdition(session, repository, 'editionOf');
  if (previous === undefined || !(await isOriginalHere(session, previous.label))) return;
  const forth = await toldEdition(session, previous.label, 'nextEdition');
  if (forth?.label === repository) {
    await linkEditions(session, { earlier: previous.label, later: repository }, forth.source);
  } else if ((await chainedPrevious(session, repository))?.label === previous.label) {
    await takeBackLink(session, { item: repository, kind: 'editionOf', label: previous.label });
  }
};

/** Takes an original that has moved away out of its chain; the copy that stays keeps its links. */
export const unchainMoved = async (session: SqlSession, repository: string): Promise<void> => {
  const previous = await chainedPrevious(session, repository);
  const next = await chainedNext(session, repository);
  if (previous !== undefined) {
    await tellLink(session, { item: repository, kind: 'editionOf', label: previous.label }, previous.source);
  }
  if (next === undefined) return;
  await unlinkEditions(session, repository, next.label);
  await tellLink(session, { item: repository, kind: 'nextEdition', label: next.label }, next.source);
  if (await isOriginalHere(session, next.label)) {
    await tellLink(session, { item: next.label, kind: 'editionOf', label: repository }, next.source);
  }
};

export const renameEditions = async (session: WritingSession, repository: string, ibip: string): Promise<void> => {
  await adoptEdition(session, repository, ibip);
  await renameTold(session, repository, ibip);
};
