import { type DigestRequest, fingerprintOf, formatDigest, MORE_CHANGES, netChange } from '@perene/core/federation';
import { LRUCache } from 'lru-cache';
import type { LabelChange, LabelChanges } from '../../../ports/archive/catalogue-records.ts';
import type { Clock } from '../../../ports/system/clock.ts';

/** Answers resolvers which labels the Archive has, as fingerprints (docs/federation.md). */
export interface DigestAnswers {
  answer(request: DigestRequest): Promise<string>;
}

type DigestChanges = Pick<LabelChanges, 'find' | 'after'>;

interface DigestAnswerLimits {
  /** The most changes in one answer; the resolver asks for the next ones since its version. */
  readonly maxChanges: number;
  /** Answers with more changes than this are remembered. */
  readonly minRememberedChanges: number;
  readonly maxRememberedCharacters: number;
  /** How long an answer is repeated although there may be later changes. */
  readonly rebuildAfterMicroseconds: bigint;
}

const LIMITS: DigestAnswerLimits = {
  maxChanges: 100_000,
  minRememberedChanges: 10_000,
  maxRememberedCharacters: 32 * 1_048_576,
  rebuildAfterMicroseconds: 5_000_000n,
};
const CHANGES_PER_STEP = 5_000;

interface BuiltAnswer {
  readonly text: string;
  /** Number of the last change in it. */
  readonly last: number;
  readonly changes: number;
  /** Whether it has as many changes as an answer can have, so that it stays the same for ever. */
  readonly isFull: boolean;
  readonly builtAt: bigint;
}

/** The state of the Archive after a change; 0 is before the first one. */
type Version = Pick<LabelChange, 'number' | 'mark' | 'held'>;

const BEGINNING: Version = { number: 0, mark: '0', held: 0 };

export const createDigestAnswers = (
  { changes, clock }: { readonly changes: DigestChanges; readonly clock: Pick<Clock, 'now'> },
  limits = LIMITS,
): DigestAnswers => {
  const memory = createMemory(clock, limits);
  let building: Promise<unknown> = Promise.resolve();
  return {
    async answer({ since }) {
      const start = since === undefined ? undefined : await findVersion(changes, since);
      const key = start === undefined ? '' : formatVersion(start);
      // One answer is built at a time, so that many requests at once cost no more than one.
      const turn = building.then(async () => {
        const known = memory.find(key);
        if (known !== undefined) return tellLater(changes, known);
        const built = await build(changes, start, { ...limits, builtAt: clock.now() });
        memory.keep(key, built);
        return built.text;
      });
      building = turn.catch(() => undefined);
      return turn;
    },
  };
};

/** A repeated answer says whether changes came since, so that nothing is missing from a complete one. */
const tellLater = async (
  changes: Pick<LabelChanges, 'after'>,
  { text, last, isFull }: BuiltAnswer,
): Promise<string> => {
  if (isFull || (await changes.after(last, 1)).length === 0) return text;
  return `${text}\r\n${MORE_CHANGES}`;
};

const createMemory = (
  clock: Pick<Clock, 'now'>,
  { minRememberedChanges, maxRememberedCharacters, rebuildAfterMicroseconds }: DigestAnswerLimits,
) => {
  const answers = new LRUCache<string, BuiltAnswer>({
    maxSize: maxRememberedCharacters,
    sizeCalculation: ({ text }) => text.length,
  });
  return {
    find(key: string): BuiltAnswer | undefined {
      const known = answers.get(key);
      if (known === undefined) return undefined;
      const age = clock.now() - known.builtAt;
      if (known.isFull || (age >= 0n && age < rebuildAfterMicroseconds)) return known;
      answers.delete(key);
      return undefined;
    },
    keep(key: string, built: BuiltAnswer): void {
      if (built.changes >= minRememberedChanges) answers.set(key, built);
    },
  };
};

const build = async (
  changes: DigestChanges,
  start: Version | undefined,
  { maxChanges, builtAt }: DigestAnswerLimits & { readonly builtAt: bigint },
): Promise<BuiltAnswer> => {
  const additions: number[] = [];
  const removals: number[] = [];
  let last = start ?? BEGINNING;
  let count = 0;
  // Step by step, so that other requests are served in between.
  while (count < maxChanges) {
    const limit = Math.min(CHANGES_PER_STEP, maxChanges - count);
    const step = await changes.after(last.number, limit);
    for (const { kind, label } of step) (kind === 'added' ? additions : removals).push(fingerprintOf(label));
    last = step.at(-1) ?? last;
    count += step.length;
    if (step.length < limit) break;
    await new Promise(setImmediate);
  }
  const hasMore = count === maxChanges && (await changes.after(last.number, 1)).length > 0;
  const text = formatDigest({
    ...netChange(additions, removals),
    version: formatVersion(last),
    since: start && formatVersion(start),
    count: last.held,
    hasMore,
  });
  return { text, last: last.number, changes: count, isFull: hasMore, builtAt };
};

const formatVersion = ({ number, mark }: Version): string => `${number}-${mark}`;

/**
 * Returns undefined if the change with that number is another one: the Archive was restored, and the resolver knows
 * another past.
 */
const findVersion = async (changes: DigestChanges, text: string): Promise<Version | undefined> => {
  const [, number = ''] = /^(\d{1,15})-\d{1,15}$/.exec(text) ?? [];
  const version = Number(number) === 0 ? BEGINNING : await changes.find(Number(number));
  return version !== undefined && formatVersion(version) === text ? version : undefined;
};
