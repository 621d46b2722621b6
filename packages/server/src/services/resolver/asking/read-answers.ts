import type { Ibi, ReadUrlList, RelatedItem, UnreadPair } from '@perene/core';
import {
  endsInFile,
  findUnread,
  isByLess,
  isSecondHand,
  isWithdrawn,
  ownPart,
  type Reading,
  readAnswer,
  type Sought,
} from '@perene/core/federation';
import type { HeardList, Hearing } from './ask-archives.ts';
import { isItself, RANKS, rankOf } from './rank-answers.ts';
import type { Journey, Place } from './resolve-persistent-url.ts';

/** The answers about one item, and what is asked for. */
export interface Heeding {
  readonly journey: Journey;
  readonly place: Place;
  readonly sought: Sought;
  readonly hearing: Hearing;
}

/** An answer with an unreadable pair, without which it says neither yes nor no (decision 51). */
interface Unreadable {
  readonly kind: 'unreadable';
  readonly pair: UnreadPair;
}

export interface Read {
  readonly heard: HeardList;
  readonly reading: Reading | Unreadable;
  /** Whether a copy says it of editions and translations. */
  readonly isSecondHand: boolean;
  /** Whether it says nothing of them. */
  readonly isBare: boolean;
  /** Whether the log speaks against what it claims. */
  readonly isRefuted: boolean;
}

export const itemOf = (reading: Read['reading']): RelatedItem | undefined =>
  reading.kind === 'url' ? reading.item : undefined;

export const leadsOn = ({ kind }: Reading | Unreadable): boolean =>
  kind === 'url' || kind === 'onward' || kind === 'itself';

export const readHeard = (list: ReadUrlList, sought: Sought, wantsOriginal: boolean): Reading | Unreadable => {
  const reading = readAnswer(list, sought);
  if (list.unread.length === 0) return reading;
  const pair = findUnread(list, sought.relation);
  const hasNoState = reading.kind === 'url' && reading.item.state === undefined;
  const isDoubtful = isByLess(list, sought.relation, reading) || (wantsOriginal && hasNoState);
  return pair !== undefined && isDoubtful ? { kind: 'unreadable', pair } : reading;
};

/** Whether the answer says no more than that the Archive has the item. */
export const isBare = ({ list: { related, nextEdition } }: HeardList, { relation }: Sought): boolean =>
  (nextEdition === undefined || relation[0]?.kind !== 'lastEdition') &&
  [...related].every(
    ([name, { url, state, ibi }]) => url === undefined && state === undefined && (name === '' || ibi === undefined),
  );

/** Whether an edition or translation is sought. */
export const isOfRelated = ({ relation }: Sought): boolean => relation.some(({ kind }) => kind !== 'metadata');

/** The answers that count. */
export const readAll = (heeding: Heeding): readonly Read[] => {
  const { hearing, sought: all, journey, place } = heeding;
  const isOfCopy = ({ list }: HeardList): boolean => isSecondHand(list, all, place.ibi);
  const isSpokenAgainst = (heard: HeardList): boolean =>
    !isOfCopy(heard) && isOfRelated(all) && isRefuted(heard, place.ibi, hearing.firstHolder);
  // A translation that was removed lives on in its copies, and so do its editions.
  const sought = hearing.heard.some(isOfCopy) ? { ...all, isTranslation: false } : all;
  const isTold = hearing.heard.some((heard) => !isOfCopy(heard) && namedWhatIsPassedOver(heard, sought));
  const believed = believe(
    hearing.heard.map((heard) => ({
      heard,
      reading: readHeard(isTold && isOfCopy(heard) ? ownPart(heard.list) : heard.list, sought, journey.wantsOriginal),
      isSecondHand: isOfCopy(heard) || isSpokenAgainst(heard),
      isRefuted: isSpokenAgainst(heard),
      isBare: isOfRelated(sought) && isBare(heard, sought),
    })),
    { place, wantsAll: journey.wantsOriginal || !isOfRelated(sought) },
  );
  return withoutOtherFiles(heeding, believed);
};

/**
 * Decision 47: where one that has the item lacks the file, the URL of another file does not take its place, nor does the
 * file of one that claims the original with less right.
 */
const withoutOtherFiles = (
  { hearing, journey, place, sought }: Heeding,
  believed: readonly Read[],
): readonly Read[] => {
  const lacking = believed.filter(({ reading }) => reading.kind === 'without');
  if (lacking.length === 0) return believed;
  const hasRight = ({ heard }: Read): boolean => isEntitled(heard, place.ibi, hearing.firstHolder);
  const isOfOwnFile = sought.relation.length === 0 && journey.reading.url.filePath !== undefined;
  // Who was only the first to answer may be wrong, and what lives is never denied.
  const isSure = isOfOwnFile && lacking.some(({ heard }) => isProven(heard, place.ibi));
  return believed.filter((one) => {
    if (isWithdrawn(one.heard.list) && hasRight(one)) return true;
    const isUsurped = isSure && one.heard.list.related.get('')?.state === 'Original' && !hasRight(one);
    return !isUsurped && isOfFile(one.reading, journey, place);
  });
};

/** Whether the label or the log shows that this Archive holds the original. */
const isProven = (heard: HeardList, ibi: Ibi): boolean =>
  heard.judgement?.holder === heard.archive.service || rankOf(ibi, heard, 'Original') <= RANKS.ofLabel;

/** Whether more speaks for this Archive than that it claims the original. */
export const isEntitled = (heard: HeardList, ibi: Ibi, firstHolder: number | undefined): boolean =>
  heard.archive.number === firstHolder || rankOf(ibi, heard, 'Original') <= RANKS.logged;

/** Whether a holder that removed the item told what follows it, which lives nowhere. Copies know nothing better. */
const namedWhatIsPassedOver = ({ list }: HeardList, sought: Sought): boolean =>
  readAnswer(list, sought).kind === 'deleted' &&
  readAnswer(list, { ...sought, passedOver: new Set() }).kind === 'onward';

/** Whether the log knows that another Archive holds the original, and nothing speaks for this one. */
export const isRefuted = (heard: HeardList, ibi: Ibi, firstHolder: number | undefined): boolean => {
  const { archive, judgement } = heard;
  const isOther = judgement?.holder !== undefined && judgement.holder !== archive.service;
  return isOther && archive.number !== firstHolder && rankOf(ibi, heard, 'Original') >= RANKS.logged;
};

/** Whether a URL is that of the requested file. Minimal Archives know no files, and give the URL of the item. */
export const isOfFile = (reading: Read['reading'], { reading: { url } }: Journey, { verbs }: Place): boolean =>
  reading.kind !== 'url' ||
  url.filePath === undefined ||
  verbs.some(({ kind }) => kind === 'fileList') ||
  endsInFile(reading.item.url, url.filePath);

/**
 * Decision 45: what copies say of editions and translations counts only if no holder of the original has answered. Among
 * copies, those that name another item count first, because the others may be older.
 */
const believe = (
  read: readonly Read[],
  { place, wantsAll }: { readonly place: Place; readonly wantsAll: boolean },
): readonly Read[] => {
  const told = wantsAll ? read : withBestTombstone(read, place);
  const firstHand = told.filter((one) => !one.isSecondHand);
  if (firstHand.some(isOfLiving)) {
    const telling = firstHand.toSorted((one, other) => Number(one.isBare) - Number(other.isBare));
    return wantsAll ? telling : withBestClaim(telling, place);
  }
  return told.toSorted(
    (one, other) => Number(one.isRefuted) - Number(other.isRefuted) || doubtOf(one, place) - doubtOf(other, place),
  );
};

const isOfLiving = ({ reading: { kind } }: Read): boolean => kind !== 'deleted' && kind !== 'unreadable';

/** Decision 56: of several that claim the original, those with the best claim are believed. */
const withBestClaim = (firstHand: readonly Read[], { ibi }: Place): readonly Read[] => {
  const best = Math.min(...firstHand.filter(isOfLiving).map((one) => rankOfTold(one, ibi)));
  return firstHand.filter((one) => rankOfTold(one, ibi) <= best);
};

/** Of several that say that they have removed the original, who has the best claim tells what follows it. */
const withBestTombstone = (read: readonly Read[], { ibi }: Place): readonly Read[] => {
  const isTombstone = ({ heard }: Read): boolean => heard.list.related.get('')?.state === 'Deleted';
  const best = Math.min(...read.filter(isTombstone).map((one) => rankOfTold(one, ibi)));
  return read.filter((one) => !isTombstone(one) || rankOfTold(one, ibi) <= best);
};

const rankOfTold = ({ heard }: Read, ibi: Ibi): number => {
  const rank = rankOf(ibi, heard, 'Original');
  return heard.judgement?.holder === heard.archive.service ? Math.min(RANKS.logged, rank) : rank;
};

/**
 * The URL of a description has another label than the item in any case, so it does not show of which edition it is. Only
 * who names a next edition knows of one.
 */
const doubtOf = ({ heard, reading }: Read, { ibi, verbs }: Place): number => {
  const isEditionSought = verbs.some(({ kind }) => kind === 'lastEdition');
  const stays = isEditionSought && heard.list.nextEdition !== undefined ? 1 : 2;
  if (reading.kind === 'onward') return reading.ibi.text === ibi.text ? stays : 0;
  const forms = itemOf(reading)?.ibi;
  if (forms === undefined || isItself(forms, heard, ibi)) return stays;
  if (!verbs.some(({ kind }) => kind === 'metadata')) return 0;
  return verbs[0]?.kind === 'lastEdition' && heard.list.nextEdition !== undefined ? 0 : 1;
};
