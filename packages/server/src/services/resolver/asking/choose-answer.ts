import { because } from '@perene/api/refusals';
import { formatRelation, type Label, type RelatedItem, type Relation, type UnreadPair } from '@perene/core';
import { labelOf, type Sought } from '@perene/core/federation';
import { formatSigned, namesLabel, readClaimPairs } from '@perene/core/trust';
import type { HeardList } from './ask-archives.ts';
import { mayBecomeFirst } from './first-to-answer.ts';
import { describeFound, knownArchive } from './outcome/describe-found.ts';
import type { Resolution } from './outcome/resolution.ts';
import { isItself } from './rank-answers.ts';
import { type Heeding, itemOf, leadsOn, type Read, readAll } from './read-answers.ts';
import type { Place } from './resolve-persistent-url.ts';
import { findAway, missingAmong } from './switched-off.ts';

/** An answer that leads to another item, or to the same item with a shorter relation. */
export interface Heading {
  readonly kind: 'heading';
  readonly place: Place;
  /** Whether another item may take its place if no Archive has it. */
  readonly isPassable: boolean;
}

/** Returns the answer to follow; undefined if none leads anywhere. */
export const chooseAnswer = (heeding: Heeding): Resolution | Heading | undefined => {
  const read = readAll(heeding);
  return heeding.journey.wantsOriginal ? chooseOriginal(heeding, read) : proceedBy(heeding, read.find(isLeading));
};

const isLeading = ({ reading }: Read): boolean => leadsOn(reading);

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
  if (rivals?.[0] !== undefined) {
    const name = nameOf(rivals[0]);
    // Others that claim the requested item itself may have answered the whole request differently.
    const isClaim = (one: Read): boolean => name === heeding.place.ibi.text && ownOf(one)?.state === 'Original';
    return alert(
      heeding,
      name,
      read.filter((one) => rivals.includes(one) || isClaim(one)),
    );
  }
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

const ownOf = ({ heard }: Pick<Read, 'heard'>): RelatedItem | undefined => heard.list.related.get('');

const alert = ({ journey }: Heeding, ibi: string, rivals: readonly Read[]): Resolution => {
  const disputed = {
    kind: 'disputed' as const,
    ibi,
    claims: rivals.map(({ heard, reading }) => {
      const item = itemOf(reading) ?? ownOf({ heard });
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
    if (mayBecomeFirst(heeding, heard)) {
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
      isOurs: journey.holders.kinshipOf(heard.archive.number) === 'ours',
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

/** Whether the last of the steps that an answer has made is a translation. */
const endsInTranslation = ({ relation }: Sought, { relation: rest }: { readonly relation: Relation }): boolean =>
  relation[relation.length - rest.length - 1]?.kind === 'translation';
