import type { ApiKey, ApiKeys, Role } from '../../../ports/node/api-keys.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { hasRows, type Row, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

export const createSqlApiKeys = (database: SqlDatabase): ApiKeys => ({
  add: ({ id, name, role, hash, createdAt }) =>
    database.transaction((session) =>
      session.run('insert into api_keys (id, name, role, hash, created_at) values (?, ?, ?, ?, ?)', [
        id,
        name,
        role,
        hash,
        createdAt,
      ]),
    ),
  find: (id) =>
    database.read(async (session) => {
      const row = await readFirst(session, TABLES.api_keys, 'select * from api_keys where id = ?', [id]);
      return row && { ...keyOf(row), hash: row.hash };
    }),
  list: () =>
    database.read(async (session) =>
      (await readRows(session, TABLES.api_keys, 'select * from api_keys order by created_at, id')).map(keyOf),
    ),
  revoke: (id, at) =>
    database.transaction((session) =>
      hasRows(session, 'update api_keys set revoked_at = ? where id = ? and revoked_at is null returning id', [at, id]),
    ),
});

const keyOf = (row: Row<typeof TABLES.api_keys>): ApiKey => ({
  id: row.id,
  name: row.name,
  role: row.role as Role,
  createdAt: row.created_at,
  revokedAt: row.revoked_at ?? undefined,
});
