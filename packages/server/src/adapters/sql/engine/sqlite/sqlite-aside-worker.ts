import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { SqlRow, SqlValue } from '../sql-database.ts';

interface AsideQuestion {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** The rows, or the error of SQLite. */
export type AsideAnswer =
  | { readonly rows: readonly SqlRow[]; readonly error?: never }
  | { readonly rows?: never; readonly error: { readonly message: string; readonly code: string } };

const OPENING_TIMEOUT_MS = 10_000;

const connection = new Sqlite(String(workerData), { readonly: true, timeout: OPENING_TIMEOUT_MS });

const answer = ({ text, values }: AsideQuestion): AsideAnswer => {
  try {
    const statement = connection.prepare<SqlValue[], SqlRow>(text).safeIntegers();
    return { rows: statement.all(...values) };
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    return { error: { message: error.message, code: error.code } };
  }
};

parentPort?.on('message', (question: AsideQuestion) => parentPort?.postMessage(answer(question)));
