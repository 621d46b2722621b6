import type { Activity, ActivityQuery } from '../../../../ports/archive/catalogue-records.ts';
import type { SqlSession, SqlValue } from '../../engine/sql-database.ts';
import { readRows } from '../../engine/typed-rows.ts';

const ACTIVITY = { number: 'integer', at: 'integer', repository: 'repository', who: 'text', action: 'text' } as const;

type Condition = readonly [text: string, ...values: SqlValue[]];

export const readActivity = (session: SqlSession, query: ActivityQuery): Promise<readonly Activity[]> => {
  const conditions = conditionsOf(query);
  const where = conditions.length === 0 ? '' : `where ${conditions.map(([text]) => text).join(' and ')}`;
  // The details of a change may have megabytes, so they are not read.
  return readRows(
    session,
    ACTIVITY,
    `select number, at, repository, who, action from history ${where} order by at desc, number desc limit ?`,
    [...conditions.flatMap(([, ...values]) => values), BigInt(query.limit)],
  );
};

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
