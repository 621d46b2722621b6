import type { Member, MemberDetails, MemberState, Members } from '../../ports/members.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { textOf } from './catalogue-rows.ts';
import type { SqlDatabase, SqlRow, SqlSession, SqlValue } from './sql-database.ts';

const MAX_NUMBER = 65_535n;

export const createSqlMembers = (database: SqlDatabase): Members => ({
  find: (service) => database.read((session) => findMember(session, service)),
  change: (service, decide) =>
    database.transaction(async (session) => {
      const member = await findMember(session, service);
      const [counted] = await session.all(`select count(*) as count from archive_members where state = 'requested'`);
      const change = decide(member, { requested: Number(counted?.['count'] ?? 0n) });
      if (change === undefined) return member;
      if (change.kind === 'forget') {
        await session.run('delete from archive_members where service = ? and number is null', [service]);
        return undefined;
      }
      await write(session, change.member, member);
      return findMember(session, service);
    }),
  list: ({ after, limit }) =>
    database.read(async (session) =>
      (
        await session.all('select * from archive_members where service > ? order by service limit ?', [
          after,
          BigInt(limit),
        ])
      ).map(memberOf),
    ),
  changesSince: (revision, limit) =>
    database.read(async (session) =>
      (
        await session.all('select * from archive_members where revision > ? order by revision limit ?', [
          revision,
          BigInt(limit),
        ])
      ).map(memberOf),
    ),
});

const findMember = async (session: SqlSession, service: string): Promise<Member | undefined> => {
  const [row] = await session.all('select * from archive_members where service = ?', [service]);
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
  'revision',
];

const write = async (session: SqlSession, member: MemberDetails, before: Member | undefined): Promise<void> => {
  const [last] = await session.all(
    'select coalesce(max(number), -1) as number, coalesce(max(revision), 0) as revision from archive_members',
  );
  const next = BigInt(last?.['number'] ?? -1n) + 1n;
  const isNumbered = member.state !== 'requested' || before?.number !== undefined;
  const number = before?.number === undefined ? next : BigInt(before.number);
  if (isNumbered && number > MAX_NUMBER) {
    throw new Refusal('archives-full', `a resolver has room for ${MAX_NUMBER + 1n} Archives, and all of it is taken`);
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
    // What may be forgotten has no revision, so that none is ever given again.
    isNumbered ? BigInt(last?.['revision'] ?? 0n) + 1n : null,
  ];
  await session.run(
    `insert into archive_members (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})
     on conflict (service) do update set ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    values,
  );
};

const maybeText = (value: SqlValue | undefined): string | undefined => (value === null ? undefined : textOf(value));

const memberOf = (row: SqlRow): Member => ({
  service: textOf(row['service']),
  number: row['number'] === null ? undefined : Number(row['number']),
  state: textOf(row['state']) as MemberState,
  keyHash: textOf(row['key_hash']),
  address: maybeText(row['address']),
  ip: maybeText(row['ip']),
  platformVersion: maybeText(row['platform_version']),
  administratorEmail: maybeText(row['administrator_email']),
  isConfirmed: row['is_confirmed'] === 1n,
  requestedAt: BigInt(row['requested_at'] ?? 0n),
  registeredAt: row['registered_at'] === null ? undefined : BigInt(row['registered_at'] ?? 0n),
  changedAt: BigInt(row['changed_at'] ?? 0n),
  revision: BigInt(row['revision'] ?? 0n),
});
