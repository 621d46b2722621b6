import type Sqlite from 'better-sqlite3';
import type { Follower, Heard } from '../../../../ports/node/touches.ts';

const NOTHING: Heard = { currency: 'current', names: [] };
const ALL: Heard = { currency: 'current', names: 'all' };
/** To compare more of them would take longer than to remember everything anew. */
const MAX_NAMES = 50_000n;

/**
 * A number of SQLite (`data_version`) changes when another connection has committed, so this connection writes nothing. It
 * is opened when it is first needed.
 */
export const createSqliteTouches = (open: () => Sqlite.Database) => {
  let connection: Sqlite.Database | undefined;
  let turn = 0;
  let isEnding = false;
  const nextTurn = (): void => {
    turn += 1;
    isEnding = false;
  };
  return {
    follow(): Follower {
      let watch: (() => Heard) | undefined;
      let lookedIn = -1;
      return {
        hear() {
          // Within one turn of the event loop nobody can have seen a later state.
          if (lookedIn === turn) return NOTHING;
          lookedIn = turn;
          if (!isEnding) {
            isEnding = true;
            setImmediate(nextTurn);
          }
          connection ??= open();
          watch ??= createWatch(connection);
          return watch();
        },
      };
    },
    /** Has the next call look again, even in the same turn of the event loop. */
    lookAgain: nextTurn,
    close() {
      connection?.close();
    },
  };
};

const createWatch = (connection: Sqlite.Database): (() => Heard) => {
  const version = connection.prepare('pragma data_version').pluck();
  const hasTable = connection.prepare("select 1 from sqlite_master where name = 'touched'").pluck();
  let seenVersion: unknown;
  let place: bigint | undefined;

  /** The numbers have no gaps, because a transaction that is undone gives its numbers back. */
  const readNew = connection.transaction((): Heard => {
    if (hasTable.get() === undefined) return ALL;
    const last = connection.prepare("select seq from sqlite_sequence where name = 'touched'").pluck().safeIntegers();
    const end = (last.get() as bigint | undefined) ?? 0n;
    const begin = place;
    place = end;
    if (begin === end) return NOTHING;
    if (begin === undefined || end < begin || end - begin > MAX_NAMES) return ALL;
    const names = connection.prepare('select name from touched where number > ?').pluck().all(begin) as string[];
    return BigInt(names.length) === end - begin ? { currency: 'current', names } : ALL;
  });

  return () => {
    const current = version.get();
    if (current === seenVersion) return NOTHING;
    seenVersion = current;
    return readNew();
  };
};
