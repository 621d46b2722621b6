import type { Authorship } from '../../../../ports/archive/catalogue.ts';
import type { SqlDialect, SqlSession } from '../../engine/sql-database.ts';

export interface Writing {
  readonly session: SqlSession;
  readonly dialect: SqlDialect;
  readonly authorship: Authorship;
}

/** What the check of files finds is no change of what an item is, so harvesters need not read it again. */
export const FILE_CHECK_ACTIONS: readonly string[] = ['damaged', 'healed'];

/**
 * Keeps what was done, and adds it to the sequence of changes. The transaction ends with `linkHistory`, so that no row is
 * without its hash.
 */
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
    JSON.stringify(detail, asShown),
  ]);
  await session.run('insert into made_changes (repository, action) values (?, ?)', [repository, action]);
};

/** Everybody may read the history, and the name of a transfer is secret. */
const asShown = (name: string, value: unknown): unknown =>
  name === 'transfer' ? undefined : typeof value === 'bigint' ? String(value) : value;
