import { refuse } from '@perene/api/refusals';
import { searchableText } from '@perene/core/item';
import type { ListedPage } from '../../../ports/archive/catalogue.ts';
import type { SqlDialect, SqlSession, SqlValue } from '../engine/sql-database.ts';
import { type Row, readRows } from '../engine/typed-rows.ts';
import { metadataOf } from './catalogue-rows.ts';

const MAX_INDEXED_LENGTH = 100_000;
const MAX_WORD_LENGTH = 100;
const MAX_SOUGHT_WORDS = 32;
const MAX_STARS = 4;

/** Scripts that are written without blanks are indexed letter by letter. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+\*?/gu;

/** Words in lower case, without accents. Both databases get the same words, so that their own rules do not matter. */
const wordsOf = (text: string): readonly string[] =>
  (text.slice(0, MAX_INDEXED_LENGTH).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().match(WORDS) ?? []).map(
    (word) => (word.length > MAX_WORD_LENGTH ? [...word].slice(0, MAX_WORD_LENGTH).join('') : word),
  );

const asIndexed = (text: string): string => [...new Set(wordsOf(text).map((word) => word.replace('*', '')))].join(' ');

/**
 * Finds the numbers of the newest items with every word; a star after a word finds words that begin with it. Returns
 * undefined if there is no word to look for.
 */
export const searchStatement = (
  words: string,
  { before, limit, isOpenOnly }: Omit<ListedPage, 'words'>,
  dialect: SqlDialect,
): { readonly text: string; readonly values: readonly SqlValue[] } | undefined => {
  const sought = [...new Set(wordsOf(words))].slice(0, MAX_SOUGHT_WORDS);
  if (sought.length === 0) return undefined;
  if (sought.filter((word) => word.endsWith('*')).length > MAX_STARS) {
    throw refuse('search-too-wide', { max: MAX_STARS });
  }
  const isSqlite = dialect === 'sqlite';
  const terms = sought.map((word) => {
    const [quote, star] = isSqlite ? ['"', '*'] : ["'", ':*'];
    return word.endsWith('*') ? `${quote}${word.slice(0, -1)}${quote}${star}` : `${quote}${word}${quote}`;
  });
  // FTS5 reads its rows backwards only if the condition names its own numbers.
  const [number, condition] = isSqlite
    ? ['rowid', 'search_index match ?']
    : ['number', 'words @@ cast(cast(? as text) as tsquery)'];
  return {
    text: `select ${number} as number from search_index where ${condition}
      ${isOpenOnly ? `and not exists (select 1 from items i where i.number = search_index.${number} and i.description = 'closed')` : ''}
      ${before === undefined ? '' : `and ${number} < ?`} order by ${number} desc limit ?`,
    values: [terms.join(isSqlite ? ' ' : ' & '), ...(before === undefined ? [] : [before]), BigInt(limit)],
  };
};

/** Selects the texts from which the words of an item are taken; a condition on `i`, the item, must follow. */
export const INDEXED_ITEMS = `select i.number, i.repository, i.ibips, m.metadata from items i
  join items m on m.repository = i.described_by where i.content = 'Data' and i.state <> 'deleted'`;

export const INDEXED = { number: 'integer', repository: 'text', ibips: 'text', metadata: 'text?' } as const;

/** An item is found by the words of its labels, of its aliases and of its metadata. */
export const indexItem = async (
  session: SqlSession,
  dialect: SqlDialect,
  { number, repository, ibips, metadata }: Row<typeof INDEXED>,
): Promise<void> => {
  // Read from the labels, because older backups have no column for aliases.
  const query = `select label from labels where number = ? and label like 'alias %'`;
  const aliases = await readRows(session, { label: 'text' }, query, [number]);
  const keys = aliases.map(({ label }) => label.slice('alias '.length));
  const names = [repository, ibips, ...keys].join(' ');
  const text = `${names} ${searchableText(metadataOf(metadata) ?? {})}`;
  await unindexItem(session, dialect, number);
  await session.run(
    dialect === 'sqlite'
      ? 'insert into search_index (rowid, words) values (?, ?)'
      : `insert into search_index (number, words)
         values (?, array_to_tsvector(array_remove(string_to_array(cast(? as text), ' '), '')))`,
    [number, asIndexed(text)],
  );
};

export const indexRepository = async (session: SqlSession, dialect: SqlDialect, repository: string): Promise<void> => {
  for (const row of await readRows(session, INDEXED, `${INDEXED_ITEMS} and i.repository = ?`, [repository])) {
    await indexItem(session, dialect, row);
  }
};

export const unindexItem = (session: SqlSession, dialect: SqlDialect, number: bigint): Promise<void> =>
  session.run(`delete from search_index where ${dialect === 'sqlite' ? 'rowid' : 'number'} = ?`, [number]);
