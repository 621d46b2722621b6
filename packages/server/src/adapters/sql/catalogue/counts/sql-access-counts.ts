import type { AccessCounts, CountQuery, DailyCount } from '../../../../ports/archive/counts/access-counts.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { hasRows, type Row, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';

const CONFLICT = `on conflict (repository, day, content) do update set accesses = access_counts.accesses + excluded.accesses`;
const ADD = `insert into access_counts (repository, day, content, accesses) values (?, ?, ?, ?) ${CONFLICT}`;
/** An access to the metadata of an item counts for the item. */
const ADD_DESCRIBED = `insert into access_counts (repository, day, content, accesses)
  values (coalesce((select describes from items where repository = ?), ?), ?, ?, ?) ${CONFLICT}`;

/** One after the other, so that those who count the same items in another order do not wait for each other. */
const lockOf = (repository: string): string => `accesses ${repository}`;

export const createSqlAccessCounts = (database: SqlDatabase): AccessCounts => ({
  count: ({ urlKey, keyExpiresAt, repository, day, content }) =>
    database.transaction(
      async (session) => {
        const isFresh = await hasRows(
          session,
          'insert into used_url_keys (key, expires_at) values (?, ?) on conflict (key) do nothing returning key',
          [urlKey, keyExpiresAt],
        );
        if (!isFresh) return false;
        await session.run(ADD, [repository, day, content, 1n]);
        return true;
      },
      { exclusive: [lockOf(repository)] },
    ),
  add: (counts) =>
    database.transaction(
      async (session) => {
        for (const { repository, day, content, accesses } of counts) {
          await session.run(ADD_DESCRIBED, [repository, repository, day, content, BigInt(accesses)]);
        }
      },
      { exclusive: counts.map(({ repository }) => lockOf(repository)), mayRepeat: true },
    ),
  forgetExpired: (now) =>
    database.transaction((session) => session.run('delete from used_url_keys where expires_at < ?', [now]), {}),
  read: (query) => database.read((session) => readCounts(session, query)),
  sumByDay: ({ limit, ...query }) =>
    database.read(async (session) => {
      const { where, values } = conditionOf(query);
      const rows = await readRows(
        session,
        { day: 'text', ...COUNT },
        `select day, content, ${SUM} as accesses from access_counts where ${where}
         group by day, content order by day, content limit ?`,
        [...values, BigInt(limit)],
      );
      return rows.map((row) => ({ ...countOf(row), day: row.day }));
    }),
  sumByItem: ({ top, ...query }) =>
    database.read(async (session) => {
      const { where, values } = conditionOf(query);
      const rows = await readRows(
        session,
        { repository: 'repository', ...COUNT },
        `select repository, content, ${SUM} as accesses, total from access_counts
         join (select repository as most, ${SUM} as total from access_counts where ${where}
           group by repository order by total desc, repository limit ?) top on most = repository
         where ${where} group by repository, content, total order by total desc, repository, content`,
        [...values, BigInt(top), ...values],
      );
      return rows.map((row) => ({ ...countOf(row), repository: row.repository }));
    }),
});

/** Accesses of each day; also used by snapshots of the catalogue. */
export const readCounts = async (
  session: SqlSession,
  { limit, ...query }: CountQuery & { readonly limit: number },
): Promise<readonly DailyCount[]> => {
  const { where, values } = conditionOf(query);
  const rows = await readRows(
    session,
    TABLES.access_counts,
    `select repository, day, content, accesses from access_counts where ${where}
     order by day, repository, content limit ?`,
    [...values, BigInt(limit)],
  );
  return rows.map((row) => ({ ...countOf(row), repository: row.repository, day: row.day }));
};

const COUNT = { content: 'text', accesses: 'integer' } as const;
const SUM = 'cast(sum(accesses) as bigint)';

export const conditionOf = ({
  repository,
  from,
  to,
}: CountQuery): { readonly where: string; readonly values: readonly string[] } =>
  repository === undefined
    ? { where: 'day >= ? and day <= ?', values: [from, to] }
    : { where: 'repository = ? and day >= ? and day <= ?', values: [repository, from, to] };

const countOf = (row: Row<typeof COUNT>): Pick<DailyCount, 'content' | 'accesses'> => ({
  content: row.content === 'Metadata' ? 'Metadata' : 'Data',
  accesses: Number(row.accesses),
});
