import { acceptLease, type GivenLease, grantLease, type LeaseGrant, NO_LEASE } from '@perene/core/federation';
import type { HeardArchive, Members } from '../../../ports/federation/members.ts';
import type { SqlDatabase, SqlSession, SqlValue } from '../engine/sql-database.ts';
import { type Row, readFirst, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

/**
 * Processes read once a second; one that comes too late asks for digests again. Archives that are switched off cannot
 * be asked.
 */
const KEPT_ANNOUNCEMENTS = 5_000n;
const DELETE_OLD = `delete from announcements where number <= ?
  and member not in (select number from archive_members where state in ('excluded', 'revoked') and number is not null)`;

export const keepGivenLeases = (database: SqlDatabase): Pick<Members, 'hear' | 'leasesSince'> => ({
  hear: (heard) =>
    database.transaction(
      async (session) => {
        await keepLease(session, heard);
        if (heard.announcement === undefined) return;
        const number = (await largest(session, 'number', 'announcements')) + 1n;
        await session.run('insert into announcements (number, member, added) values (?, ?, ?)', [
          number,
          BigInt(heard.member),
          heard.announcement.added ?? null,
        ]);
        await session.run(DELETE_OLD, [number - KEPT_ANNOUNCEMENTS]);
      },
      { exclusive: ['leases'] },
    ),
  leasesSince: (place) =>
    database.read(async (session) => {
      const leases = await readRows(
        session,
        TABLES.given_leases,
        'select * from given_leases where revision > ? order by revision',
        [place?.revision ?? 0n],
      );
      const last = await largest(session, 'number', 'announcements');
      const rows =
        last === place?.number
          ? []
          : await readRows(
              session,
              TABLES.announcements,
              'select * from announcements where number > ? order by number',
              [place?.number ?? 0n],
            );
      return {
        place: { revision: leases.at(-1)?.revision ?? place?.revision ?? 0n, number: last },
        leases: leases.map((row) => ({ member: Number(row.member), given: givenOf(row) })),
        announcements: rows.map(({ member, added }) => ({
          member: Number(member),
          added: added ?? undefined,
        })),
        hasGaps: place !== undefined && BigInt(rows.length) < last - place.number,
      };
    }),
});

const largest = async (session: SqlSession, column: string, table: string): Promise<bigint> => {
  const row = await readOne(session, { last: 'integer' }, `select coalesce(max(${column}), 0) as last from ${table}`);
  return row.last;
};

const keepLease = async (session: SqlSession, { member, held, grant }: HeardArchive): Promise<void> => {
  const row = await readFirst(session, TABLES.given_leases, 'select * from given_leases where member = ?', [
    BigInt(member),
  ]);
  const before = row === undefined ? NO_LEASE : givenOf(row);
  const accepted = acceptLease(before, held);
  const after = grant === undefined ? accepted : grantLease(accepted, grant);
  if (after === before) return;
  const values: readonly SqlValue[] = [
    BigInt(member),
    ...grantValues(after.granted),
    ...grantValues(after.held),
    after.held?.term ?? null,
    (await largest(session, 'revision', 'given_leases')) + 1n,
  ];
  await session.run('delete from given_leases where member = ?', [BigInt(member)]);
  await session.run(
    `insert into given_leases (member, granted, granted_seconds, held, held_seconds, held_term, revision)
     values (?, ?, ?, ?, ?, ?, ?)`,
    values,
  );
};

const grantValues = (grant: LeaseGrant | undefined): readonly SqlValue[] =>
  grant === undefined ? [null, null] : [grant.id, BigInt(grant.seconds)];

const givenOf = (row: Row<typeof TABLES.given_leases>): GivenLease => {
  const granted = grantOf(row.granted, row.granted_seconds);
  const held = grantOf(row.held, row.held_seconds);
  return { granted, held: held && { ...held, term: row.held_term ?? '' } };
};

const grantOf = (id: string | null, seconds: bigint | null): LeaseGrant | undefined =>
  id === null ? undefined : { id, seconds: Number(seconds) };
