import { type Refusal, refuse } from '@perene/api/refusals';
import { isNoting, noteAge, noteUnwatched } from '../../../memory/reading-notes.ts';
import { COUNTING_TABLES, WATCHED_TABLES } from '../migrations/2026-11-18-34-touched.ts';
import { TABLES } from '../migrations/tables.ts';
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
      if (isNoting()) noteStatement(text);
      return await statement(text, values);
    } catch (error) {
      throw fail(error);
    }
  };

  try {
    const result = await work(
      {
        dialect: database.dialect,
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

const NOTED_TABLES = [...WATCHED_TABLES, ...COUNTING_TABLES];
const UNWATCHED_TABLES = new Set(Object.keys(TABLES).filter((table) => !NOTED_TABLES.includes(table)));
/** How old counts may be. */
const COUNTS_MS = 60_000;
const MAX_KNOWN = 1_000;

/** Asks the same of every statement only once. */
const rememberFor = (judge: (words: readonly string[]) => boolean): ((statement: string) => boolean) => {
  const known = new Map<string, boolean>();
  return (statement) => {
    const found = known.get(statement);
    if (found !== undefined) return found;
    const answer = judge(statement.match(/\w+/g) ?? []);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(statement, answer);
    return answer;
  };
};

/** Whether changes of all that the statement reads are noted. */
const isWatched = rememberFor(
  (words) => !words.some((word) => UNWATCHED_TABLES.has(word) || word.startsWith('search_index')),
);

const countsVisits = rememberFor((words) => words.some((word) => COUNTING_TABLES.includes(word)));

const noteStatement = (text: string): void => {
  if (!isWatched(text)) noteUnwatched();
  if (countsVisits(text)) noteAge(COUNTS_MS);
};

/** Whether the statement may change something that is watched. */
export const changesWatched = rememberFor(
  (words) =>
    !/^select$/i.test(words[0] ?? '') &&
    words.some((word) => WATCHED_TABLES.includes(word)) &&
    words.some((word) => /^(?:insert|update|delete)$/i.test(word)),
);

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
