import type { Currency, Follower, Heard } from '../../../../ports/node/touches.ts';
import { joinCalls } from '../join-calls.ts';
import type { SqlSession } from '../sql-database.ts';
import { TOUCHES_LIFETIME_SECONDS } from '../tidy-touches.ts';
import { readOne } from '../typed-rows.ts';

/** How often the database is asked what was touched. */
const PERIOD_MS = 250;
/** What is remembered is given only if the database was asked since. */
const MAX_AGE_MS = 1_000;
const DEADLINE_MS = 1_000;

const HEARD = { snapshot: 'text', server: 'text', names: 'text?' } as const;

/**
 * What this statement sees and the earlier snapshot did not: no transaction is missed, in whatever order they commit. The
 * start of the server tells whether another one took its place.
 */
const HEAR = `select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
  (select json_agg(distinct name)::text from touched
   where writer >= pg_snapshot_xmin(cast(? as text)::pg_snapshot)::text::bigint
     and not pg_visible_in_snapshot(writer::text::xid8, cast(? as text)::pg_snapshot)) as names`;
const BEGINNING = '1:1:';

/** Asks on a connection of its own, which is opened anew if it was lost or hangs. */
export interface AskingConnection {
  readonly session: SqlSession;
  begin(command: string): void;
  close(): Promise<void>;
}

/** What must not be served by a node that cannot reach the database, and for how long it may be. */
export interface OutageLimits {
  readonly outageMs: number;
}

export const createPostgresTouches = (connect: () => AskingConnection, { outageMs }: OutageLimits) => {
  const followers = new Set<{ names: string[] | 'all' }>();
  let connection: AskingConnection | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let known: { readonly snapshot: string; readonly server: string; readonly askedAt: number } | undefined;
  let isGone = false;
  /** Answers that were asked for before this time may lack what this process has committed. */
  let committedAt = 0;

  const tell = (names: readonly string[] | 'all'): void => {
    for (const follower of followers) {
      if (names === 'all' || follower.names === 'all') follower.names = 'all';
      else follower.names.push(...names);
    }
  };

  const ask = joinCalls(async (): Promise<void> => {
    const askedAt = performance.now();
    connection ??= connect();
    const used = connection;
    const before = known;
    try {
      used.begin('');
      const values = [before?.snapshot ?? BEGINNING, before?.snapshot ?? BEGINNING];
      const { snapshot, server, names } = await inTime(readOne(used.session, HEARD, HEAR, values));
      const isContinued = before?.server === server && askedAt - before.askedAt < TOUCHES_LIFETIME_SECONDS * 500;
      tell(isContinued ? (JSON.parse(names ?? '[]') as string[]) : 'all');
      known = { snapshot, server, askedAt };
      isGone = false;
    } catch (error) {
      isGone = true;
      connection = undefined;
      used.close().catch(() => undefined);
      throw error;
    }
  });

  const start = (): void => {
    if (timer !== undefined || isClosed) return;
    const askAgain = (): void => {
      ask().catch(() => undefined);
    };
    timer = setInterval(askAgain, PERIOD_MS).unref();
    askAgain();
  };

  const currencyNow = (): Currency => {
    if (known === undefined || known.askedAt < committedAt) return 'unknown';
    const age = performance.now() - known.askedAt;
    if (age <= MAX_AGE_MS) return 'current';
    return isGone && age <= outageMs ? 'late' : 'unknown';
  };

  return {
    follow(): Follower {
      const follower: { names: string[] | 'all' } = { names: [] };
      followers.add(follower);
      return {
        hear(): Heard {
          start();
          const { names } = follower;
          if (names.length > 0) follower.names = [];
          return { currency: currencyNow(), names };
        },
      };
    },
    /**
     * Has this process hear of what it has committed. If that takes too long, nothing is remembered until it has heard.
     */
    async hearOwn(): Promise<void> {
      if (timer === undefined) return;
      const now = performance.now();
      try {
        await inTime(ask());
      } catch {
        committedAt = Math.max(committedAt, now);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await connection?.close();
    },
  };
};

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the database does not answer')), DEADLINE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
