import { type ArchiveTime, type NotedLease, noteLease } from '@perene/core/federation';
import type { JoinedResolvers } from '../../../ports/federation/joined-resolvers.ts';
import { lastChange } from '../catalogue/sql-label-changes.ts';
import { HISTORY_LOCK } from '../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { type Row, readFirst, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

const lockOf = (resolver: string): string => `lease ${resolver}`;

/** Machines that share a PostgreSQL use its clock; processes of one data folder use the clock of their machine. */
export const keepNotedLeases = (
  database: SqlDatabase,
  readMachine: () => ArchiveTime,
): Pick<JoinedResolvers, 'leases' | 'noteLease' | 'raiseLease' | 'endLease'> => {
  const readTime = async (session: SqlSession): Promise<ArchiveTime> => {
    if (database.dialect === 'sqlite') return readMachine();
    const now = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as wall';
    const { wall } = await readOne(session, { wall: 'integer' }, now);
    return { wall: Number(wall), uptime: undefined, boot: undefined };
  };
  return {
    leases: () =>
      database.read(async (session) => {
        const rows = await readRows(session, TABLES.held_leases, 'select * from held_leases order by resolver');
        if (rows.length === 0) return [];
        const now = await readTime(session);
        return rows.map((row) => ({ resolver: row.resolver, lease: leaseOf(row), now }));
      }),
    noteLease: (resolver, grant, term) =>
      database.transaction(
        async (session) => {
          const row = await readFirst(session, TABLES.held_leases, 'select * from held_leases where resolver = ?', [
            resolver,
          ]);
          const position = await lastChange(session);
          const lease = noteLease(row && leaseOf(row), { grant, now: await readTime(session), term, position });
          await write(session, resolver, lease);
          return lease;
          // Labels that come later find the lease; no others come between.
        },
        { exclusive: [lockOf(resolver), HISTORY_LOCK] },
      ),
    raiseLease: (resolver, announced) =>
      database.transaction(
        (session) =>
          session.run('update held_leases set announced = ? where resolver = ? and announced < ?', [
            BigInt(announced),
            resolver,
            BigInt(announced),
          ]),
        { exclusive: [lockOf(resolver)] },
      ),
    endLease: ({ resolver, lease: { id, notedAt } }) =>
      database.transaction(
        (session) =>
          session.run('delete from held_leases where resolver = ? and id = ? and noted_wall = ?', [
            resolver,
            id,
            BigInt(notedAt.wall),
          ]),
        { exclusive: [lockOf(resolver)] },
      ),
  };
};

const write = async (session: SqlSession, resolver: string, lease: NotedLease): Promise<void> => {
  const { id, term, seconds, announced, notedAt } = lease;
  await session.run('delete from held_leases where resolver = ?', [resolver]);
  await session.run(
    `insert into held_leases (resolver, id, term, seconds, announced, noted_wall, noted_uptime, noted_boot)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      resolver,
      id,
      term,
      BigInt(seconds),
      BigInt(announced),
      BigInt(notedAt.wall),
      notedAt.uptime === undefined ? null : BigInt(notedAt.uptime),
      notedAt.boot ?? null,
    ],
  );
};

const leaseOf = (row: Row<typeof TABLES.held_leases>): NotedLease => ({
  id: row.id,
  term: row.term,
  seconds: Number(row.seconds),
  announced: Number(row.announced),
  notedAt: {
    wall: Number(row.noted_wall),
    uptime: row.noted_uptime === null ? undefined : Number(row.noted_uptime),
    boot: row.noted_boot ?? undefined,
  },
});
