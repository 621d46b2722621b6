import { type Refusal, refuse } from '@perene/api/refusals';
import type { SqlSession, SqlValue } from './sql-database.ts';

export type Work<Result> = (session: SqlSession) => Promise<Result>;

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Runs one work in a session of its own, in the same way for both databases. A failed statement fails the whole work,
 * even if the work catches the error, because PostgreSQL refuses all further statements then.
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
