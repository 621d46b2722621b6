import { Refusal } from '../../refusals/refusal.ts';
import type { SqlSession, SqlValue } from './sql-database.ts';

export type Work<Result> = (session: SqlSession) => Promise<Result>;

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Runs one work in a session of its own, alike for both databases: a failed statement fails the whole work, even one
 * that catches the error, for PostgreSQL goes no further then.
 */
export const runWork = async <Result>(database: SqlSession, work: Work<Result>): Promise<Result> => {
  let failure: unknown;
  let isOver = false;

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
      failure ??= error;
      throw error;
    }
  };

  try {
    const result = await work({
      all: (text, values = []) => execute(database.all, text, values),
      run: (text, values = []) => execute(database.run, text, values),
    });
    if (failure !== undefined) throw failure;
    return result;
  } finally {
    isOver = true;
  }
};

/** What one of the databases would refuse, cut short or change. */
const refuseInexact = (value: SqlValue): void => {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw unkept('a text with the character U+0000');
    if (LONE_SURROGATE.test(value)) throw unkept('a text with half a character (a lone surrogate)');
  } else if (value !== null && BigInt.asIntN(64, value) !== value) {
    throw unkept('an integer of more than 64 bits');
  }
};

const unkept = (what: string): Refusal =>
  new Refusal('database-failed', `the database cannot keep ${what}: take it out of what is sent`);
