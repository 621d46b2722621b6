import type { RepositoryLabel } from '@perene/core';
import { chooseTranslations, compareTexts, MAX_RELATED_ITEMS } from '@perene/core/item';
import { noteRead } from '../../../../memory/reading-notes.ts';
import type { ItemLink, RelatedLabel } from '../../../../ports/archive/catalogue.ts';
import type { UnknownLanguage } from '../../../../ports/archive/catalogue-records.ts';
import type { SqlRow, SqlSession, SqlValue } from '../../engine/sql-database.ts';
import { checkRow, readRows } from '../../engine/typed-rows.ts';
import { ITEM_COLUMNS } from '../catalogue-rows.ts';
import { ALIVE, isHeldCopy, itself, noteKin, relatedOf } from './found-editions.ts';
import { LINK, linkOf, ORIGINAL_STATES, SOURCE_COLUMNS } from './link-source.ts';

/** The family of the item, and the links that originals of the family alone name; for a copy, only its own links. */
export const findTranslations = async (
  session: SqlSession,
  repository: RepositoryLabel,
  language: string | undefined,
): Promise<readonly RelatedLabel[]> => {
  const own = await itself(session, repository);
  const family = isHeldCopy(own.item) ? [] : await findFamily(session, repository, language);
  const told = await findTold(session, repository, language, isHeldCopy(own.item));
  const known = [...(family.length === 0 ? [own] : family), ...told];
  return chooseTranslations(known, { repository, asked: language });
};

/** The language of a translation is the one that others give for it, which may be all that is known. */
const translationOf = (row: SqlRow): RelatedLabel => {
  const related = relatedOf(row);
  return { ...related, language: checkRow(row, { known_language: 'text' }).known_language || related.language };
};

/** The condition for languages that may meet the one that is asked for. */
const condition = (column: string, language: string | undefined): { text: string; values: readonly SqlValue[] } =>
  language === undefined
    ? { text: '', values: [] }
    : {
        text: `and (${column} in (?, ?) or ${column} like ?)`,
        values: [language, language.slice(0, 2), language.length === 2 ? `${language}-%` : language],
      };

const findFamily = async (
  session: SqlSession,
  repository: string,
  language: string | undefined,
): Promise<readonly RelatedLabel[]> => {
  const { text, values } = condition('t.language', language);
  const rows = await session.all(
    `select t.label, t.language as known_language, ${ITEM_COLUMNS} from translations mine
     join translations t on t.family = mine.family ${text}
     left join items i on i.repository = t.label
     where mine.label = ? and ${ALIVE} order by t.language limit ${MAX_RELATED_ITEMS}`,
    [...values, repository],
  );
  return rows.map(translationOf);
};

const findTold = async (
  session: SqlSession,
  repository: string,
  language: string | undefined,
  isAlone: boolean,
): Promise<readonly RelatedLabel[]> => {
  const { text, values } = condition('l.language', language);
  const members = `select t.label from translations mine join translations t on t.family = mine.family
    join items o on o.repository = t.label and o.state in ${ORIGINAL_STATES} where mine.label = ?`;
  const rows = await session.all(
    `select l.label, l.language as known_language, ${ITEM_COLUMNS} from item_links l
     left join items i on i.repository = l.label
     where l.kind = 'translation' and (l.item = ? ${isAlone ? '' : `or l.item in (${members})`}) ${text} and ${ALIVE}
     order by l.language limit ${MAX_RELATED_ITEMS}`,
    [repository, ...(isAlone ? [] : [repository]), ...values],
  );
  return rows.map(translationOf);
};

export const findUnknownLanguages = (
  session: SqlSession,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly UnknownLanguage[]> =>
  readRows(
    session,
    { item: 'repository', label: 'label' },
    `select min(o.repository) as item, t.label from translations t
     join translations mine on mine.family = t.family
     join items o on o.repository = mine.label and o.state = 'original'
     left join items i on i.repository = t.label
     where t.language = '' and i.number is null and t.label > ? group by t.label order by t.label limit ?`,
    [after, BigInt(limit)],
  );

/** All links of an item, with their sources. */
export const findLinks = async (session: SqlSession, repository: string): Promise<readonly ItemLink[]> => {
  await noteKin(session, repository);
  const source = (table: string): string =>
    SOURCE_COLUMNS.split(', ')
      .map((column) => `${table}.${column}`)
      .join(', ');
  const rows = await readRows(
    session,
    LINK,
    `select 'editionOf' as kind, e.label, '' as language, ${source('mine')}, i.state
       from editions mine join editions e on e.chain = mine.chain and e.place = mine.place - 1
       left join items i on i.repository = e.label join items o on o.repository = mine.label
       where mine.label = ? and o.state in ${ORIGINAL_STATES}
     union all
     select 'nextEdition', e.label, '', ${source('e')}, i.state
       from editions mine join editions e on e.chain = mine.chain and e.place = mine.place + 1
       left join items i on i.repository = e.label where mine.label = ?
     union all
     select 'translation', t.label, coalesce(nullif(t.language, ''), i.language, ''), ${source('t')}, i.state
       from translations mine join translations t on t.family = mine.family and t.label <> mine.label
       left join items i on i.repository = t.label join items o on o.repository = mine.label
       where mine.label = ? and o.state in ${ORIGINAL_STATES}
     union all
     select l.kind, l.label, l.language, ${source('l')}, i.state
       from item_links l left join items i on i.repository = l.label where l.item = ?
     limit ${MAX_RELATED_ITEMS}`,
    [repository, repository, repository, repository],
  );
  noteRead(...rows.map(({ label }) => label));
  return rows.map(linkOf).toSorted((one, other) => compareTexts(one.kind + one.language, other.kind + other.language));
};
