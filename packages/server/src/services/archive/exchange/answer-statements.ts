import { isRepositoryLabel, type RepositoryLabel } from '@perene/core';
import { formatLogAnswer, MAX_STATEMENTS, STATEMENT, type StatementRequest } from '@perene/core/federation';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';

/** How many of the last statements of an item are looked through. */
const MAX_LOOKED_AT = 200;

/** Answers resolvers what this Archive has signed, so that their logs have no gaps. */
export const answerStatements = async (
  catalogue: Pick<Catalogue, 'find' | 'statements'>,
  { ibi, hash }: StatementRequest,
): Promise<string> => {
  const item = await catalogue.find(ibi.text);
  // Statements of an item stay, even if the item is no longer here.
  const repository = item?.repository ?? (isRepositoryLabel(ibi.text) ? (ibi.text as RepositoryLabel) : undefined);
  if (repository === undefined) return '';
  const { entries } = await catalogue.statements(repository, { limit: MAX_LOOKED_AT });
  const start = entries.findIndex((kept) => kept.hash === hash);
  const found = start < 0 ? [] : entries.slice(start, start + MAX_STATEMENTS);
  return formatLogAnswer(found.map(({ text }) => [STATEMENT, text] as const));
};
