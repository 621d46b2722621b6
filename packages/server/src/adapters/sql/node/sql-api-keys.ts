import type { ApiKey, ApiKeys, KeyLimits, Role } from '../../../ports/node/api-keys.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { type Row, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { ADMINISTRATORS, findPerson, hasAdministrator } from '../people/person-rows.ts';

export const createSqlApiKeys = (database: SqlDatabase): ApiKeys => ({
  add: ({ id, name, role, hash, createdAt, expiresAt, person, limits }) =>
    database.transaction(
      (session) =>
        session.run(
          `insert into api_keys (id, name, role, hash, created_at, expires_at, person, limits)
           values (?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            id,
            name,
            role,
            hash,
            createdAt,
            expiresAt ?? null,
            person ?? null,
            limits === undefined ? null : JSON.stringify(limits),
          ],
        ),
      ADMINISTRATORS,
    ),
  find: (id) =>
    database.read(async (session) => {
      const row = await readFirst(session, TABLES.api_keys, 'select * from api_keys where id = ?', [id]);
      const owner = row?.person == null ? undefined : await findPerson(session, 'id', row.person);
      return row && { ...keyOf(row), hash: row.hash, owner };
    }),
  list: () =>
    database.read(async (session) =>
      (await readRows(session, TABLES.api_keys, 'select * from api_keys order by created_at, id')).map(keyOf),
    ),
  revoke: (id, at) =>
    database.transaction(async (session) => {
      const key = await readFirst(session, VALID, 'select role from api_keys where id = ? and revoked_at is null', [
        id,
      ]);
      if (key === undefined) return 'unknown';
      if (key.role === 'admin' && !(await hasAdministrator(session, { exceptKey: id }))) return 'last-admin';
      await session.run('update api_keys set revoked_at = ? where id = ?', [at, id]);
      return 'revoked';
    }, ADMINISTRATORS),
});

const VALID = { role: 'text' } as const;

const keyOf = (row: Row<typeof TABLES.api_keys>): ApiKey => ({
  id: row.id,
  name: row.name,
  role: row.role as Role,
  createdAt: row.created_at,
  revokedAt: row.revoked_at ?? undefined,
  expiresAt: row.expires_at ?? undefined,
  person: row.person ?? undefined,
  limits: row.limits === null ? undefined : (JSON.parse(row.limits) as KeyLimits),
});
