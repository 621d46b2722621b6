import type { Authorship } from '../../../ports/catalogue.ts';
import type { SqlDialect, SqlSession } from '../engine/sql-database.ts';

export interface Writing {
  readonly session: SqlSession;
  readonly dialect: SqlDialect;
  readonly authorship: Authorship;
}

export const keepHistory = async (
  { session, authorship }: Pick<Writing, 'session' | 'authorship'>,
  repository: string,
  action: string,
  detail: unknown,
): Promise<void> => {
  await session.run('insert into history (repository, at, who, action, detail) values (?, ?, ?, ?, ?)', [
    repository,
    authorship.at,
    authorship.who,
    action,
    JSON.stringify(detail, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ]);
};
