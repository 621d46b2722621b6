import { because } from '@perene/api/refusals';
import {
  formatRelation,
  type Label,
  type ReadUrlList,
  type RelatedItem,
  type Relation,
  type UnreadPair,
} from '@perene/core';
import {
  endsInFile,
  findUnread,
  isByLess,
  isSecondHand,
  labelOf,
  type Reading,
  readAnswer,
  type Sought,
} from '@perene/core/federation';
import { formatSigned, namesLabel, readClaimPairs } from '@perene/core/trust';
import type { HeardList, Hearing } from './ask-archives.ts';
import { describeFound, knownArchive } from './outcome/describe-found.ts';
import type { Resolution } from './outcome/resolution.ts';
import { isItself, rankOf } from './rank-answers.ts';
import type { Journey, Place } from './resolve-persistent-url.ts';
import { findAway, missingAmong } from './switched-off.ts';

/** The answers about one item, and what is asked for. */
export interface Heeding {
  readonly journey: Journey;
  readonly place: Place;
  readonly sought: Sought;
  readonly hearing: Hearing;
}

/** An answer that leads to another item, or to the same item with a shorter relation. */
export interface Heading {
  readonly kind: 'heading';
  readonly place: Place;
  /** Whether another item may take its place if no Archive has it. */
  readonly isPassable: boolean;
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
}

/** Whether an edition or translation is sought. */
export const isOfRelated = ({ relation }: Sought): boolean => relation.some(({ kind }) => kind !== 'metadata');

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

/** The answers that count. */
export const readAll = ({ hearing, sought: all, journey, place }: Heeding): readonly Read[] => {
  // A translation that was removed lives on in its copies, and so do its editions.
  const isCopied = hearing.heard.some(({ list }) => isSecondHand(list, all, place.ibi));
  const sought = isCopied ? { ...all, isTranslation: false } : all;
  const believed = believe(
    hearing.heard.map((heard) => ({
      heard,
      reading: readHeard(heard.list, sought, journey.wantsOriginal),
      isSecondHand: isSecondHand(heard.list, sought, place.ibi),
      isBare: isOfRelated(sought) && isBare(heard, sought),
    })),
    { place, wantsAll: journey.wantsOriginal || !isOfRelated(sought) },
  );
  // Decision 47: where one that has the item lacks the file, the URL of another file does not take its place.
  const isLacking = believed.some(({ reading }) => reading.kind === 'without');
  return isLacking ? believed.filter(({ reading }) => isOfFile(reading, journey, place)) : believed;
};

/** Whether a URL is that of the requested file. Minimal Archives know no files, and give the URL of the item. */
export const isOfFile = (reading: Read['reading'], { reading: { url } }: Journey, { verbs }: Place): boolean =>
  reading.kind !== 'url' ||
  url.filePath === undefined ||
  verbs.some(({ kind }) => kind === 'fileList') ||
  endsInFile(reading.item.url, url.filePath);

/** Returns the answer to follow; undefined if none leads anywhere. */
export const chooseAnswer = (heeding: Heeding): Resolution | Heading | undefined => {
  const read = readAll(heeding);
  return heeding.journey.wantsOriginal ? chooseOriginal(heeding, read) : proceedBy(heeding, read.find(isLeading));
};

const isLeading = ({ reading }: Read): boolean => leadsOn(reading);

/**
 * Decision 45: what copies say of editions and translations counts only if no holder of the original has answered. Among
 * copies, those that name another item count first, because the others may be older.
 */
const believe = (
  read: readonly Read[],
  { place, wantsAll }: { readonly place: Place; readonly wantsAll: boolean },
): readonly Read[] => {
  const firstHand = read.filter((one) => !one.isSecondHand);
  if (firstHand.some(isOfLiving)) {
    const telling = firstHand.toSorted((one, other) => Number(one.isBare) - Number(other.isBare));
    return wantsAll ? telling : withBestClaim(telling, place);
  }
  return read.toSorted((one, other) => doubtOf(one, place) - doubtOf(other, place));
};

const isOfLiving = ({ reading: { kind } }: Read): boolean => kind !== 'deleted' && kind !== 'unreadable';

/** Decision 56: of several that claim the original, those with the best claim are believed. */
const withBestClaim = (firstHand: readonly Read[], { ibi }: Place): readonly Read[] => {
  const rank = ({ heard }: Read): number => rankOf(ibi, heard, 'Original');
  const best = Math.min(...firstHand.filter(isOfLiving).map(rank));
  return firstHand.filter((one) => rank(one) <= best);
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

const proceedBy = (heeding: Heeding, read: Read | undefined): Resolution | Heading | undefined =>
  read && proceed(heeding, read);

/**
 * Decision 40: one Archive that claims the original is enough, even if others do not answer; two that claim it are an
 * alert.
 */
const chooseOriginal = (heeding: Heeding, read: readonly Read[]): Resolution | Heading | undefined => {
  const found = read.filter(({ reading }) => reading.kind === 'url');
  const claims = found.filter(({ reading }) => itemOf(reading)?.state === 'Original');
  const [first] = claims;
  if (first === undefined) {
    const leading = read.filter(isLeading).find((one) => !found.includes(one));
    return proceedBy(heeding, leading) ?? found.map((one) => seekOriginalOf(heeding, one)).find(Boolean);
  }
  const nameOf = claimedLabel(heeding);
  const rivals = claims
    .map((claim) => claims.filter((other) => nameOf(other) === nameOf(claim)))
    .find(({ length }) => length > 1);
  if (rivals?.[0] !== undefined) return alert(heeding, nameOf(rivals[0]), rivals);
  // Others may claim what one leads to, and know nothing of what leads there.
  return seekOriginalOf(heeding, first) ?? proceed(heeding, first);
};

/**
 * A related item is looked for by its own label, at every Archive. The label of a description says nothing of a format,
 * so there the described item is looked for.
 */
const seekOriginalOf = ({ place, sought: { relation } }: Heeding, { heard, reading }: Read): Heading | undefined => {
  const format = relation.findIndex((step) => step.kind === 'metadata' && step.format !== undefined);
  const steps = format < 0 ? relation.length : format;
  const item = format < 0 ? itemOf(reading) : heard.list.related.get(formatRelation(relation.slice(0, steps)));
  const forms = item?.ibi;
  if (forms === undefined || steps === 0) return undefined;
  const verbs = [...relation.slice(steps), ...place.verbs.filter(({ kind }) => kind === 'fileList')];
  // Answers to the label that was asked for are checked best.
  const ibi = isItself(forms, heard, place.ibi) ? place.ibi : labelOf(forms);
  return { kind: 'heading', place: { ...place, ibi, verbs, isLasting: false }, isPassable: false };
};

/** The label that is claimed: that of the requested item, or the one that an answer names in its place. */
const claimedLabel =
  ({ place, sought }: Heeding) =>
  ({ reading }: Read): string => {
    const forms = itemOf(reading)?.ibi;
    return sought.relation.length === 0 || forms === undefined ? place.ibi.text : labelOf(forms).text;
  };

const itemOf = (reading: Read['reading']): RelatedItem | undefined =>
  reading.kind === 'url' ? reading.item : undefined;

const alert = ({ journey }: Heeding, ibi: string, rivals: readonly Read[]): Resolution => {
  const disputed = {
    kind: 'disputed' as const,
    ibi,
    claims: rivals.map(({ heard, reading }) => {
      const item = itemOf(reading);
      return { ...knownArchive(heard), url: item?.url, timestamp: item?.timestamp, signed: signedIn(heard, ibi) };
    }),
  };
  journey.onDispute(disputed);
  return disputed;
};

/** The claim in an answer about that label, as text. */
const signedIn = ({ list }: HeardList, ibi: string): string | undefined => {
  const claim = readClaimPairs(list);
  if (!claim.ok) return '';
  return claim.value && namesLabel(claim.value.statement, ibi as Label) ? formatSigned(claim.value) : undefined;
};

const proceed = (heeding: Heeding, { heard, reading, isSecondHand: isOfCopy }: Read): Resolution | Heading => {
  const { journey, place, hearing, sought } = heeding;
  // Other Archives that were asked may answer differently the next time.
  const isLasting = place.isLasting && heard.isLasting && !isOfCopy && journey.passedOver.size === 0;
  const isByCopy = place.isSecondHand || isOfCopy;
  // Who is remembered and silent for a while loses its place to nobody.
  const known = journey.locations.find(place.ibi.text) ?? heard.archive.number;
  const isLearned = known === heard.archive.number || hearing.silent.length === 0;
  if (isLearned && !heard.archive.isLocal) journey.locations.learn(place.ibi.text, heard.archive.number);
  if (reading.kind === 'url') {
    if (isFirstOriginal(heeding, heard)) {
      journey.learnFirst(place.ibi.text, { archive: heard.archive.number, item: undefined });
    }
    journey.trace({
      kind: 'decided',
      why: because('url-given', { address: heard.archive.address, url: reading.item.url }),
    });
    return describeFound({
      heard,
      item: reading.item,
      request: journey.request,
      reading: journey.reading,
      ibi: journey.asked.text,
      isByLanguage: reading.isByLanguage || place.isByLanguage,
      // Claims of originals are asked for each time, because another Archive may make one later.
      isLasting: isLasting && !journey.wantsOriginal,
      isSecondHand: isByCopy || journey.passedOver.size > 0,
      isPastUnknown: journey.unknown.size > 0,
      silent: journey.wantsOriginal ? [...hearing.silent, ...missingAmong(findAway(journey, place.ibi.text))] : [],
      persistentAddress: journey.persistentAddress,
    });
  }
  if (reading.kind !== 'onward' && reading.kind !== 'itself') throw new Error('what does not lead on was chosen');
  if (isOfCopy) journey.doubts.push(...readAll(heeding).flatMap(unreadIn));
  const fileList = place.verbs.filter(({ kind }) => kind === 'fileList');
  return {
    kind: 'heading',
    place: {
      ibi: reading.kind === 'onward' ? reading.ibi : place.ibi,
      verbs: [...reading.relation, ...fileList],
      isByLanguage: reading.isByLanguage || place.isByLanguage,
      isTranslation: reading.kind === 'onward' ? endsInTranslation(sought, reading) : place.isTranslation,
      isLasting,
      isSecondHand: isByCopy,
    },
    isPassable: reading.kind === 'onward' && sought.relation.some(({ kind }) => kind !== 'metadata'),
  };
};

const unreadIn = ({ heard, reading }: Read): readonly (readonly [HeardList, UnreadPair])[] =>
  reading.kind === 'unreadable' ? [[heard, reading.pair]] : [];

/**
 * Whether nobody was known to hold the original, this Archive alone says that it does, and none that is silent has
 * announced it. What is proved needs no memory.
 */
const isFirstOriginal = ({ journey, sought, hearing }: Heeding, { archive, judgement }: HeardList): boolean => {
  const originals = hearing.heard.filter(({ list }) => list.related.get('')?.state === 'Original');
  const isAlone = originals.length === 1 && originals[0]?.archive === archive;
  const isProved = judgement?.isProved === true && judgement.isFromLabel;
  const isAsked = sought.relation.length === 0 && !journey.wantsOriginal && hearing.firstHolder === undefined;
  return isAsked && isAlone && !archive.isLocal && !isProved && !hearing.isAnnouncedBySilent;
};

/** Whether the last of the steps that an answer has made is a translation. */
const endsInTranslation = ({ relation }: Sought, { relation: rest }: { readonly relation: Relation }): boolean =>
  relation[relation.length - rest.length - 1]?.kind === 'translation';
