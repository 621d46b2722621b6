import type { AccessCounts } from '../../ports/access-counts.ts';
import { textOf } from './catalogue-rows.ts';
import type { SqlDatabase } from './sql-database.ts';

const CONFLICT = `on conflict (repository, day, content) do update set accesses = access_counts.accesses + excluded.accesses`;
const ADD = `insert into access_counts (repository, day, content, accesses) values (?, ?, ?, ?) ${CONFLICT}`;
/** Whoever reads what is said of an item reads about the item. */
const ADD_DESCRIBED = `insert into access_counts (repository, day, content, accesses)
  values (coalesce((select describes from items where repository = ?), ?), ?, ?, ?) ${CONFLICT}`;

export const createSqlAccessCounts = (database: SqlDatabase): AccessCounts => ({
  count: ({ urlKey, keyExpiresAt, repository, day, content }) =>
    database.transaction(async (session) => {
      const [fresh] = await session.all(
        'insert into used_url_keys (key, expires_at) values (?, ?) on conflict (key) do nothing returning key',
        [urlKey, keyExpiresAt],
      );
      if (fresh === undefined) return false;
      await session.run(ADD, [repository, day, content, 1n]);
      return true;
    }),
  add: (counts) =>
    database.transaction(async (session) => {
      for (const { repository, day, content, accesses } of counts) {
        await session.run(ADD_DESCRIBED, [repository, repository, day, content, BigInt(accesses)]);
      }
    }),
  forgetExpired: (now) =>
    database.transaction((session) => session.run('delete from used_url_keys where expires_at < ?', [now])),
  read: ({ repository, from, to, limit }) =>
    database.read(async (session) => {
      const rows = await session.all(
        `select repository, day, content, accesses from access_counts
         where ${repository === undefined ? '' : 'repository = ? and '}day >= ? and day <= ?
         order by day, repository, content limit ?`,
        [...(repository === undefined ? [] : [repository]), from, to, BigInt(limit)],
      );
      return rows.map((row) => ({
        repository: textOf(row['repository']),
        day: textOf(row['day']),
        content: row['content'] === 'Metadata' ? 'Metadata' : 'Data',
        accesses: Number(row['accesses'] ?? 0n),
      }));
    }),
});
