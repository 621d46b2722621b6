import { AsyncLocalStorage } from 'node:async_hooks';

/** What an answer was made of, as numbers of names. */
export interface ReadingNotes {
  readonly numbers: Set<number>;
  /** Whether something was read whose changes nobody hears of. */
  isUnwatched: boolean;
  /** After how long the answer is too old, whatever was touched. */
  maxAgeMs: number;
}

const reading = new AsyncLocalStorage<ReadingNotes>();

/** A hash, because names of what is remembered would take more memory than numbers. Two names may share one by chance. */
export const numberOfName = (name: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
};

export const isNoting = (): boolean => reading.getStore() !== undefined;

/** Notes that what is being answered depends on these names. */
export const noteRead = (...names: readonly string[]): void => {
  const notes = reading.getStore();
  if (notes !== undefined) for (const name of names) notes.numbers.add(numberOfName(name));
};

/** Notes that what is being answered depends on what some other answer was made of. */
export const noteNumbers = (numbers: Iterable<number>): void => {
  const notes = reading.getStore();
  if (notes !== undefined) for (const number of numbers) notes.numbers.add(number);
};

/** Notes that what is being answered must not be remembered. */
export const noteUnwatched = (): void => {
  const notes = reading.getStore();
  if (notes !== undefined) notes.isUnwatched = true;
};

/** Notes that what is being answered changes by itself, and may be that old. */
export const noteAge = (maxAgeMs: number): void => {
  const notes = reading.getStore();
  if (notes !== undefined) notes.maxAgeMs = Math.min(notes.maxAgeMs, maxAgeMs);
};

/** Runs the work and notes what it reads; whoever notes around it gets the same notes. */
export const noting = async <Result>(notes: ReadingNotes, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await reading.run(notes, work);
  } finally {
    noteNumbers(notes.numbers);
    if (notes.isUnwatched) noteUnwatched();
    noteAge(notes.maxAgeMs);
  }
};

/** Goes on with `next`, and notes what is read from there. */
export const runNoting = (notes: ReadingNotes, next: () => void): void => reading.run(notes, next);
