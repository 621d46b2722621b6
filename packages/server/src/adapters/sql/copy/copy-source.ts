import type { PostgresConnection } from '../engine/postgres/postgres-connection.ts';
import type { SqlRow, SqlSession, SqlValue } from '../engine/sql-database.ts';

/** A database that says nothing for this long is gone. */
const SILENCE_MS = 5_000;
/** Statements that read many rows may take longer. */
const STATEMENT_MS = 60_000;
const BEGIN = 'begin isolation level repeatable read read only';

export interface CopySource {
  /**
   * Reads one state of the database, beginning with this statement. Fails if it does not answer, and connects anew the
   * next time.
   */
  read<Result>(
    first: string,
    work: (session: SqlSession, found: readonly SqlRow[]) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** The database could not be reached. */
export class SourceGone extends Error {}

/** It did not answer in time. */
export class Silence extends Error {}

export const createCopySource = (connect: () => PostgresConnection): CopySource => {
  let connection: PostgresConnection | undefined;

  const drop = (used: PostgresConnection): void => {
    if (connection === used) connection = undefined;
    used.close().catch(() => undefined);
  };

  return {
    async read(first, work) {
      connection ??= connect();
      const used = connection;
      try {
        used.begin(BEGIN);
        const found = await answeredWithin(SILENCE_MS, used.session.all(first)).catch((error: unknown) => {
          throw new SourceGone(String(error), { cause: error });
        });
        const all = (text: string, values?: readonly SqlValue[]) =>
          answeredWithin(STATEMENT_MS, used.session.all(text, values));
        const result = await work({ ...used.session, all }, found);
        await answeredWithin(SILENCE_MS, used.command('commit'));
        return result;
      } catch (error) {
        drop(used);
        throw error;
      }
    },
    async close() {
      await connection?.close();
    },
  };
};

const answeredWithin = <Answer>(milliseconds: number, asked: Promise<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Silence('the database does not answer')), milliseconds);
    asked.then(resolve, reject).finally(() => clearTimeout(late));
  });
