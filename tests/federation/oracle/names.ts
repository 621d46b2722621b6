import type { Resolution } from '../../../packages/server/src/services/resolver/asking/resolution.ts';
import { type ArchiveTruth, type Holding, isAlive, wordsOf } from './truth.ts';

/** What an answer names: all of `must`, and nothing but `must` and `may`. */
export interface Names {
  readonly must: readonly string[];
  readonly may: readonly string[];
}

export const isNamed = ({ must, may }: Names, named: readonly string[]): boolean =>
  must.every((one) => named.includes(one)) && named.every((one) => must.includes(one) || may.includes(one));

/** Services of Archives, or languages, as a resolution names them. */
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

/** Decision 43: its lease ends so long after it was heard last. */
const LONGEST_LEASE_MS = 30_000;

/** Its digest may speak for it; of those that are not ours none ever does. */
export const mayHoldLease = ({ kind, down, downSince }: ArchiveTruth, now: number): boolean =>
  kind === 'ours' && (down === undefined || now - downSince <= LONGEST_LEASE_MS);

/** Decision 46: the notice names what there is. What lives nowhere may be told as well, and so may what copies tell. */
export const languagesOf = (
  label: string,
  {
    speakers,
    holders,
    lives,
  }: {
    readonly speakers: readonly ArchiveTruth[];
    readonly holders: readonly ArchiveTruth[];
    readonly lives: (label: string) => boolean;
  },
): Names => {
  const told = (archive: ArchiveTruth, isTold: (member: string, holding: Holding | undefined) => boolean) =>
    wordsOf(archive, label).family.flatMap(({ label: member, language }) =>
      language !== undefined && isTold(member, archive.holdings.get(member)) ? [language] : [],
    );
  return {
    must: speakers.flatMap((archive) =>
      told(archive, (member, holding) => (holding === undefined || isAlive(holding)) && lives(member)),
    ),
    may: holders.flatMap((archive) => told(archive, () => true)),
  };
};
