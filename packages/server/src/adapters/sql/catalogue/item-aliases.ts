import { refuse } from '@perene/api/refusals';
import { type Alias, aliasLabel, parseAlias } from '@perene/core/item';
import type { CatalogueItem, ItemChange } from '../../../ports/archive/catalogue.ts';
import type { SqlSession } from '../engine/sql-database.ts';
import { hasRows, readOne } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { refuseMintable } from '../minters/minted-aliases.ts';
import { lockOfLabel } from './catalogue-locks.ts';
import { ITEM_COLUMNS, itemOf } from './catalogue-rows.ts';
import { keepHistory, type Writing } from './history/keep-history.ts';
import { keepLabelChange } from './sql-label-changes.ts';

const readAlias = (text: string): Alias => {
  const alias = parseAlias(text);
  if (!alias.ok) throw new Error(`"${text}" is no alias`);
  return alias.value;
};

const labelOfAlias = (text: string): string => aliasLabel(readAlias(text));

type AliasTaker = Pick<CatalogueItem, 'number' | 'repository' | 'state'>;

/**
 * Adds aliases to the labels, under names that no label can have, so that they are unique and in digests. A removed item
 * gives its aliases up to a living one.
 */
export const addAliases = async (
  writing: Writing,
  { number, repository, state }: AliasTaker,
  aliases: readonly string[],
): Promise<void> => {
  const { session } = writing;
  for (const text of aliases) {
    const alias = readAlias(text);
    const label = aliasLabel(alias);
    await refuseMintable(session, alias);
    const isAdded = await hasRows(
      session,
      'insert into labels (label, number) values (?, ?) on conflict (label) do nothing returning label',
      [label, number],
    );
    if (isAdded) keepLabelChange(session, label, 'added');
    else await takeOver(writing, { number, repository, state }, { text, label });
  }
};

/** The label stays among those of this Archive, so that digests do not change. */
const takeOver = async (
  writing: Writing,
  { number, repository, state }: AliasTaker,
  { text, label }: { readonly text: string; readonly label: string },
): Promise<void> => {
  const { session, authorship } = writing;
  const holder = await findHolder(session, label);
  if (holder.state.kind !== 'deleted' || state.kind === 'deleted') {
    throw refuse('alias-taken', { reason: 'here', alias: text, label: holder.repository });
  }
  session.need({ exclusive: [lockOfLabel(holder.repository)] });
  const aliases = holder.aliases.filter((alias) => labelOfAlias(alias) !== label);
  await session.run('update labels set number = ? where label = ?', [number, label]);
  await session.run('update items set aliases = ?, updated_at = ?, revision = revision + 1 where repository = ?', [
    aliases.join(' '),
    authorship.at,
    holder.repository,
  ]);
  keepHistory(writing, holder.repository, 'edited', {
    before: { aliases: holder.aliases },
    after: { aliases, aliasesMovedTo: repository },
  });
};

const findHolder = async (session: SqlSession, label: string): Promise<CatalogueItem> => {
  const query = `select ${ITEM_COLUMNS} from items i join labels l on l.number = i.number where l.label = ?`;
  return itemOf(await readOne(session, TABLES.items, query, [label]));
};

/** Writes the labels and their changes, and returns the aliases that the item has then. */
export const changeAliases = async (
  writing: Writing,
  item: Pick<CatalogueItem, 'number' | 'repository' | 'state' | 'aliases'>,
  { addAliases: added = [], removeAliases: removed = [] }: Pick<ItemChange, 'addAliases' | 'removeAliases'>,
): Promise<readonly string[]> => {
  const { session } = writing;
  const { number, aliases } = item;
  const gone = new Set(removed.map(labelOfAlias));
  const kept = aliases.filter((alias) => !gone.has(labelOfAlias(alias)));
  for (const label of aliases.map(labelOfAlias).filter((own) => gone.has(own))) {
    await session.run('delete from labels where label = ? and number = ?', [label, number]);
    keepLabelChange(session, label, 'removed');
  }
  const known = new Set(kept.map(labelOfAlias));
  const fresh = added.filter((alias) => !known.has(labelOfAlias(alias)) && known.add(labelOfAlias(alias)));
  await addAliases(writing, item, fresh);
  return [...kept, ...fresh];
};
