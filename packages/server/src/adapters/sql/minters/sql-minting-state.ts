import type { DatesOrWait, GivenDates, MintingState } from '../../../ports/minting/minting-state.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { readFirst, readOne, readRows } from '../engine/typed-rows.ts';

/** No date is given twice, so one transaction gives dates at a time. */
const MINTING = { exclusive: ['minting'] };
const LABELS_A_QUERY = 1_000;

/**
 * There is one row for the whole store, whatever name the node has, so that a changed identity cannot repeat a date. All
 * dates that were given are kept beside it, as ranges: where the clock was once ahead, those between are free.
 */
export const createSqlMintingState = (database: SqlDatabase): MintingState & GivenDates => ({
  give: (decide) =>
    database.transaction(async (session) => {
      const decision = await decideFree(session, decide);
      const [first, newest] = decision.kind === 'dates' ? [decision.dates[0], decision.dates.at(-1)] : [];
      if (first !== undefined && newest !== undefined) {
        await saveLast(session, newest);
        await session.run('insert into given_dates (first_date, last_date) values (?, ?)', [first, newest]);
      }
      return decision;
    }, MINTING),
  mayBeGiven: (date) =>
    database.read(async (session) => {
      const range = await readFirst(session, RANGE, RANGE_BEFORE, [date]);
      return range !== undefined && range.last_date >= date;
    }),
  goOnFrom: (now) =>
    database.transaction(async (session) => {
      const before = await readFirst(session, RANGE, RANGE_BEFORE, [now]);
      const after = await readFirst(session, RANGE, RANGE_AFTER, [now]);
      if (after === undefined || (before !== undefined && before.last_date >= now)) return undefined;
      await saveLast(session, now);
      return after.first_date;
    }, MINTING),
  last: () => database.read(readLast),
  async held(labels) {
    const held = new Set<string>();
    for (let start = 0; start < labels.length; start += LABELS_A_QUERY) {
      const some = labels.slice(start, start + LABELS_A_QUERY);
      const those = `(${some.map(() => '?').join(', ')})`;
      const statement = `select label from labels where label in ${those}
        union all select repository as label from reservations where repository in ${those}`;
      const rows = await database.read((session) =>
        readRows(session, { label: 'text' }, statement, [...some, ...some]),
      );
      for (const { label } of rows) held.add(label);
    }
    return held;
  },
  close: () => database.close(),
});

const RANGE = { first_date: 'integer', last_date: 'integer' } as const;
/** Ranges do not overlap. */
const RANGE_BEFORE = 'select * from given_dates where first_date <= ? order by first_date desc limit 1';
const RANGE_AFTER = 'select * from given_dates where first_date > ? order by first_date limit 1';

/** Where the clock was once ahead, dates after the last one may be given already; then the newest of all is the last. */
const decideFree = async (
  session: SqlSession,
  decide: (last: bigint | undefined) => DatesOrWait,
): Promise<DatesOrWait> => {
  const last = await readLast(session);
  const decision = decide(last);
  const newest = decision.kind === 'dates' ? decision.dates.at(-1) : undefined;
  if (newest === undefined) return decision;
  const nearest = await readFirst(session, RANGE, RANGE_BEFORE, [newest]);
  if (nearest === undefined || (last !== undefined && nearest.last_date <= last)) return decision;
  const { end } = await readOne(session, { end: 'integer' }, 'select max(last_date) as end from given_dates');
  return decide(end);
};

const saveLast = (session: SqlSession, last: bigint): Promise<void> =>
  session.run(
    `insert into minting_state (id, last_date_microseconds) values (1, ?)
     on conflict (id) do update set last_date_microseconds = excluded.last_date_microseconds`,
    [last],
  );

const readLast = async (session: SqlSession): Promise<bigint | undefined> => {
  const statement = 'select last_date_microseconds as last from minting_state where id = 1';
  return (await readFirst(session, { last: 'integer' }, statement))?.last;
};
