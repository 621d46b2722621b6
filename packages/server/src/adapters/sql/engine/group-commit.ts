import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '@perene/api/refusals';
import { runWork, type Work } from './run-work.ts';
import type { SharedWork, SqlSession } from './sql-database.ts';

const MAX_WORKS_PER_COMMIT = 512;

/** The one connection of a process that writes. */
export interface WritingConnection {
  readonly session: SqlSession;
  /** Resolves once no other process writes. */
  begin(): Promise<void>;
  /** The changes are durable when this resolves. */
  commit(): Promise<void>;
  /** May be called if nothing has begun, or if the database itself has ended the transaction. */
  rollback(): Promise<void>;
  beginPart(): Promise<void>;
  keepPart(): Promise<void>;
  /** Fails if the database has ended the whole transaction. */
  undoPart(): Promise<void>;
}

interface GroupCommit {
  readonly work: SharedWork;
  transaction<Result>(work: Work<Result>): Promise<Result>;
  /** Resolves when no work waits any more. */
  finish(): Promise<void>;
}

interface Waiting {
  readonly work: Work<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Works that wait at the same time run one after the other and share one commit; each resolves after it. */
export const createGroupCommit = (connection: WritingConnection): GroupCommit => {
  const waiting: Waiting[] = [];
  const work = { transactions: 0, commits: 0 };
  let turn: Promise<void> | undefined;

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Requests that arrive in the same turn of the event loop share the commit.
      await nextTurn();
      const works = waiting.splice(0, MAX_WORKS_PER_COMMIT);
      await runTogether(connection, works);
      work.transactions += works.length;
      work.commits += 1;
    }
    turn = undefined;
  };

  return {
    work,
    transaction: <Result>(asked: Work<Result>) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ work: asked, resolve: resolve as (result: unknown) => void, reject });
        turn ??= runAll();
      }),
    async finish() {
      await turn;
    },
  };
};

const runTogether = async (connection: WritingConnection, works: readonly Waiting[]): Promise<void> => {
  const answers: (() => void)[] = [];
  const run = works.length === 1 ? runAlone : runAsPart;
  try {
    await connection.begin();
    for (const waiting of works) answers.push(await run(connection, waiting));
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    for (const { reject } of works) reject(error);
    return;
  }
  for (const answer of answers) answer();
};

const runAlone = async ({ session }: WritingConnection, { work, resolve }: Waiting): Promise<() => void> => {
  const result = await runWork(session, work);
  return () => resolve(result);
};

/** A work that fails is undone without its neighbours. */
const runAsPart = async (connection: WritingConnection, { work, resolve, reject }: Waiting): Promise<() => void> => {
  await connection.beginPart();
  try {
    const result = await runWork(connection.session, work);
    await connection.keepPart();
    return () => resolve(result);
  } catch (error) {
    await undoPart(connection, error);
    return () => reject(error);
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
