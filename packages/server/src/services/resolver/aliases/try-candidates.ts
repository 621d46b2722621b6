import { because } from '@perene/api/refusals';
import { formatPersistentTarget, formatServiceRequest, type Ibi, type Label, parseUrlList } from '@perene/core';
import type { TolerantReading } from '@perene/core/reading';
import { LRUCache } from 'lru-cache';
import { createUrlRequest, type Reach } from '../asking/ask-archives.ts';
import type {
  Resolution,
  ResolutionRequest,
  ResolverOperations,
  Silent,
  TraceStep,
} from '../asking/outcome/resolution.ts';
import type { IncludedArchive } from '../members/member-directory.ts';

/** After so many messages for one label of before RTC-10 no further label that it may stand for is asked for. */
const MAX_MESSAGES = 1_000;
const ZERO_SECOND = '.00';
const DENIED_MS = 600_000;
const MAX_DENIED = 10_000;

export interface CandidateNeeds extends Pick<Reach, 'directory' | 'locations' | 'local'> {
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
  readonly holders: Pick<Reach['holders'], 'holdersOf'>;
  readonly now: () => number;
  readonly deadlineMs: number;
  readonly retryAfterSeconds: number;
}

interface Tried {
  readonly resolution: Resolution;
  /** Whether no Archive has an item of any of the labels, as far as is known: some of it may be ten minutes old. */
  readonly isDenied: boolean;
}

/**
 * Resolves a label of before RTC-10 that stands for several: first those that an Archive is known to have, then the
 * others, the likeliest first. Every Archive without a digest is asked for each of them, so with many Archives only some
 * can be asked for at a time. Then a "no" is not earned (decision 41), and the next request goes on with the rest.
 */
export const createCandidateTrying = (needs: CandidateNeeds) => {
  const denied = new LRUCache<Label, true>({ max: MAX_DENIED, ttl: DENIED_MS, perf: { now: needs.now } });
  return async (
    reading: TolerantReading,
    request: ResolutionRequest,
    trace: (step: TraceStep) => void,
  ): Promise<Tried> => {
    const deadline = needs.now() + needs.deadlineMs;
    let messages = 0;
    const count = (step: TraceStep): void => {
      if (step.kind === 'asked') messages += 1;
      trace(step);
    };
    const candidates = await order(needs, [reading.url.ibi, ...reading.alternatives], request, denied);
    const left = new Set<Label>(candidates.map(({ text }) => text));
    let outcome: Resolution = { kind: 'unknown', ibi: reading.url.ibi.text, away: [] };
    for (const candidate of chooseTried(candidates)) {
      if (messages >= MAX_MESSAGES || needs.now() >= deadline) break;
      if (candidate !== candidates[0]) {
        trace({ kind: 'decided', why: because('alternative-tried', { label: candidate.text }) });
      }
      const other = await needs.resolver.resolve({ ...request, target: targetOf(reading, candidate) }, count);
      if (!isWithout(other)) return { resolution: withChanges(other, reading), isDenied: false };
      for (const label of candidates.filter((one) => isTriedWith(one, candidate)).map(({ text }) => text)) {
        left.delete(label);
        if (other.kind === 'unknown') denied.set(label, true);
      }
      // A "no" to one of the labels does not remove the doubt about another.
      if (outcome.kind === 'unknown') outcome = other;
    }
    if (left.size === 0) return { resolution: outcome, isDenied: outcome.kind === 'unknown' };
    const isDenied = outcome.kind === 'unknown' && [...left].every((label) => denied.has(label));
    return { resolution: doubt(needs, outcome, [...left]), isDenied };
  };
};

/** Where the resolver does not find a label with a second of zero, it tries the same label without it. */
const isTriedWith = (label: Ibi, tried: Ibi): boolean =>
  label.text === tried.text || `${label.text}${ZERO_SECOND}` === tried.text;

/** The first by itself, and of the others only those that the resolver does not try anyway. */
const chooseTried = (candidates: readonly Ibi[]): readonly Ibi[] =>
  candidates.filter(
    (label, index) =>
      index === 0 || !candidates.some((other) => other.text !== label.text && isTriedWith(label, other)),
  );

const isWithout = ({ kind }: Resolution): boolean => kind === 'unknown' || kind === 'uncertain';

/** Those that are known to be held, then those that were not denied lately, the likeliest first. */
const order = async (
  needs: CandidateNeeds,
  candidates: readonly Ibi[],
  { clientAddresses }: ResolutionRequest,
  denied: Pick<LRUCache<Label, true>, 'has'>,
): Promise<readonly Ibi[]> => {
  const { holders, locations, local } = needs;
  const isHere = async (label: Ibi): Promise<boolean> => {
    const parts = { clientAddresses, filePath: undefined, verbs: [] };
    const answer = await local?.answer(formatServiceRequest(createUrlRequest(label, parts)));
    const list = answer && parseUrlList(answer.body);
    return list?.ok === true && list.value !== undefined;
  };
  const placeOf = async (label: Ibi): Promise<number> => {
    const { text } = label;
    const isKnown = locations.find(text) !== undefined || holders.holdersOf([text]).named.length > 0;
    if (isKnown || (await isHere(label))) return 0;
    return denied.has(text) ? 2 : 1;
  };
  const placed: (readonly [place: number, label: Ibi])[] = [];
  for (const label of candidates) placed.push([await placeOf(label), label]);
  return placed.toSorted(([one], [other]) => one - other).map(([, label]) => label);
};

const targetOf = ({ url }: TolerantReading, ibi: Ibi): string =>
  formatPersistentTarget({ ...url, ibi, ibiAsWritten: ibi.text });

const withChanges = (resolution: Resolution, { changes }: TolerantReading): Resolution =>
  resolution.kind === 'found' ? { ...resolution, changes } : resolution;

/** The outcome if there are labels that nobody was asked for. */
const doubt = (
  { directory, holders, retryAfterSeconds }: CandidateNeeds,
  outcome: Resolution,
  labels: readonly Label[],
): Resolution => {
  const { named, open } = holders.holdersOf(labels);
  const mayHave = ({ number, isLocal }: IncludedArchive): boolean =>
    !isLocal && (named.includes(number) || open.includes(number));
  const heard = outcome.kind === 'uncertain' ? outcome.silent : [];
  const silent = directory
    .included()
    .filter((archive) => mayHave(archive) && !heard.some(({ service }) => service === archive.service))
    .map(notAsked);
  const ibi = labels[0] ?? '';
  return { kind: 'uncertain', ibi, silent: [...heard, ...silent], retryAfterSeconds };
};

const notAsked = ({ address, service }: IncludedArchive): Silent => ({
  address,
  service,
  code: 'no-time-left',
  because: because('no-time-left'),
});
