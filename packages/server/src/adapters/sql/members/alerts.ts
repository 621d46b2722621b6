import type { Alert, AlertClaim, Members } from '../../../ports/federation/members.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { type Row, readFirst, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

/** Keeps a limited number, so that an Archive that disputes everything cannot fill the disk. */
export const keepAlerts = (
  database: SqlDatabase,
  { maxAlerts }: { readonly maxAlerts: number },
): Pick<Members, 'noteAlert' | 'findAlert' | 'listAlerts'> => ({
  noteAlert: ({ ibi, claims, at }) =>
    database.transaction(
      async (session) => {
        const row = await readOne(
          session,
          { times: 'integer' },
          `insert into alerts (ibi, claims, first_seen_at, last_seen_at, times) values (?, ?, ?, ?, 1)
         on conflict (ibi) do update set claims = excluded.claims, last_seen_at = excluded.last_seen_at,
           times = alerts.times + 1 returning times`,
          [ibi, JSON.stringify(claims), at, at],
        );
        if (row.times !== 1n) return;
        await session.run(
          `delete from alerts where ibi in
          (select ibi from alerts order by last_seen_at desc, ibi desc limit 1000 offset ?)`,
          [BigInt(maxAlerts)],
        );
      },
      { exclusive: ['alerts'] },
    ),
  findAlert: (ibi) =>
    database.read(async (session) => {
      const row = await readFirst(session, TABLES.alerts, 'select * from alerts where ibi = ?', [ibi]);
      return row && alertOf(row);
    }),
  listAlerts: ({ after, limit }) =>
    database.read(async (session) => {
      const values = after === undefined ? [] : [after.lastSeenAt, after.lastSeenAt, after.ibi];
      const where = after === undefined ? '' : 'where last_seen_at < ? or (last_seen_at = ? and ibi < ?)';
      const rows = await readRows(
        session,
        TABLES.alerts,
        `select * from alerts ${where} order by last_seen_at desc, ibi desc limit ?`,
        [...values, BigInt(limit)],
      );
      return rows.map(alertOf);
    }),
});

const alertOf = (row: Row<typeof TABLES.alerts>): Alert => ({
  ibi: row.ibi,
  claims: JSON.parse(row.claims) as readonly AlertClaim[],
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  times: Number(row.times),
});
