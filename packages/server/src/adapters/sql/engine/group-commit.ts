import { Refusal } from '@perene/api/refusals';
import { ALONE, createLockTable, type HeldLocks, type Locks, MissingLocks, uniteLocks } from './locks.ts';
import { type Late, runWork, type Work } from './run-work.ts';
import type { SharedWork, SqlSession } from './sql-database.ts';

const MAX_WORKS_PER_COMMIT = 512;
/** Of works that do not wait for one another: further ones use other connections. */
const MAX_STRANGERS_PER_COMMIT = 16;
/** Further locks of a work, and deadlocks, are few. */
const MAX_RUNS = 10;

/** A connection of a process that writes. */
export interface WritingConnection {
  readonly session: SqlSession;
  /** Resolves once no other process has a lock that is in the way, and returns all that nobody else has now. */
  begin(locks: HeldLocks): Promise<HeldLocks>;
  /** Takes one more lock, after which no other is taken. */
  lockLast(name: string): Promise<void>;
  /** The changes are durable when this resolves. */
  commit(): Promise<void>;
  /** May be called if nothing has begun, or if the database itself has ended the transaction. */
  rollback(): Promise<void>;
  beginPart(): Promise<void>;
  keepPart(): Promise<void>;
  /** Fails if the database has ended the whole transaction. */
  undoPart(): Promise<void>;
  /** Whether the transaction failed only because another one ran at the same time. */
  isConflict(error: unknown): boolean;
}

interface GroupCommit {
  readonly work: SharedWork;
  transaction<Result>(work: Work<Result>, locks?: Locks): Promise<Result>;
  /** Resolves when no work waits any more. */
  finish(): Promise<void>;
}

interface Waiting {
  readonly work: Work<unknown>;
  readonly locks: HeldLocks;
  readonly mayRepeat: boolean;
  readonly runs: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Works that wait for the same run one after the other and share one commit; each resolves after it. Others run at the
 * same time, each group on a connection of its own.
 */
export const createGroupCommit = (connections: readonly WritingConnection[]): GroupCommit => {
  const free = [...connections];
  const work = { transactions: 0, commits: 0 };
  const running = new Set<readonly Waiting[]>();
  const finishing: (() => void)[] = [];
  let waiting: Waiting[] = [];
  let isStarting = false;

  /** Requests that arrive in the same turn of the event loop share the commit. */
  const startSoon = (): void => {
    if (isStarting || waiting.length === 0) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      startAll();
    });
  };

  const startAll = (): void => {
    for (let connection = free.pop(); connection !== undefined; connection = free.pop()) {
      const batch = takeBatch();
      if (batch.length === 0) {
        free.push(connection);
        return;
      }
      run(connection, batch);
    }
  };

  const takeBatch = (): readonly Waiting[] => {
    if (connections.length === 1) return waiting.splice(0, MAX_WORKS_PER_COMMIT);
    const { batch, left } = chooseBatch(waiting, running);
    waiting = left;
    return batch;
  };

  const run = async (connection: WritingConnection, batch: readonly Waiting[]): Promise<void> => {
    running.add(batch);
    const again = await runTogether(connection, batch);
    running.delete(batch);
    free.push(connection);
    work.transactions += batch.length - again.length;
    work.commits += 1;
    waiting.unshift(...again);
    startSoon();
    if (running.size === 0 && waiting.length === 0) for (const resolve of finishing.splice(0)) resolve();
  };

  return {
    work,
    transaction: <Result>(asked: Work<Result>, locks?: Locks) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({
          work: asked,
          locks: locks === undefined ? ALONE : uniteLocks([locks]),
          mayRepeat: locks?.mayRepeat ?? false,
          runs: 1,
          resolve: resolve as (result: unknown) => void,
          reject,
        });
        startSoon();
      }),
    finish: () =>
      new Promise((resolve) => {
        if (running.size === 0 && waiting.length === 0) resolve();
        else finishing.push(resolve);
      }),
  };
};

/**
 * Chooses the first work that no running one is in the way of, with those that are like it. A work never overtakes one
 * that is in its way.
 */
const chooseBatch = (
  waiting: readonly Waiting[],
  running: Iterable<readonly Waiting[]>,
): { readonly batch: readonly Waiting[]; readonly left: Waiting[] } => {
  const inWay = createLockTable();
  for (const others of running) for (const { locks } of others) inWay.add(locks);
  const batch: Waiting[] = [];
  const left: Waiting[] = [];
  for (const one of waiting) {
    if (inWay.isInWay(one.locks)) inWay.add(one.locks);
    else if (mayJoin(batch, one)) {
      batch.push(one);
      continue;
    }
    left.push(one);
  }
  return { batch, left };
};

const mayJoin = (batch: readonly Waiting[], { locks }: Waiting): boolean => {
  const [first] = batch;
  if (first === undefined) return true;
  if (batch.length >= MAX_WORKS_PER_COMMIT || subjectOf(first.locks) !== subjectOf(locks)) return false;
  return batch.length < MAX_STRANGERS_PER_COMMIT || firstName(first.locks) === firstName(locks);
};

const firstName = (locks: HeldLocks): string =>
  locks === ALONE ? ALONE : (locks.exclusive?.[0] ?? locks.shared?.[0] ?? '');

/** What the first lock is about: the first word of its name. */
const subjectOf = (locks: HeldLocks): string => firstName(locks).replace(/ .*/s, '');

interface Running {
  readonly connection: WritingConnection;
  readonly held: HeldLocks;
  readonly late: Late[];
}

/** Returns the works that must run again. */
const runTogether = async (connection: WritingConnection, works: readonly Waiting[]): Promise<readonly Waiting[]> => {
  const answers: (() => void)[] = [];
  const again: Waiting[] = [];
  const run = works.length === 1 ? runAlone : runAsPart;
  try {
    const held = await connection.begin(uniteLocks(works.map(({ locks }) => locks)));
    const late: Late[] = [];
    for (const waiting of works) {
      const outcome = await run({ connection, held, late }, waiting);
      if (typeof outcome === 'function') answers.push(outcome);
      else again.push(outcome);
    }
    await finishLate(connection, late);
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    return works.flatMap((waiting) => repeated(connection, waiting, error) ?? waiting.reject(error) ?? []);
  }
  for (const answer of answers) answer();
  return again;
};

/** Steps that were left to the end are done once for all works, so that others wait for their lock as briefly as can be. */
const finishLate = async (connection: WritingConnection, late: readonly Late[]): Promise<void> => {
  for (const step of new Set(late.map((one) => one.step))) {
    await connection.lockLast(step.lock);
    await step.run(
      connection.session,
      late.filter((one) => one.step === step).map(({ entry }) => entry),
    );
  }
};

/** The work as it must run again after this error, if it may. */
const repeated = (connection: WritingConnection, waiting: Waiting, error: unknown): Waiting | undefined => {
  const { mayRepeat, runs, locks } = waiting;
  if (!mayRepeat || runs >= MAX_RUNS) return undefined;
  if (error instanceof MissingLocks) return { ...waiting, runs: runs + 1, locks: uniteLocks([locks, error.locks]) };
  return connection.isConflict(error) ? { ...waiting, runs: runs + 1 } : undefined;
};

type Outcome = (() => void) | Waiting;

const runAlone = async ({ connection, held, late }: Running, { work, resolve }: Waiting): Promise<Outcome> => {
  const result = await runWork(connection.session, work, { held, late });
  return () => resolve(result);
};

/** A work that fails is undone without its neighbours. */
const runAsPart = async ({ connection, held, late }: Running, waiting: Waiting): Promise<Outcome> => {
  await connection.beginPart();
  const own: Late[] = [];
  try {
    const result = await runWork(connection.session, waiting.work, { held, late: own });
    await connection.keepPart();
    late.push(...own);
    return () => waiting.resolve(result);
  } catch (error) {
    await undoPart(connection, error);
    return repeated(connection, waiting, error) ?? (() => waiting.reject(error));
  }
};

/** If the database has ended the whole transaction, as with a full disk, the neighbours fail with the same cause. */
const undoPart = async (connection: WritingConnection, cause: unknown): Promise<void> => {
  try {
    await connection.undoPart();
  } catch (error) {
    throw cause instanceof Refusal && cause.code.startsWith('database-') ? cause : error;
  }
};
