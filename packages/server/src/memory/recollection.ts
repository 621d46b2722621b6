import type { Currency, Follower } from '../ports/node/touches.ts';
import { noteAge, noteNumbers, noting, numberOfName, type ReadingNotes } from './reading-notes.ts';

/** Later touches than these are known one by one; what was last compared before them is forgotten. */
const MAX_TOUCHES = 200_000;

/** What was read for an answer, and since when changes of it count. */
export interface Reading extends ReadingNotes {
  readonly since: number;
}

export interface Memory<Value> {
  /** Returns nothing that was touched since, by any process. */
  find(key: string): Value | undefined;
  /** Keeps the value unless something that it was made of was touched meanwhile. */
  keep(key: string, value: Value, reading: Reading): void;
  forgetAll(): void;
}

interface MemoryLimits<Value> {
  /** About how many bytes the values may take. */
  readonly maxBytes: number;
  /** Without the key and the names. */
  readonly sizeOf: (value: Value) => number;
}

/** What this process remembers, and forgets by name when it was touched. */
export interface Recollection {
  /** Hears of changes, and says whether what is remembered may be given. */
  look(): Currency;
  /** Begins to note what is read; call it before anything is read. */
  begin(): Reading;
  /** Runs the work and notes what it reads. */
  noting<Result>(reading: Reading, work: () => Promise<Result>): Promise<Result>;
  createMemory<Value>(limits: MemoryLimits<Value>): Memory<Value>;
}

interface Kept<Value> {
  readonly value: Value;
  readonly numbers: readonly number[];
  readonly bytes: number;
  /** By the clock of `performance`. */
  readonly until: number;
  /** When it was last found untouched. */
  asOf: number;
}

const BYTES_EACH = 200;
const BYTES_A_NUMBER = 8;

export const createRecollection = (follower: Follower): Recollection => {
  /** The time of the last touch by number, the latest last. */
  const touched = new Map<number, number>();
  let time = 1;
  /** What was last compared before this time is forgotten. */
  let horizon = 0;

  const forgetOldTouches = (): void => {
    for (const [number, at] of touched) {
      if (touched.size <= MAX_TOUCHES / 2) break;
      touched.delete(number);
      horizon = at;
    }
  };
  const look = (): Currency => {
    const { currency, names } = follower.hear();
    if (names.length === 0) return currency;
    time += 1;
    if (names === 'all') {
      touched.clear();
      horizon = time;
      return currency;
    }
    for (const name of names) {
      const number = numberOfName(name);
      touched.delete(number);
      touched.set(number, time);
    }
    if (touched.size > MAX_TOUCHES) forgetOldTouches();
    return currency;
  };
  const isUntouched = (numbers: Iterable<number>, since: number): boolean => {
    if (since < horizon) return false;
    for (const number of numbers) if ((touched.get(number) ?? 0) > since) return false;
    return true;
  };

  return {
    look,
    begin() {
      look();
      return { since: time, numbers: new Set(), isUnwatched: false, maxAgeMs: Number.POSITIVE_INFINITY };
    },
    noting,
    createMemory<Value>({ maxBytes, sizeOf }: MemoryLimits<Value>): Memory<Value> {
      // The oldest go first: to keep an order of use would double the time of every look-up.
      const kept = new Map<string, Kept<Value>>();
      let bytes = 0;
      const remove = (key: string, { bytes: freed }: Kept<Value>): void => {
        kept.delete(key);
        bytes -= freed;
      };
      return {
        find(key) {
          if (look() === 'unknown') return undefined;
          const found = kept.get(key);
          if (found === undefined) return undefined;
          if (found.until < performance.now()) {
            remove(key, found);
            return undefined;
          }
          if (found.asOf !== time) {
            if (!isUntouched(found.numbers, found.asOf)) {
              remove(key, found);
              return undefined;
            }
            found.asOf = time;
          }
          noteNumbers(found.numbers);
          if (found.until < Number.POSITIVE_INFINITY) noteAge(found.until - performance.now());
          return found.value;
        },
        keep(key, value, { numbers, isUnwatched, maxAgeMs, since }) {
          look();
          if (isUnwatched || !isUntouched(numbers, since)) return;
          const size = BYTES_EACH + 2 * key.length + BYTES_A_NUMBER * numbers.size + sizeOf(value);
          if (size > maxBytes) return;
          const before = kept.get(key);
          if (before !== undefined) remove(key, before);
          for (const [oldKey, old] of kept) {
            if (bytes + size <= maxBytes) break;
            remove(oldKey, old);
          }
          kept.set(key, { value, numbers: [...numbers], bytes: size, until: performance.now() + maxAgeMs, asOf: time });
          bytes += size;
        },
        forgetAll() {
          kept.clear();
          bytes = 0;
        },
      };
    },
  };
};
