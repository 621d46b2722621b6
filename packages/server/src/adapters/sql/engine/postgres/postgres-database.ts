import { Refusal, refuse } from '@perene/api/refusals';
import { createGroupCommit, type WritingConnection } from '../group-commit.ts';
import { ALONE, type HeldLocks, orderLocks } from '../locks.ts';
import { changesWatched, type Reading, runReading } from '../run-work.ts';
import type { SqlDatabase, SqlSession, SqlValue } from '../sql-database.ts';
import { tidyTouches } from '../tidy-touches.ts';
import { readOne } from '../typed-rows.ts';
import { createConnectionPool } from './connection-pool.ts';
import { type PostgresConnection as Connection, connectPostgres } from './postgres-connection.ts';
import { createPostgresTouches } from './postgres-touches.ts';

const MAX_READERS = 10;
/** Transactions of one process that run at the same time. */
const MAX_WRITERS = 4;
/** Statements that may take long leave the readers to the others. */
const MAX_ASIDE = 2;
const MAX_WAITING_ASIDE = 100;

/**
 * "perene" in ASCII. Earlier versions write only while nobody else has this lock; it is shared by transactions that have
 * locks of their own.
 */
const WRITING_LOCK = "x'706572656e65'::bigint";
// Read committed, so that each statement sees what was committed before the locks were given.
const BEGIN_WRITING = 'begin isolation level read committed';
const BEGIN_READING = 'begin isolation level repeatable read read only';
const BEGIN_PART = 'savepoint part';
const KEEP_PART = 'release savepoint part';
const UNDO_PART = 'rollback to savepoint part; release savepoint part';

/** A database of its own on a PostgreSQL server, shared by any number of processes and machines. */
export const openPostgresDatabase = async (url: string): Promise<SqlDatabase> => {
  const address = describeAddress(url);
  const writers = Array.from({ length: MAX_WRITERS }, () => connectPostgres(url, address));
  const writing = createGroupCommit(writers.map(createWritingConnection));
  const readers = createConnectionPool(() => connectPostgres(url, address), MAX_READERS);

  const asides = createConnectionPool(() => connectPostgres(url, address), MAX_ASIDE);
  let waitingAside = 0;
  const touches = createPostgresTouches(() => connectPostgres(url, address), { outageMs: 0 });

  const database: SqlDatabase = {
    dialect: 'postgres',
    work: writing.work,
    async transaction(work, locks) {
      let mayTouch = false;
      const result = await writing.transaction((session) => {
        const watch =
          <Answer>(send: (text: string, values?: readonly SqlValue[]) => Promise<Answer>) =>
          (text: string, values?: readonly SqlValue[]) => {
            mayTouch ||= changesWatched(text);
            return send(text, values);
          };
        return work({ ...session, all: watch(session.all), run: watch(session.run) });
      }, locks);
      if (mayTouch) await touches.hearOwn();
      return result;
    },
    touches: { follow: touches.follow, tidy: () => tidyTouches(database) },
    // PostgreSQL itself watches over its files.
    isSound: () => true,
    read: (work) => readers.use((connection) => read(connection, work)),
    async readAside(statement, values, { deadlineMs }) {
      const slow = () => refuse('search-too-slow', { seconds: deadlineMs / 1_000 });
      if (waitingAside >= MAX_WAITING_ASIDE) throw slow();
      waitingAside += 1;
      try {
        return await asides.use((connection) =>
          read(connection, async (session) => {
            await session.run(`set local statement_timeout = ${deadlineMs}`);
            return session.all(statement, values);
          }),
        );
      } catch (error) {
        throw isCanceled(error) ? slow() : error;
      } finally {
        waitingAside -= 1;
      }
    },
    async close() {
      await writing.finish();
      await touches.close();
      const connections = [...writers, ...(await readers.finish()), ...(await asides.finish())];
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
  try {
    await database.read((session) => refuseOtherEncodings(session, address));
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};

/** PostgreSQL's code for a statement that took too long. */
const isCanceled = (error: unknown): boolean => error instanceof Refusal && error.message.includes('[57014]');

const POSTGRES_URL = /^postgres(?:ql)?:\/\//;

/** Returns the address without the password that the URL may have. */
export const describeAddress = (url: string): string => {
  if (!POSTGRES_URL.test(url) || !URL.canParse(url)) {
    throw refuse('database-failed', { reason: 'no-url' });
  }
  return new URL(url).host || 'localhost';
};

const refuseOtherEncodings = async (session: SqlSession, address: string): Promise<void> => {
  const asking = "select current_setting('server_encoding') as encoding";
  const { encoding } = await readOne(session, { encoding: 'text' }, asking);
  if (encoding === 'UTF8') return;
  throw refuse('database-failed', { reason: 'encoding', database: `postgres://${address}`, encoding });
};

const createWritingConnection = ({ session, begin, command, precede, cancel }: Connection): WritingConnection => ({
  session,
  async begin(locks) {
    begin(BEGIN_WRITING);
    await command(takeAll(locks));
    return locks;
  },
  async lockLast(name) {
    for (const lock of orderLocks({ exclusive: [name] })) await command(take(lock.number, lock));
  },
  isConflict: (error) => error instanceof Refusal && CONFLICT.test(error.message),
  async commit() {
    const done = await command('commit');
    if (done !== 'COMMIT') throw new Error(`PostgreSQL answered ${done} to a commit`);
  },
  async rollback() {
    // This fails only if the connection is lost, and the transaction with it.
    await command('rollback').catch(() => undefined);
  },
  beginPart: async () => precede(BEGIN_PART),
  keepPart: async () => {
    if (!cancel(BEGIN_PART)) precede(KEEP_PART);
  },
  async undoPart() {
    if (!cancel(BEGIN_PART)) await command(UNDO_PART);
  },
});

/** PostgreSQL's codes for a deadlock, and for a state that no order of the transactions explains. */
const CONFLICT = /\[40(?:P01|001)\]$/;

const take = (number: bigint | string, { isShared }: { readonly isShared: boolean }): string =>
  `select pg_advisory_xact_lock${isShared ? '_shared' : ''}(${number})`;

/** In one message. */
const takeAll = (locks: HeldLocks): string =>
  locks === ALONE
    ? take(WRITING_LOCK, { isShared: false })
    : [take(WRITING_LOCK, { isShared: true }), ...orderLocks(locks).map((lock) => take(lock.number, lock))].join(';');

const read = async <Result>(
  { session, begin, command, cancel }: Connection,
  work: Reading<Result>,
): Promise<Result> => {
  begin(BEGIN_READING);
  try {
    return await runReading(session, work);
  } finally {
    // The result is not awaited, because the next statement of this connection comes after it anyway.
    if (!cancel(BEGIN_READING)) command('commit').catch(() => undefined);
  }
};
