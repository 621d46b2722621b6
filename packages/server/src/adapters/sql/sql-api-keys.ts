import type { ApiKey, ApiKeys, Role } from '../../ports/api-keys.ts';
import { textOf } from './catalogue-rows.ts';
import type { SqlDatabase, SqlRow } from './sql-database.ts';

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
      const [row] = await session.all('select * from api_keys where id = ?', [id]);
      return row && { ...keyOf(row), hash: textOf(row['hash']) };
    }),
  list: () =>
    database.read(async (session) => (await session.all('select * from api_keys order by created_at, id')).map(keyOf)),
  revoke: (id, at) =>
    database.transaction(async (session) => {
      const rows = await session.all(
        'update api_keys set revoked_at = ? where id = ? and revoked_at is null returning id',
        [at, id],
      );
      return rows.length > 0;
    }),
});

const keyOf = (row: SqlRow): ApiKey => ({
  id: textOf(row['id']),
  name: textOf(row['name']),
  role: textOf(row['role']) as Role,
  createdAt: BigInt(row['created_at'] ?? 0n),
  revokedAt: row['revoked_at'] === null ? undefined : BigInt(row['revoked_at'] ?? 0n),
});
