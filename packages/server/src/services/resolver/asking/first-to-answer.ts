import type { HeardList } from './ask-archives.ts';
import type { Heeding } from './read-answers.ts';
import { findAway } from './switched-off.ts';

/** Whose clock is ahead, or who mints a moment later for the same minute, loses nothing to somebody who guessed the label. */
const MIN_AGE_SECONDS = 600;

/**
 * Whether this Archive is remembered as the first that answered for the label: nobody was known to hold the original,
 * this Archive alone says that it does, and no other has announced, signed or reserved the label without having said
 * since that it does not hold it. What is proved needs no memory.
 */
export const mayBecomeFirst = (heeding: Heeding, { archive, judgement }: HeardList): boolean => {
  const { journey, sought, hearing, place } = heeding;
  const originals = hearing.heard.filter(({ list }) => list.related.get('')?.state === 'Original');
  const isAlone = originals.length === 1 && originals[0]?.archive === archive;
  const isProved = judgement?.isProved === true && judgement.isFromLabel;
  const isAsked = sought.relation.length === 0 && !journey.wantsOriginal && hearing.firstHolder === undefined;
  if (!isAsked || !isAlone || archive.isLocal || isProved) return false;
  const signer = judgement?.holder;
  const isSigned = signer !== undefined && signer !== archive.service && !hearing.without.has(signer);
  const isAnnounced = hearing.announcing.some((service) => service !== archive.service);
  const isAway = findAway(journey, place.ibi.text).some(({ isKnown }) => isKnown);
  return !isSigned && !isAnnounced && !isAway && journey.secondsNow() - place.ibi.date.seconds >= MIN_AGE_SECONDS;
};
