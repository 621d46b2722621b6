import type { AccessCounts, DailyCount } from '../../ports/access-counts.ts';
import { textOf } from './catalogue-rows.ts';
import type { SqlDatabase, SqlRow } from './sql-database.ts';

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
  read: ({ limit, ...query }) =>
    database.read(async (session) => {
      const { where, values } = conditionOf(query);
      const rows = await session.all(
        `select repository, day, content, accesses from access_counts where ${where}
         order by day, repository, content limit ?`,
        [...values, BigInt(limit)],
      );
      return rows.map((row) => ({ ...countOf(row), repository: textOf(row['repository']), day: textOf(row['day']) }));
    }),
  sumByDay: ({ limit, ...query }) =>
    database.read(async (session) => {
      const { where, values } = conditionOf(query);
      const rows = await session.all(
        `select day, content, ${SUM} as accesses from access_counts where ${where}
         group by day, content order by day, content limit ?`,
        [...values, BigInt(limit)],
      );
      return rows.map((row) => ({ ...countOf(row), day: textOf(row['day']) }));
    }),
  sumByItem: ({ top, ...query }) =>
    database.read(async (session) => {
      const { where, values } = conditionOf(query);
      const rows = await session.all(
        `select repository, content, ${SUM} as accesses, total from access_counts
         join (select repository as most, ${SUM} as total from access_counts where ${where}
           group by repository order by total desc, repository limit ?) top on most = repository
         where ${where} group by repository, content, total order by total desc, repository, content`,
        [...values, BigInt(top), ...values],
      );
      return rows.map((row) => ({ ...countOf(row), repository: textOf(row['repository']) }));
    }),
});

const SUM = 'cast(sum(accesses) as bigint)';

const conditionOf = ({
  repository,
  from,
  to,
}: {
  readonly repository?: string | undefined;
  readonly from: string;
  readonly to: string;
}): { readonly where: string; readonly values: readonly string[] } =>
  repository === undefined
    ? { where: 'day >= ? and day <= ?', values: [from, to] }
    : { where: 'repository = ? and day >= ? and day <= ?', values: [repository, from, to] };

const countOf = (row: SqlRow): Pick<DailyCount, 'content' | 'accesses'> => ({
  content: row['content'] === 'Metadata' ? 'Metadata' : 'Data',
  accesses: Number(row['accesses'] ?? 0n),
});
