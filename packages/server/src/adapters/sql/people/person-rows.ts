import type { Role } from '../../../ports/node/api-keys.ts';
import type { Grant, Person, PersonState } from '../../../ports/people/people.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlSession } from '../engine/sql-database.ts';
import { hasRows, type Row, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

/** Reads the grants of people, by person. */
export const readGrants = async (
  session: SqlSession,
  person?: string,
): Promise<ReadonlyMap<string, readonly Grant[]>> => {
  const rows = await readRows(
    session,
    TABLES.grants,
    `select * from grants ${person === undefined ? '' : 'where principal = ?'} order by principal, collection, role`,
    person === undefined ? [] : [person],
  );
  const grants = new Map<string, Grant[]>();
  for (const { principal, role, collection } of rows) {
    const known = grants.get(principal) ?? [];
    known.push({ role: role as Grant['role'], ...(collection !== '' && { collection }) });
    grants.set(principal, known);
  }
  return grants;
};

export const personOf = (row: Row<typeof TABLES.people>, grants: readonly Grant[]): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role as Role,
  grants,
  state: row.state as PersonState,
  password: row.password ?? undefined,
  stamp: row.stamp,
  createdAt: row.created_at,
  signedInAt: row.signed_in_at ?? undefined,
  hasSecondFactor: row.totp_secret !== null,
});

/** Whether somebody is the last administrator depends on all others, keys and people. */
export const ADMINISTRATORS: Locks = { exclusive: ['administrators'] };

/**
 * Whether anybody can administer the node: an active person, or a key that neither ends by itself nor with its owner,
 * and is not limited.
 */
export const hasAdministrator = (
  session: SqlSession,
  { exceptKey = '' }: { readonly exceptKey?: string } = {},
): Promise<boolean> =>
  hasRows(
    session,
    `select id from people where role = 'admin' and state = 'active'
     union all select id from api_keys where role = 'admin' and revoked_at is null and expires_at is null
       and person is null and limits is null and id <> ?
     limit 1`,
    [exceptKey],
  );

export const findPerson = async (
  session: SqlSession,
  column: 'id' | 'email',
  value: string,
): Promise<Person | undefined> => {
  const row = await readFirst(session, TABLES.people, `select * from people where ${column} = ?`, [value]);
  return row && personOf(row, (await readGrants(session, row.id)).get(row.id) ?? []);
};
