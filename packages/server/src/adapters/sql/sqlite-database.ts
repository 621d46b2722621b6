import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Refusal } from '../../refusals/refusal.ts';
import type { SqlDatabase, SqlSession, SqlValue } from './sql-database.ts';

const OPENING_TIMEOUT_MS = 10_000;
const LOCK_DEADLINE_MS = 30_000;
const LOCK_RETRY_MS = 2;

const isBusy = (error: unknown): boolean => error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** One file, durable at every commit, shared by any number of processes of one machine. */
export const openSqliteDatabase = (path: string): SqlDatabase => {
  const connection = connect(path);
  const session = createSession(connection);
  let turn: Promise<unknown> = Promise.resolve();

  const runTransaction = async <Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result> => {
    await begin(connection, path);
    try {
      const result = await work(session);
      connection.exec('commit');
      return result;
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      throw translate(error, path);
    }
  };

  return {
    /** One connection carries one transaction, so they take turns. */
    transaction(work) {
      const result = turn.then(() => runTransaction(work));
      turn = result.catch(() => undefined);
      return result;
    },
    async close() {
      await turn;
      connection.close();
    },
  };
};

const busy = (path: string, waitedMs: number): Refusal =>
  new Refusal('database-busy', `${path} has been locked by another process for ${waitedMs / 1_000} s: try again`);

/** A full disk, a file without permission, a damaged one: the operator's to mend, not a defect. */
const translate = (error: unknown, path: string): unknown =>
  error instanceof Sqlite.SqliteError
    ? new Refusal(
        'database-failed',
        `cannot use ${path}: ${error.message} [${error.code}]; look at the file and its disk`,
      )
    : error;

const connect = (path: string): Sqlite.Database => {
  try {
    makeFolder(dirname(path));
    closeSync(openSync(path, 'a', 0o600));
    const connection = new Sqlite(path, { timeout: OPENING_TIMEOUT_MS });
    connection.pragma('journal_mode = wal');
    connection.pragma('synchronous = full');
    // macOS: only these reach the disk itself; no effect elsewhere.
    connection.pragma('fullfsync = on');
    connection.pragma('checkpoint_fullfsync = on');
    connection.pragma('busy_timeout = 0');
    return connection;
  } catch (error) {
    if (isBusy(error)) throw busy(path, OPENING_TIMEOUT_MS);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal('data-folder-unusable', `cannot open ${path}: ${reason}; choose a folder with --data`);
  }
};

/** Node's own recursive mkdir never ends where a parent cannot hold folders, as in /proc. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
};

/** Waits for other processes without blocking this one. */
const begin = async (connection: Sqlite.Database, path: string): Promise<void> => {
  const deadline = performance.now() + LOCK_DEADLINE_MS;
  for (;;) {
    try {
      connection.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error)) throw translate(error, path);
      if (performance.now() > deadline) throw busy(path, LOCK_DEADLINE_MS);
    }
    await sleep(LOCK_RETRY_MS);
  }
};

const createSession = (connection: Sqlite.Database): SqlSession => ({
  async all(statement, values = []) {
    return connection
      .prepare(statement)
      .safeIntegers()
      .all(...values) as Record<string, SqlValue>[];
  },
  async run(statement, values = []) {
    connection.prepare(statement).run(...values);
  },
});
