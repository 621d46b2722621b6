import { refuse } from '@perene/api/refusals';
import type { Grant, LinkPurpose, People, Person, PersonChange } from '../../../ports/people/people.ts';
import type { SqlDatabase, SqlSession, SqlValue } from '../engine/sql-database.ts';
import { hasRows, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { ADMINISTRATORS, findPerson, hasAdministrator, personOf, readGrants } from './person-rows.ts';

export const createSqlPeople = (database: SqlDatabase): People => ({
  add: ({ id, name, email, role, state, password, createdAt }) =>
    database.transaction(
      (session) =>
        hasRows(
          session,
          `insert into people (id, name, email, password, role, state, stamp, created_at) values (?, ?, ?, ?, ?, ?, 1, ?)
         on conflict (email) do nothing returning id`,
          [id, name, email, password ?? null, role, state, createdAt],
        ),
      ADMINISTRATORS,
    ),
  find: (id) => database.read((session) => findPerson(session, 'id', id)),
  findByEmail: (email) => database.read((session) => findPerson(session, 'email', email)),
  hasAny: () => database.read((session) => hasRows(session, 'select id from people limit 1')),
  list: () =>
    database.read(async (session) => {
      const grants = await readGrants(session);
      const rows = await readRows(session, TABLES.people, 'select * from people order by name, id');
      return rows.map((row) => personOf(row, grants.get(row.id) ?? []));
    }),
  change: (id, change) => database.transaction((session) => changePerson(session, id, change), ADMINISTRATORS),
  noteSignIn: (id, at) =>
    database.transaction(
      (session) => session.run('update people set signed_in_at = ? where id = ?', [at, id]),
      ADMINISTRATORS,
    ),
  findSecondFactor: (id) =>
    database.read(async (session) => {
      const query =
        'select totp_secret as secret, totp_step as step from people where id = ? and totp_secret is not null';
      return readFirst(session, { secret: 'text', step: 'integer' }, query, [id]);
    }),
  setSecondFactor: (id, factor) =>
    database.transaction(async (session) => {
      await session.run('update people set totp_secret = ?, totp_step = ? where id = ?', [
        factor?.secret ?? null,
        factor?.step ?? null,
        id,
      ]);
      await session.run('delete from recovery_codes where person = ?', [id]);
      for (const hash of factor?.recoveryHashes ?? []) {
        await session.run('insert into recovery_codes (person, hash) values (?, ?)', [id, hash]);
      }
    }, ADMINISTRATORS),
  useStep: (id, step) =>
    database.transaction(
      (session) =>
        hasRows(session, 'update people set totp_step = ? where id = ? and totp_step < ? returning id', [
          step,
          id,
          step,
        ]),
      ADMINISTRATORS,
    ),
  useRecoveryCode: (id, hash) =>
    database.transaction(
      (session) =>
        hasRows(session, 'delete from recovery_codes where person = ? and hash = ? returning person', [id, hash]),
      ADMINISTRATORS,
    ),
  addLink: ({ hash, person, purpose, expiresAt }) =>
    database.transaction(async (session) => {
      await session.run('delete from person_links where person = ?', [person]);
      await session.run('insert into person_links (hash, person, purpose, expires_at) values (?, ?, ?, ?)', [
        hash,
        person,
        purpose,
        expiresAt,
      ]);
    }, ADMINISTRATORS),
  findLink: (hash) => database.read((session) => findLink(session, hash)),
  useLink: (hash, { at, password, name }) =>
    database.transaction(async (session) => {
      const link = await findLink(session, hash);
      if (link === undefined || link.expiresAt <= at || link.of.state === 'disabled') return false;
      await session.run('delete from person_links where person = ?', [link.person]);
      await changePerson(session, link.person, { password, name, state: 'active', endsSessions: true });
      return true;
    }, ADMINISTRATORS),
  sweep: (before) =>
    database.transaction(
      (session) => session.run('delete from person_links where expires_at < ?', [before]),
      ADMINISTRATORS,
    ),
});

const findLink = async (session: SqlSession, hash: string) => {
  const row = await readFirst(session, TABLES.person_links, 'select * from person_links where hash = ?', [hash]);
  const of = row && (await findPerson(session, 'id', row.person));
  if (row === undefined || of === undefined) return undefined;
  return { hash, person: row.person, purpose: row.purpose as LinkPurpose, expiresAt: row.expires_at, of };
};

const changePerson = async (
  session: SqlSession,
  id: string,
  { name, email, role, grants, state, password, endsSessions = false }: PersonChange,
): Promise<Person | undefined> => {
  const before = await findPerson(session, 'id', id);
  if (before === undefined) return undefined;
  const given: readonly (readonly [string, SqlValue | undefined])[] = [
    ['name', name],
    ['email', email],
    ['role', role],
    ['state', state],
    ['password', password],
    ['stamp', endsSessions ? before.stamp + 1n : undefined],
  ];
  const changed = given.filter((pair): pair is readonly [string, SqlValue] => pair[1] !== undefined);
  if (grants !== undefined) await replaceGrants(session, id, grants);
  if (changed.length === 0) return findPerson(session, 'id', id);
  const isTaken = 'select id from people where email = ? and id <> ?';
  if (email !== undefined && (await hasRows(session, isTaken, [email, id]))) throw refuse('email-taken', { email });
  await session.run(`update people set ${changed.map(([column]) => `${column} = ?`).join(', ')} where id = ?`, [
    ...changed.map(([, value]) => value),
    id,
  ]);
  // A link that was sent to another address, or before another password, may be in the wrong hands.
  const isOther = password !== undefined || (email !== undefined && email !== before.email) || state === 'disabled';
  if (isOther) await session.run('delete from person_links where person = ?', [id]);
  const wasAdministrator = before.role === 'admin' && before.state === 'active';
  if (wasAdministrator && !(await hasAdministrator(session))) throw refuse('last-administrator');
  return findPerson(session, 'id', id);
};

const replaceGrants = async (session: SqlSession, id: string, grants: readonly Grant[]): Promise<void> => {
  await session.run('delete from grants where principal = ?', [id]);
  for (const { role, collection = '' } of grants) {
    await session.run('insert into grants (principal, role, collection) values (?, ?, ?) on conflict do nothing', [
      id,
      role,
      collection,
    ]);
  }
};
