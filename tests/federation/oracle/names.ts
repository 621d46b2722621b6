import type { Resolution } from '../../../packages/server/src/services/resolver/asking/outcome/resolution.ts';
import { type ArchiveTruth, type Holding, isAlive, wordsOf } from './truth.ts';

/** The names that an answer has: all of `must`, one of `some` if there are any, and no others than those and `may`. */
export interface Names {
  readonly must: readonly string[];
  readonly some?: readonly string[];
  readonly may: readonly string[];
}

export const isNamed = ({ must, some = [], may }: Names, named: readonly string[]): boolean =>
  must.every((one) => named.includes(one)) &&
  (some.length === 0 || some.some((one) => named.includes(one))) &&
  named.every((one) => [...must, ...some, ...may].includes(one));

/** Returns the services of Archives, or the languages, that a resolution names. */
export const namesIn = (resolution: Resolution): readonly string[] => {
  switch (resolution.kind) {
    case 'found':
    case 'uncertain':
      return resolution.silent.map(({ service }) => service);
    case 'disputed':
      return resolution.claims.map(({ service }) => service);
    case 'removed':
      return resolution.removals.map(({ service }) => service);
    case 'untranslated':
      return resolution.languages;
    default:
      return [];
  }
};

export const servicesOf = (archives: readonly ArchiveTruth[]): readonly string[] =>
  archives.map(({ service }) => service);

/** Decision 43: a lease ends at most so long after its Archive was last heard. */
const LONGEST_LEASE_MS = 30_000;

/** Whether the digest of the Archive may speak for it, which is never so for Archives of other programs. */
export const mayHoldLease = ({ kind, down, downSince }: ArchiveTruth, now: number): boolean =>
  kind === 'ours' && (down === undefined || now - downSince <= LONGEST_LEASE_MS);

/**
 * Decision 46: the notice names the languages that exist. It may also name those of items that live nowhere, and those
 * that copies and tombstones tell.
 */
export const languagesOf = (
  label: string,
  {
    speakers,
    tellers,
    lives,
  }: {
    readonly speakers: readonly ArchiveTruth[];
    readonly tellers: readonly ArchiveTruth[];
    readonly lives: (label: string) => boolean;
  },
): Names => {
  const told = (archive: ArchiveTruth, isTold: (member: string, holding: Holding | undefined) => boolean) =>
    wordsOf(archive, label).family.flatMap(({ label: member, language }) =>
      language !== undefined && isTold(member, archive.holdings.get(member)) ? [language] : [],
    );
  const toldAlive = speakers.map((archive) =>
    told(archive, (member, holding) => (holding === undefined || isAlive(holding)) && lives(member)),
  );
  return {
    // Decision 56: where several claim the item, the one with the best claim is believed.
    must: toldAlive.flat().filter((language) => toldAlive.every((languages) => languages.includes(language))),
    may: tellers.flatMap((archive) => told(archive, () => true)),
  };
};
