import { refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import type { Member, MemberDetails, MemberState, Members } from '../../../ports/federation/members.ts';
import type { SqlDatabase, SqlSession, SqlValue } from '../engine/sql-database.ts';
import { type Row, readFirst, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { keepAlerts } from './alerts.ts';
import { keepFirstHolders } from './first-holders.ts';
import { keepGivenLeases } from './given-leases.ts';
import { keepPinnedNames } from './pinned-services.ts';

const MAX_NUMBER = 65_535n;
const MAX_ALERTS = 100_000;

const MAX_HELD = 1_000_000;

export const createSqlMembers = (
  database: SqlDatabase,
  { maxAlerts = MAX_ALERTS, maxHeld = MAX_HELD } = {},
): Members => ({
  ...keepFirstHolders(database, { maxHeld }),
  ...keepGivenLeases(database),
  ...keepPinnedNames(database),
  ...keepAlerts(database, { maxAlerts }),
  find: (service) => database.read((session) => findMember(session, service)),
  change: (service, decide) =>
    database.transaction(
      async (session) => {
        const member = await findMember(session, service);
        const counting = `select count(*) as requested from archive_members where state = 'requested'`;
        const { requested } = await readOne(session, { requested: 'integer' }, counting);
        const change = decide(member, { requested: Number(requested) });
        if (change === undefined) return member;
        if (change.kind === 'forget') {
          await session.run('delete from archive_members where service = ? and number is null', [service]);
          return undefined;
        }
        await write(session, change.member, member);
        return findMember(session, service);
        // Numbers and revisions are of all members together.
      },
      { exclusive: ['members'] },
    ),
  list: ({ after, limit }) =>
    database.read(async (session) =>
      (
        await readRows(
          session,
          TABLES.archive_members,
          'select * from archive_members where service > ? order by service limit ?',
          [after, BigInt(limit)],
        )
      ).map(memberOf),
    ),
  changesSince: (revision, limit) =>
    database.read(async (session) =>
      (
        await readRows(
          session,
          TABLES.archive_members,
          'select * from archive_members where revision > ? order by revision limit ?',
          [revision, BigInt(limit)],
        )
      ).map(memberOf),
    ),
});

const findMember = async (session: SqlSession, service: Label): Promise<Member | undefined> => {
  const row = await readFirst(session, TABLES.archive_members, 'select * from archive_members where service = ?', [
    service,
  ]);
  return row && memberOf(row);
};

const COLUMNS = [
  'service',
  'number',
  'state',
  'key_hash',
  'address',
  'ip',
  'platform_version',
  'administrator_email',
  'is_confirmed',
  'requested_at',
  'registered_at',
  'changed_at',
  'away_since',
  'revision',
  'confirmed_address',
  'confirmed_ips',
];

const write = async (session: SqlSession, member: MemberDetails, before: Member | undefined): Promise<void> => {
  const last = await readOne(
    session,
    { number: 'integer', revision: 'integer' },
    'select coalesce(max(number), -1) as number, coalesce(max(revision), 0) as revision from archive_members',
  );
  const next = last.number + 1n;
  const isNumbered = member.state !== 'requested' || before?.number !== undefined;
  const number = before?.number === undefined ? next : BigInt(before.number);
  if (isNumbered && number > MAX_NUMBER) {
    throw refuse('archives-full', { max: Number(MAX_NUMBER + 1n) });
  }
  const values: readonly SqlValue[] = [
    member.service,
    isNumbered ? number : null,
    member.state,
    member.keyHash,
    member.address ?? null,
    member.ip ?? null,
    member.platformVersion ?? null,
    member.administratorEmail ?? null,
    member.isConfirmed ? 1n : 0n,
    member.requestedAt,
    member.registeredAt ?? null,
    member.changedAt,
    awaySince(member, before) ?? null,
    // A member that may be forgotten has no revision, so that no revision is ever given twice.
    isNumbered ? last.revision + 1n : null,
    member.confirmed?.address ?? null,
    member.confirmed?.ips.join(' ') ?? '',
  ];
  await session.run(
    `insert into archive_members (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})
     on conflict (service) do update set ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    values,
  );
  if (member.confirmed !== undefined) await dropOthers(session, member.service, member.confirmed.address);
};

const dropOthers = async (session: SqlSession, service: Label, address: string): Promise<void> => {
  const others = await readRows(
    session,
    { service: 'label' },
    'select service from archive_members where confirmed_address = ? and service <> ?',
    [address, service],
  );
  for (const other of others) {
    await session.run(
      `update archive_members set confirmed_address = null, confirmed_ips = '',
         revision = case when number is null then null else (select max(revision) + 1 from archive_members) end
       where service = ?`,
      [other.service],
    );
  }
};

const awaySince = ({ state, changedAt }: MemberDetails, before: Member | undefined): bigint | undefined => {
  if (state === 'included' || state === 'requested') return undefined;
  // A member that is registered again stays away until it includes itself.
  if (state === 'registered' || state === before?.state) return before?.awaySince;
  return changedAt;
};

const memberOf = (row: Row<typeof TABLES.archive_members>): Member => ({
  service: row.service,
  number: row.number === null ? undefined : Number(row.number),
  state: row.state as MemberState,
  keyHash: row.key_hash,
  address: row.address ?? undefined,
  ip: row.ip ?? undefined,
  platformVersion: row.platform_version ?? undefined,
  administratorEmail: row.administrator_email ?? undefined,
  isConfirmed: row.is_confirmed === 1n,
  confirmed:
    row.confirmed_address === null
      ? undefined
      : { address: row.confirmed_address, ips: row.confirmed_ips.split(' ').filter(Boolean) },
  requestedAt: row.requested_at,
  registeredAt: row.registered_at ?? undefined,
  changedAt: row.changed_at,
  awaySince: row.away_since ?? undefined,
  revision: row.revision ?? 0n,
});
