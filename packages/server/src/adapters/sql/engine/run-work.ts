import { type Refusal, refuse } from '@perene/api/refusals';
import { coverLocks, type HeldLocks, type Locks, MissingLocks } from './locks.ts';
import type { LateStep, SqlSession, SqlValue, WritingSession } from './sql-database.ts';

export type Work<Result> = (session: WritingSession) => Promise<Result>;
export type Reading<Result> = (session: SqlSession) => Promise<Result>;

/** What a work leaves to the end of its transaction. */
export interface Late {
  // biome-ignore lint/suspicious/noExplicitAny: a step takes its own entries only
  readonly step: LateStep<any>;
  readonly entry: unknown;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Runs one work in a session of its own, in the same way for both databases. A failed statement fails the whole work,
 * even if the work catches the error, because PostgreSQL refuses all further statements then.
 */
export const runWork = async <Result>(
  database: SqlSession,
  work: Work<Result>,
  { held, late }: { readonly held: HeldLocks; readonly late: Late[] },
): Promise<Result> =>
  runGuarded(database, (session, fail) =>
    work({
      ...session,
      need(locks: Locks) {
        if (!coverLocks(held, locks)) throw fail(new MissingLocks(locks));
      },
      defer(step, entry) {
        late.push({ step, entry });
      },
    }),
  );

export const runReading = <Result>(database: SqlSession, work: Reading<Result>): Promise<Result> =>
  runGuarded(database, (session) => work(session));

const runGuarded = async <Result>(
  database: SqlSession,
  work: (session: SqlSession, fail: (error: unknown) => unknown) => Promise<Result>,
): Promise<Result> => {
  let failure: unknown;
  let isOver = false;

  const fail = (error: unknown): unknown => {
    failure ??= error;
    return error;
  };

  const execute = async <Answer>(
    statement: (text: string, values: readonly SqlValue[]) => Promise<Answer>,
    text: string,
    values: readonly SqlValue[],
  ): Promise<Answer> => {
    if (isOver) throw new Error(`a statement came after the end of its work: ${text}`);
    if (failure !== undefined) throw failure;
    try {
      for (const value of values) refuseInexact(value);
      return await statement(text, values);
    } catch (error) {
      throw fail(error);
    }
  };

  try {
    const result = await work(
      {
        all: (text, values = []) => execute(database.all, text, values),
        run: (text, values = []) => execute(database.run, text, values),
      },
      fail,
    );
    if (failure !== undefined) throw failure;
    return result;
  } finally {
    isOver = true;
  }
};

/** Refuses a value that one of the databases would refuse, cut or change. */
export const refuseInexact = (value: SqlValue): void => {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw unkept('null-character');
    if (LONE_SURROGATE.test(value)) throw unkept('half-character');
  } else if (value !== null && BigInt.asIntN(64, value) !== value) {
    throw unkept('large-integer');
  }
};

const unkept = (reason: 'null-character' | 'half-character' | 'large-integer'): Refusal =>
  refuse('value-unkept', { reason });
