import type { Migration } from './migration.ts';

/**
 * The index of words gets an index of their first four letters, so that a word with a star costs no more than another.
 * It leaves out where in the text each word is, which nobody asks for. PostgreSQL has all this already.
 */
export const ADD_SEARCH_PREFIXES: Migration = [
  {
    sqlite: 'create virtual table temp.indexed_words using fts5vocab(main, search_index, instance)',
    postgres: 'select 1',
  },
  {
    sqlite: `create virtual table search_index_of_prefixes using fts5(
      words, content='', contentless_delete=1, tokenize='ascii', detail=none, prefix='1 2 3 4')`,
    postgres: 'select 1',
  },
  {
    sqlite: `insert into search_index_of_prefixes (rowid, words)
      select doc, group_concat(term, ' ') from temp.indexed_words group by doc order by doc`,
    postgres: 'select 1',
  },
  { sqlite: 'drop table temp.indexed_words', postgres: 'select 1' },
  { sqlite: 'drop table search_index', postgres: 'select 1' },
  { sqlite: 'alter table search_index_of_prefixes rename to search_index', postgres: 'select 1' },
];
