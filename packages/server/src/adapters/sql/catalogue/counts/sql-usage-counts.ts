import type { AccessMethod } from '@perene/core/usage';
import type {
  CitingItem,
  Granularity,
  PeriodQuery,
  PeriodUsage,
  UsageCounts,
} from '../../../../ports/archive/counts/usage-counts.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { type Row, readRows } from '../../engine/typed-rows.ts';
import { conditionOf } from './sql-access-counts.ts';

const NUMBERS = ['total_investigations', 'total_requests', 'unique_investigations', 'unique_requests'] as const;
const ADD = `insert into usage_counts (repository, day, method, ${NUMBERS.join(', ')}) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (repository, day, method) do update set ${NUMBERS.map((name) => `${name} = usage_counts.${name} + excluded.${name}`).join(', ')}`;
const SUMS = NUMBERS.map((name) => `cast(sum(${name}) as bigint) as ${name}`).join(', ');

const MAX_CITING = 1_000;
const ADD_CITING = `insert into citing_items (repository, citing, follows, last_day) values (?, ?, 1, ?)
  on conflict (repository, citing) do update set follows = citing_items.follows + 1, last_day = excluded.last_day`;
const MOST_FOLLOWED = `from citing_items where repository = ? order by follows desc, last_day desc, citing limit ?`;

/** Those who count the same items in another order would wait for each other. */
const USAGE = { exclusive: ['usage'] };

export const createSqlUsageCounts = (database: SqlDatabase): UsageCounts => ({
  add: (counts) =>
    database.transaction(async (session) => {
      for (const { repository, day, method, ...one } of counts) {
        const numbers = [one.totalInvestigations, one.totalRequests, one.uniqueInvestigations, one.uniqueRequests];
        await session.run(ADD, [repository, day, method, ...numbers.map(BigInt)]);
      }
    }, USAGE),
  sum: (query) => database.read((session) => sumUsage(session, query)),
  sumByItem: ({ after = '', limit, granularity, ...query }) =>
    database.read(async (session) => {
      const { where, values } = conditionOf(query);
      const rows = await readRows(
        session,
        { repository: 'repository', ...SUMMED },
        `select repository, ${periodOf(granularity)} as period, method, ${SUMS} from usage_counts
         where ${where} and repository in
           (select distinct repository from usage_counts where ${where} and repository > ? order by repository limit ?)
         group by repository, period, method order by repository, period, method`,
        [...values, ...values, after, BigInt(limit)],
      );
      return rows.map((row) => ({ repository: row.repository, ...usageOf(row) }));
    }),
  addCiting: (counts) =>
    database.transaction(async (session) => {
      for (const { repository, citing, day } of counts) await session.run(ADD_CITING, [repository, citing, day]);
      for (const repository of new Set(counts.map((one) => one.repository))) {
        const kept = `select citing ${MOST_FOLLOWED}`;
        await session.run(`delete from citing_items where repository = ? and citing not in (${kept})`, [
          repository,
          repository,
          BigInt(MAX_CITING),
        ]);
      }
    }, USAGE),
  citing: (query) => database.read((session) => readCiting(session, query)),
});

/** The items from which an item was followed most; also used by snapshots of the catalogue. */
export const readCiting = async (
  session: SqlSession,
  { repository, limit }: Parameters<UsageCounts['citing']>[0],
): Promise<readonly CitingItem[]> => {
  const columns = { citing: 'label', follows: 'integer', last_day: 'text' } as const;
  const values = [repository, BigInt(limit)];
  const rows = await readRows(session, columns, `select citing, follows, last_day ${MOST_FOLLOWED}`, values);
  return rows.map(({ citing, follows, last_day: lastDay }) => ({ label: citing, follows: Number(follows), lastDay }));
};

/** The use of all items, or of one; also used by snapshots of the catalogue. */
export const sumUsage = async (
  session: SqlSession,
  { granularity, ...query }: PeriodQuery,
): Promise<readonly PeriodUsage[]> => {
  const { where, values } = conditionOf(query);
  const rows = await readRows(
    session,
    SUMMED,
    `select ${periodOf(granularity)} as period, method, ${SUMS} from usage_counts where ${where}
     group by period, method order by period, method`,
    values,
  );
  return rows.map(usageOf);
};

const SUMMED = {
  period: 'text',
  method: 'text',
  total_investigations: 'integer',
  total_requests: 'integer',
  unique_investigations: 'integer',
  unique_requests: 'integer',
} as const;

const periodOf = (granularity: Granularity): string => (granularity === 'day' ? 'day' : 'substr(day, 1, 7)');

const usageOf = (row: Row<typeof SUMMED>): PeriodUsage => ({
  period: row.period,
  method: methodOf(row.method),
  totalInvestigations: Number(row.total_investigations),
  totalRequests: Number(row.total_requests),
  uniqueInvestigations: Number(row.unique_investigations),
  uniqueRequests: Number(row.unique_requests),
});

const methodOf = (text: string): AccessMethod => (text === 'Machine' ? 'Machine' : 'Regular');
