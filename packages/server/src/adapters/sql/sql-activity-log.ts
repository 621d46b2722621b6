import type { Activity, ActivityLog, ActivityQuery } from '../../ports/activity-log.ts';
import { textOf } from './catalogue-rows.ts';
import type { SqlDatabase, SqlRow, SqlValue } from './sql-database.ts';

type Condition = readonly [text: string, ...values: SqlValue[]];

export const createSqlActivityLog = (database: SqlDatabase): ActivityLog => ({
  read: (query) =>
    database.read(async (session) => {
      const conditions = conditionsOf(query);
      const where = conditions.length === 0 ? '' : `where ${conditions.map(([text]) => text).join(' and ')}`;
      // The details of a change may be megabytes, and are left where they are.
      const rows = await session.all(
        `select number, at, repository, who, action from history ${where} order by at desc, number desc limit ?`,
        [...conditions.flatMap(([, ...values]) => values), BigInt(query.limit)],
      );
      return rows.map(activityOf);
    }),
});

const conditionsOf = ({ repositories, who, from, until, after }: ActivityQuery): readonly Condition[] => [
  ...(repositories === undefined ? [] : [anyOf(repositories)]),
  ...(who === undefined ? [] : [['who = ?', who] as const]),
  ...(from === undefined ? [] : [['at >= ?', from] as const]),
  ...(until === undefined ? [] : [['at < ?', until] as const]),
  ...(after === undefined ? [] : [['(at, number) < (?, ?)', after.at, after.number] as const]),
];

const anyOf = (repositories: readonly string[]): Condition => [
  `repository in (${repositories.map(() => '?').join(', ')})`,
  ...repositories,
];

const activityOf = (row: SqlRow): Activity => ({
  number: BigInt(row['number'] ?? 0n),
  at: BigInt(row['at'] ?? 0n),
  repository: textOf(row['repository']),
  who: textOf(row['who']),
  action: textOf(row['action']),
});
