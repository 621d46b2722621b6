import { type DigestRequest, fingerprintOf, formatDigest, netChange } from '@perene/core/federation';
import type { Clock } from '../../ports/clock.ts';
import type { LabelChange, LabelChanges } from '../../ports/label-changes.ts';

/** Tells resolvers which labels the Archive has, as fingerprints (docs/federation.md). */
export interface DigestAnswers {
  answer(request: DigestRequest): Promise<string>;
}

interface DigestAnswerLimits {
  /** Changes in one answer; the next ones are asked for since its version. */
  readonly maxChanges: number;
  /** Answers of more changes than this are remembered. */
  readonly minRememberedChanges: number;
  readonly maxRememberedCharacters: number;
  /** How long an answer is given again although there may be later changes. */
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
  readonly changes: number;
  /** It has as many changes as an answer can have, so that it stays the same for ever. */
  readonly isFull: boolean;
  readonly builtAt: bigint;
}

/** The state of the Archive after a change; 0 is before the first one. */
type Version = Pick<LabelChange, 'number' | 'mark' | 'held'>;

const BEGINNING: Version = { number: 0, mark: '0', held: 0 };

export const createDigestAnswers = (
  { changes, clock }: { readonly changes: LabelChanges; readonly clock: Pick<Clock, 'now'> },
  limits = LIMITS,
): DigestAnswers => {
  const memory = createMemory(clock, limits);
  let building: Promise<unknown> = Promise.resolve();
  return {
    async answer({ since }) {
      const start = since === undefined ? undefined : await findVersion(changes, since);
      const key = start === undefined ? '' : formatVersion(start);
      // One is built at a time: many who ask at once cost no more than one.
      const turn = building.then(async () => {
        const known = memory.find(key);
        if (known !== undefined) return known;
        const built = await build(changes, start, { ...limits, builtAt: clock.now() });
        memory.keep(key, built);
        return built;
      });
      building = turn.catch(() => undefined);
      return (await turn).text;
    },
  };
};

const createMemory = (
  clock: Pick<Clock, 'now'>,
  { minRememberedChanges, maxRememberedCharacters, rebuildAfterMicroseconds }: DigestAnswerLimits,
) => {
  const answers = new Map<string, BuiltAnswer>();
  let characters = 0;
  const forget = (key: string, { text }: BuiltAnswer): void => {
    answers.delete(key);
    characters -= text.length;
  };
  return {
    find(key: string): BuiltAnswer | undefined {
      const known = answers.get(key);
      if (known === undefined) return undefined;
      const age = clock.now() - known.builtAt;
      if (known.isFull || (age >= 0n && age < rebuildAfterMicroseconds)) return known;
      forget(key, known);
      return undefined;
    },
    keep(key: string, built: BuiltAnswer): void {
      if (built.changes < minRememberedChanges) return;
      answers.set(key, built);
      characters += built.text.length;
      for (const [oldest, answer] of answers) {
        if (characters <= maxRememberedCharacters) return;
        forget(oldest, answer);
      }
    },
  };
};

const build = async (
  changes: LabelChanges,
  start: Version | undefined,
  { maxChanges, builtAt }: DigestAnswerLimits & { readonly builtAt: bigint },
): Promise<BuiltAnswer> => {
  const additions: number[] = [];
  const removals: number[] = [];
  let last = start ?? BEGINNING;
  let count = 0;
  // Step by step, so that others are served in between.
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
  return { text, changes: count, isFull: hasMore, builtAt };
};

const formatVersion = ({ number, mark }: Version): string => `${number}-${mark}`;

/** Nothing where the change of that number is another one: the Archive's past is not the one that the resolver knows. */
const findVersion = async (changes: LabelChanges, text: string): Promise<Version | undefined> => {
  const [, number = ''] = /^(\d{1,15})-\d{1,15}$/.exec(text) ?? [];
  const version = Number(number) === 0 ? BEGINNING : await changes.find(Number(number));
  return version !== undefined && formatVersion(version) === text ? version : undefined;
};
