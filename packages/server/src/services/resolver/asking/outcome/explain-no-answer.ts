import { because, refuse } from '@perene/api/refusals';
import type { UnreadPair } from '@perene/core';
import { findMissingTranslation } from '@perene/core/federation';
import { MAX_REASON_LENGTH } from '@perene/core/item';
import type { HeardList } from '../ask-archives.ts';
import { type Heeding, type Read, readAll } from '../read-answers.ts';
import { findAway, missingAmong, viewAway } from '../switched-off.ts';
import { knownArchive } from './describe-found.ts';
import type { Removal, Resolution, Silent } from './resolution.ts';

const MAX_TITLE_LENGTH = 600;

/** The outcome if no answer leads on; it depends on which Archives have answered (decision 41). */
export const explainNoAnswer = (heeding: Heeding): Resolution => {
  const { journey, place, hearing } = heeding;
  const { trace, wantsOriginal } = journey;
  const ibi = place.ibi.text;
  const away = findAway(journey, ibi);
  const read = readAll(heeding);
  const missing = [
    ...hearing.silent,
    ...missingAmong(away),
    ...read.flatMap(({ heard, reading }) => (reading.kind === 'unreadable' ? [unreadable(heard, reading.pair)] : [])),
    ...journey.doubts.map(([heard, pair]) => unreadable(heard, pair)),
  ];
  const broken = read.filter(({ reading }) => reading.kind === 'unreadable' && reading.pair.name.startsWith('url'));
  if (broken[0] !== undefined && broken.length === missing.length) {
    const archive = knownArchive(broken[0].heard);
    trace({ kind: 'decided', why: because('url-unusable', { address: archive.address }) });
    return { kind: 'unusable', ibi, archive };
  }
  if (missing.length > 0) {
    trace({ kind: 'decided', why: because('answer-missing') });
    return { kind: 'uncertain', ibi, silent: missing, retryAfterSeconds: journey.retryAfterSeconds };
  }
  const removals = read.flatMap(({ heard, reading }) => removalOf(heard, reading));
  const copies = read.filter(({ reading }) => reading.kind === 'url').map(({ heard }) => knownArchive(heard));
  if (wantsOriginal && copies.length > 0) {
    trace({ kind: 'decided', why: because('copies-only') });
    return { kind: 'no-original', ibi, copies, removals };
  }
  if (read.some(({ reading }) => reading.kind === 'without')) return describeMissing(heeding, read);
  if (removals.length > 0) {
    trace({ kind: 'decided', why: because('removed-everywhere') });
    return { kind: 'removed', ibi, removals };
  }
  const [reserved] = hearing.reserved ?? [];
  if (reserved !== undefined) {
    const { archive, since, state } = reserved;
    trace({ kind: 'decided', why: because('reserved-there', { address: archive.address }) });
    return { kind: 'reserved', ibi, archive, since, isEnded: state === 'ended' };
  }
  trace({ kind: 'decided', why: because('held-nowhere') });
  return { kind: 'unknown', ibi, away: away.map(viewAway) };
};

const unreadable = (heard: HeardList, pair: UnreadPair): Silent => ({
  ...knownArchive(heard),
  code: 'unreadable',
  because: refuse('peer-refused', { reason: 'pair-unreadable', ...pair }),
});

const removalOf = (heard: HeardList, reading: Read['reading']): readonly Removal[] =>
  reading.kind === 'deleted'
    ? [
        {
          ...knownArchive(heard),
          removedAt: reading.timestamp,
          title: tombstoneText(heard, 'title', MAX_TITLE_LENGTH),
          reason: tombstoneText(heard, 'reason', MAX_REASON_LENGTH),
        },
      ]
    : [];

/** A text in a tombstone, a pair beyond the standard; undefined if it cannot be read. */
const tombstoneText = ({ list }: HeardList, part: 'title' | 'reason', maxLength: number): string | undefined => {
  const value = list.others.find(({ name }) => name === `tombstone.${part}`)?.value;
  try {
    return typeof value === 'string' ? decodeURIComponent(value).slice(0, maxLength) : undefined;
  } catch {
    return undefined;
  }
};

/** Decision 47: the item is there, and the outcome names the part that is missing. */
const describeMissing = ({ journey, place, sought, hearing }: Heeding, read: readonly Read[]): Resolution => {
  const ibi = place.ibi.text;
  const findMissing = (heard: readonly HeardList[]) =>
    heard.flatMap(({ list }) => findMissingTranslation(list, sought) ?? []);
  const believed = findMissing(read.map(({ heard }) => heard));
  // Only a copy may have metadata, and tell in which languages they are not.
  const missing = believed.length > 0 ? believed : findMissing(hearing.heard);
  const [first] = missing;
  if (first !== undefined) {
    journey.trace({ kind: 'decided', why: because('translation-missing', { language: first.language }) });
    const others = missing.filter(({ language }) => language === first.language).flatMap(({ languages }) => languages);
    return { kind: 'untranslated', ibi, language: first.language, languages: [...new Set(others)].toSorted() };
  }
  const { filePath: path } = journey.reading.url;
  const isMetadata = sought.relation.some(({ kind }) => kind === 'metadata');
  const what = isMetadata ? 'metadata' : path === undefined ? 'document' : 'file';
  journey.trace({ kind: 'decided', why: because('part-missing', { what }) });
  return { kind: 'missing', ibi, what, path: what === 'file' ? path : undefined };
};
