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

const MAX_KEPT_STATEMENTS = 100;
const MMAP_BYTES = 256 * 1024 * 1024;
const CACHE_KIBIBYTES = 32 * 1024;

const connection = new Sqlite(String(workerData), { readonly: true, timeout: OPENING_TIMEOUT_MS });
connection.pragma(`mmap_size = ${MMAP_BYTES}`);
connection.pragma(`cache_size = -${CACHE_KIBIBYTES}`);

const kept = new Map<string, Sqlite.Statement<SqlValue[], SqlRow>>();

const prepare = (text: string): Sqlite.Statement<SqlValue[], SqlRow> => {
  const statement = kept.get(text) ?? connection.prepare<SqlValue[], SqlRow>(text).safeIntegers();
  if (kept.size === MAX_KEPT_STATEMENTS) kept.clear();
  kept.set(text, statement);
  return statement;
};

const answer = ({ text, values }: AsideQuestion): AsideAnswer => {
  try {
    return { rows: prepare(text).all(...values) };
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    return { error: { message: error.message, code: error.code } };
  }
};

parentPort?.on('message', (question: AsideQuestion) => parentPort?.postMessage(answer(question)));
