import type { Role } from '../../../ports/node/api-keys.ts';
import type { Person, PersonState } from '../../../ports/people/people.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlSession } from '../engine/sql-database.ts';
import { hasRows, type Row } from '../engine/typed-rows.ts';
import type { TABLES } from '../migrations/tables.ts';

export const personOf = (row: Row<typeof TABLES.people>): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role as Role,
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
