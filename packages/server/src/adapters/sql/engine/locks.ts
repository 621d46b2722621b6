import { createHash } from 'node:crypto';

/**
 * What a transaction counts on not to change meanwhile. PostgreSQL carries out transactions at the same time, unless one
 * of two has a name as `exclusive` that the other one has, too. SQLite has one writer anyway.
 */
export interface Locks {
  readonly exclusive?: readonly string[];
  readonly shared?: readonly string[];
  /**
   * Whether the work may be run again: it changes nothing but the database. Only such a work can ask for further locks
   * while it runs.
   */
  readonly mayRepeat?: boolean;
}

/** The locks of a transaction that named none: nobody else writes. */
export const ALONE = 'alone';

export type HeldLocks = Locks | typeof ALONE;

/** More would fill the table of locks of PostgreSQL. */
const MAX_NAMES = 64;

/** The name of the lock under which rows come into the history; it is taken last of all. */
export const HISTORY_LOCK = 'history';

/** The locks of all these works at once. */
export const uniteLocks = (all: readonly HeldLocks[]): HeldLocks => {
  const exclusive = new Set<string>();
  const shared = new Set<string>();
  for (const locks of all) {
    if (locks === ALONE) return ALONE;
    for (const name of locks.exclusive ?? []) exclusive.add(name);
    for (const name of locks.shared ?? []) shared.add(name);
  }
  if (exclusive.size + shared.size > MAX_NAMES) return ALONE;
  return { exclusive: [...exclusive], shared: [...shared].filter((name) => !exclusive.has(name)) };
};

export const coverLocks = (held: HeldLocks, wanted: Locks): boolean => {
  if (held === ALONE) return true;
  const { exclusive = [], shared = [] } = held;
  return (
    (wanted.exclusive ?? []).every((name) => exclusive.includes(name)) &&
    (wanted.shared ?? []).every((name) => shared.includes(name) || exclusive.includes(name))
  );
};

/** A number for each name, the same in every process. Names that share one by chance only wait for each other. */
const numberOf = (name: string): bigint => createHash('sha256').update(`perene ${name}`).digest().readBigInt64BE();

/** In one order for all processes, so that no two wait for each other; what is taken last comes last. */
export const orderLocks = ({ exclusive = [], shared = [] }: Locks): readonly NumberedLock[] => {
  const all = [
    ...exclusive.map((name) => ({ name, isShared: false, number: numberOf(name) })),
    ...shared.map((name) => ({ name, isShared: true, number: numberOf(name) })),
  ];
  const isLast = ({ name }: { readonly name: string }) => (name === HISTORY_LOCK ? 1 : 0);
  return all.toSorted((one, other) => isLast(one) - isLast(other) || compare(one.number, other.number));
};

interface NumberedLock {
  readonly number: bigint;
  readonly isShared: boolean;
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

/** The locks of running works, and of works that wait for them. */
export const createLockTable = () => {
  const exclusive = new Set<string>();
  const shared = new Set<string>();
  let [isAny, isAlone] = [false, false];
  return {
    add(locks: HeldLocks): void {
      isAny = true;
      if (locks === ALONE) isAlone = true;
      else {
        for (const name of locks.exclusive ?? []) exclusive.add(name);
        for (const name of locks.shared ?? []) shared.add(name);
      }
    },
    isInWay(locks: HeldLocks): boolean {
      if (locks === ALONE || isAlone) return isAny;
      return (
        (locks.exclusive ?? []).some((name) => exclusive.has(name) || shared.has(name)) ||
        (locks.shared ?? []).some((name) => exclusive.has(name))
      );
    },
  };
};

/** A work asked for a lock that it does not have. */
export class MissingLocks extends Error {
  readonly locks: Locks;

  constructor(locks: Locks) {
    super(`locks are missing: ${JSON.stringify(locks)}`);
    this.locks = locks;
  }
}
