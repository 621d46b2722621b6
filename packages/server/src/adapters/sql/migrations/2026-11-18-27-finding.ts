import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * What found items are narrowed, counted and sorted by, and the texts in which phrases are looked for. Items of before
 * have version 0: they are found by their words as before, until each is indexed anew.
 */
export const ADD_FINDING: Migration = [
  describeTable(`create table search_index_facts (
    number bigint primary key,
    version bigint not null,
    is_open bigint not null,
    type text not null,
    year text not null,
    language text not null,
    licence text not null,
    title text not null
  ) rowless`),
  describeTable(`create table search_index_people (
    number bigint not null,
    person text not null,
    name text not null,
    primary key (number, person)
  ) rowless`),
  describeTable(`create table search_index_texts (
    number bigint not null,
    field text not null,
    words text not null,
    primary key (number, field)
  ) rowless`),
  `insert into search_index_facts (number, version, is_open, type, year, language, licence, title)
   select i.number, 0, case i.description when 'open' then 1 else 0 end, '', '', '', '', '' from items i
   join items m on m.repository = i.described_by where i.content = 'Data' and i.state <> 'deleted' order by i.number`,
  'create index search_index_by_version on search_index_facts (version, number)',
  'create index search_index_by_title on search_index_facts (title, number)',
];
