import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Refusal, refuse } from '@perene/api/refusals';
import Sqlite from 'better-sqlite3';
import { breathe } from '../breathe.ts';
import { createGroupCommit, type WritingConnection } from '../group-commit.ts';
import { ALONE } from '../locks.ts';
import { createConnectionPool } from '../postgres/connection-pool.ts';
import { refuseInexact, runReading } from '../run-work.ts';
import type { SqlDatabase, SqlRow, SqlSession } from '../sql-database.ts';
import { tidyTouches } from '../tidy-touches.ts';
import { createSqliteAside } from './sqlite-aside.ts';
import { createSqliteTouches } from './sqlite-touches.ts';

const OWNER_ONLY = 0o600;
const OPENING_TIMEOUT_MS = 10_000;
const LOCK_DEADLINE_MS = 30_000;
const LOCK_RETRY_MS = 2;
const MAX_READERS = 4;
const MAX_KEPT_STATEMENTS = 500;
const READ_MMAP_BYTES = 256 * 1024 * 1024;
const READ_CACHE_KIBIBYTES = 16 * 1024;

const isBusy = (error: unknown): boolean => error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** One file, durable at every commit, shared by any number of processes of one machine. */
export const openSqliteDatabase = (path: string, { mode = OWNER_ONLY } = {}): SqlDatabase => {
  const writer = openWriter(path, mode);
  const writing = createGroupCommit([createWritingConnection(writer, path)]);
  const readers = createConnectionPool(() => openReader(path), MAX_READERS);
  const aside = createSqliteAside(path, (error) => translate(error, path));
  const touches = createSqliteTouches(() => openWatching(path));

  const database: SqlDatabase = {
    dialect: 'sqlite',
    work: writing.work,
    async transaction(work, locks) {
      try {
        return await writing.transaction(work, locks);
      } finally {
        touches.lookAgain();
      }
    },
    touches: {
      follow() {
        const { hear } = touches.follow();
        return { hear: () => orRefuse(path, hear) };
      },
      tidy: () => tidyTouches(database),
    },
    isSound: () => !DAMAGED.has(path),
    read: (work) =>
      readers.use(async ({ session, begin, end }) => {
        orRefuse(path, () => begin.run());
        try {
          return await runReading(session, work);
        } finally {
          orRefuse(path, () => end.run());
        }
      }),
    async readAside(statement, values, { deadlineMs }) {
      for (const value of values) refuseInexact(value);
      return aside.read(statement, values, deadlineMs);
    },
    async close() {
      await writing.finish();
      await aside.close();
      for (const { connection } of await readers.finish()) connection.close();
      touches.close();
      writer.close();
    },
  };
  return database;
};

const busy = (path: string, waitedMs: number): Refusal =>
  refuse('database-busy', { database: path, seconds: waitedMs / 1_000 });

/** Whether the error is one of SQLite, in this thread or in another, from which errors come as plain objects. */
const isSqliteError = (error: unknown): error is { readonly message: string; readonly code: string } =>
  error instanceof Sqlite.SqliteError || (error !== null && Object.getPrototypeOf(error) === Object.prototype);

/** A full disk, a file without permission or a damaged file is a matter for the operator, not a defect. */
const translate = (error: unknown, path: string): unknown => {
  if (!isSqliteError(error)) return error;
  if (DAMAGE.test(error.code)) DAMAGED.add(path);
  return refuse('database-failed', { reason: 'failed', database: path, cause: `${error.message} [${error.code}]` });
};

const orRefuse = <Result>(path: string, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    throw translate(error, path);
  }
};

const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB)/;
/** Files that were found damaged by this process, until it ends. */
const DAMAGED = new Set<string>();

/**
 * Opens the file only if it makes it: where a process closes a file, POSIX drops all its locks on that file, those of
 * open connections too, and then another program may delete their write-ahead log.
 */
const createFile = (path: string, mode: number): void => {
  try {
    closeSync(openSync(path, 'ax', mode));
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
  }
};

const openWriter = (path: string, mode: number): Sqlite.Database =>
  open(path, () => {
    makeFolder(dirname(path));
    createFile(path, mode);
    const connection = new Sqlite(path, { timeout: OPENING_TIMEOUT_MS });
    connection.pragma('journal_mode = wal');
    connection.pragma('synchronous = full');
    // macOS: only these reach the disk itself; no effect elsewhere.
    connection.pragma('fullfsync = on');
    connection.pragma('checkpoint_fullfsync = on');
    connection.pragma('busy_timeout = 0');
    return connection;
  });

interface Reader {
  readonly connection: Sqlite.Database;
  readonly session: SqlSession;
  readonly begin: Sqlite.Statement;
  readonly end: Sqlite.Statement;
}

/**
 * With the write-ahead log, each reader sees the last commit before its first statement, even if others write
 * meanwhile.
 */
const openReader = (path: string): Reader =>
  open(path, () => {
    const connection = new Sqlite(path, { readonly: true, timeout: OPENING_TIMEOUT_MS });
    connection.pragma(`mmap_size = ${READ_MMAP_BYTES}`);
    connection.pragma(`cache_size = -${READ_CACHE_KIBIBYTES}`);
    return {
      connection,
      session: createSession(connection, path),
      begin: connection.prepare('begin'),
      end: connection.prepare('commit'),
    };
  });

const openWatching = (path: string): Sqlite.Database =>
  open(path, () => new Sqlite(path, { readonly: true, timeout: OPENING_TIMEOUT_MS }));

const open = <Opened>(path: string, connect: () => Opened): Opened => {
  try {
    return connect();
  } catch (error) {
    if (isBusy(error)) throw busy(path, OPENING_TIMEOUT_MS);
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse('data-folder-unusable', { reason: 'unopened', path, cause: reason });
  }
};

/** Node's own recursive mkdir never ends if a parent cannot hold folders, as in /proc. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
};

const createWritingConnection = (connection: Sqlite.Database, path: string): WritingConnection => {
  const session = createSession(connection, path);
  return {
    session,
    begin: async () => {
      await begin(connection, path);
      return ALONE;
    },
    lockLast: async () => undefined,
    isConflict: () => false,
    commit: () => session.run('commit'),
    async rollback() {
      if (connection.inTransaction) await session.run('rollback');
    },
    beginPart: () => session.run('savepoint part'),
    keepPart: () => session.run('release part'),
    async undoPart() {
      await session.run('rollback to part');
      await session.run('release part');
    },
  };
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

const createSession = (connection: Sqlite.Database, path: string): SqlSession => {
  const kept = new Map<string, Sqlite.Statement>();

  const prepare = (text: string): Sqlite.Statement => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const statement = connection.prepare(text).safeIntegers();
    if (kept.size === MAX_KEPT_STATEMENTS) kept.clear();
    kept.set(text, statement);
    return statement;
  };

  return {
    dialect: 'sqlite',
    async all(text, values = []) {
      await breathe();
      try {
        return prepare(text).all(...values) as SqlRow[];
      } catch (error) {
        throw translate(error, path);
      }
    },
    async run(text, values = []) {
      await breathe();
      try {
        prepare(text).run(...values);
      } catch (error) {
        throw translate(error, path);
      }
    },
  };
};
