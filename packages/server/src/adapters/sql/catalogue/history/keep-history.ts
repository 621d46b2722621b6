import type { Authorship } from '../../../../ports/archive/catalogue.ts';
import type { SqlDialect, WritingSession } from '../../engine/sql-database.ts';
import { END_OF_TRANSACTION } from './end-of-transaction.ts';

export interface Writing {
  readonly session: WritingSession;
  readonly dialect: SqlDialect;
  readonly authorship: Authorship;
}

/** What the check of files finds is no change of what an item is, so harvesters need not read it again. */
export const FILE_CHECK_ACTIONS: readonly string[] = ['damaged', 'healed'];

/** Keeps what was done, and adds it to the sequence of changes, at the end of the transaction. */
export const keepHistory = (
  { session, authorship }: Pick<Writing, 'session' | 'authorship'>,
  repository: string,
  action: string,
  detail: unknown,
): void => {
  const { at, who } = authorship;
  const row = { repository, at, who, action, detail: JSON.stringify(detail, asShown) };
  session.defer(END_OF_TRANSACTION, { kind: 'history', row });
};

/** Everybody may read the history, and the name of a transfer is secret. */
const asShown = (name: string, value: unknown): unknown =>
  name === 'transfer' ? undefined : typeof value === 'bigint' ? String(value) : value;
