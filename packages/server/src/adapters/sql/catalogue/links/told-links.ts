import type { ItemLink } from '../../../../ports/archive/catalogue.ts';
import type { SqlSession, WritingSession } from '../../engine/sql-database.ts';
import { hasRows, readFirst, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { ALL_RELATIONS } from '../catalogue-locks.ts';
import { type LinkSource, ORIGINAL_STATES, SOURCE_COLUMNS, sourceOf, sourceValues } from './link-source.ts';

/** Links that only one item names: no chain and no family has them, and they do not change the other item. */
export interface ToldLink {
  readonly item: string;
  readonly kind: ItemLink['kind'];
  readonly label: string;
  readonly language?: string | undefined;
}

export const tellLink = async (
  session: SqlSession,
  { item, kind, label, language = '' }: ToldLink,
  source: LinkSource,
): Promise<void> => {
  await session.run(
    `insert into item_links (item, kind, label, language, ${SOURCE_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict do nothing`,
    [item, kind, label, language, ...sourceValues(source)],
  );
};

export const takeBackLink = (session: SqlSession, { item, kind, label }: ToldLink): Promise<boolean> =>
  hasRows(session, 'delete from item_links where item = ? and kind = ? and label = ? returning label', [
    item,
    kind,
    label,
  ]);

export const takeBackLinks = async (session: SqlSession, item: string): Promise<void> =>
  session.run('delete from item_links where item = ?', [item]);

export interface ToldEdition {
  readonly label: string;
  readonly source: LinkSource;
}

/** The edition before or after the item that the item names, if it does. */
export const toldEdition = async (
  session: SqlSession,
  item: string,
  kind: 'nextEdition' | 'editionOf',
): Promise<ToldEdition | undefined> => {
  const query = 'select * from item_links where item = ? and kind = ?';
  const row = await readFirst(session, TABLES.item_links, query, [item, kind]);
  return row && { label: row.label, source: sourceOf(row) };
};

export interface ToldTranslation extends ToldEdition {
  readonly language: string;
}

export const toldTranslations = async (session: SqlSession, item: string): Promise<readonly ToldTranslation[]> => {
  const query = `select * from item_links where item = ? and kind = 'translation'`;
  const rows = await readRows(session, TABLES.item_links, query, [item]);
  return rows.map((row) => ({ label: row.label, language: row.language, source: sourceOf(row) }));
};

/** Renames an item in links that have one of its other labels: they then have its repository name. */
export const renameTold = async (session: WritingSession, repository: string, ibip: string): Promise<void> => {
  if (!(await hasRows(session, 'select 1 as one from item_links where label = ? limit 1', [ibip]))) return;
  session.need(ALL_RELATIONS);
  await session.run(
    `delete from item_links where label = ? and exists (select 1 from item_links other
       where other.item = item_links.item and other.kind = item_links.kind and other.label = ?)`,
    [ibip, repository],
  );
  await session.run('update item_links set label = ? where label = ?', [repository, ibip]);
};

/** Whether this Archive holds, or held, the original. */
export const isOriginalHere = (session: SqlSession, repository: string): Promise<boolean> =>
  hasRows(session, `select 1 as one from items where repository = ? and state in ${ORIGINAL_STATES}`, [repository]);
