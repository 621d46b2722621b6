import { AsyncLocalStorage } from 'node:async_hooks';

/** Readers who may be answered from the copy of the database while that is gone. */
const readers = new AsyncLocalStorage<true>();

/** How often this process began or ended to read a copy, and as of when the last one was. */
let uses = 0;
let lastAsOf = 0;

/** Runs what only reads for somebody outside: nothing is decided by it. */
export const allowCopy = <Result>(work: () => Result): Result => readers.run(true, work);

export const mayUseCopy = (): boolean => readers.getStore() !== undefined;

/** Notes that something was read from a copy, with its age in milliseconds since 1970. */
export const noteCopyUse = (asOf: number): void => {
  uses += 1;
  lastAsOf = asOf;
};

export const countCopyUses = (): number => uses;

/**
 * Begins to watch; the returned function tells how many seconds old the copy is if any was read since, by whomever: what
 * one request reads may answer another one.
 */
export const watchCopyUse = (): (() => number | undefined) => {
  const before = uses;
  return () => (uses === before ? undefined : Math.max(0, Math.ceil((Date.now() - lastAsOf) / 1_000)));
};
