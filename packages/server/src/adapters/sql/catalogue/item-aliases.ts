import { type Refusal, refuse } from '@perene/api/refusals';
import { type Alias, aliasLabel, parseAlias } from '@perene/core/item';
import type { CatalogueItem, ItemChange } from '../../../ports/catalogue.ts';
import type { SqlSession } from '../engine/sql-database.ts';
import { hasRows, readOne } from '../engine/typed-rows.ts';
import { refuseMintable } from '../minters/minted-aliases.ts';
import { keepLabelChange } from './sql-label-changes.ts';

const readAlias = (text: string): Alias => {
  const alias = parseAlias(text);
  if (!alias.ok) throw new Error(`"${text}" is no alias`);
  return alias.value;
};

const labelOfAlias = (text: string): string => aliasLabel(readAlias(text));

/** Adds aliases to the labels, under names that no label can have, so that they are unique and in digests. */
export const addAliases = async (session: SqlSession, number: bigint, aliases: readonly string[]): Promise<void> => {
  for (const text of aliases) {
    const alias = readAlias(text);
    const label = aliasLabel(alias);
    await refuseMintable(session, alias);
    const isAdded = await hasRows(
      session,
      'insert into labels (label, number) values (?, ?) on conflict (label) do nothing returning label',
      [label, number],
    );
    if (!isAdded) throw await aliasTaken(session, text, label);
    await keepLabelChange(session, label, 'added');
  }
};

const aliasTaken = async (session: SqlSession, text: string, label: string): Promise<Refusal> => {
  const { repository } = await readOne(
    session,
    { repository: 'text' },
    'select i.repository from labels l join items i on i.number = l.number where l.label = ?',
    [label],
  );
  return refuse('alias-taken', { reason: 'here', alias: text, label: repository });
};

/** Writes the labels and their changes, and returns the aliases that the item has then. */
export const changeAliases = async (
  session: SqlSession,
  { number, aliases }: Pick<CatalogueItem, 'number' | 'aliases'>,
  { addAliases: added = [], removeAliases: removed = [] }: Pick<ItemChange, 'addAliases' | 'removeAliases'>,
): Promise<readonly string[]> => {
  const gone = new Set(removed.map(labelOfAlias));
  const kept = aliases.filter((alias) => !gone.has(labelOfAlias(alias)));
  for (const label of aliases.map(labelOfAlias).filter((own) => gone.has(own))) {
    await session.run('delete from labels where label = ? and number = ?', [label, number]);
    await keepLabelChange(session, label, 'removed');
  }
  const known = new Set(kept.map(labelOfAlias));
  const fresh = added.filter((alias) => !known.has(labelOfAlias(alias)) && known.add(labelOfAlias(alias)));
  await addAliases(session, number, fresh);
  return [...kept, ...fresh];
};
