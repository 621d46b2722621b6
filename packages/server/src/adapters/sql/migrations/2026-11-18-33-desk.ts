import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * What items are listed by at the desk: their state, owner, size and last change. Removed items are indexed as well, for
 * those who ask for them; they have version 0 until each is. Batches are changes of many items, each with its outcome and
 * what undoes it. People save the filters of their lists.
 */
export const ADD_DESK: Migration = [
  `alter table search_index_facts add column state text not null default 'original'`,
  `alter table search_index_facts add column owner text not null default ''`,
  'alter table search_index_facts add column changed_at bigint not null default 0',
  'alter table search_index_facts add column bytes bigint not null default 0',
  `insert into search_index_facts (number, version, is_open, type, year, language, licence, title)
   select i.number, 0, case i.description when 'open' then 1 else 0 end, '', '', '', '', '' from items i
   join items m on m.repository = i.described_by where i.content = 'Data' and i.state = 'deleted' order by i.number`,
  `update search_index_facts set
     state = (select i.state from items i where i.number = search_index_facts.number),
     owner = (select coalesce(i.owner, '') from items i where i.number = search_index_facts.number),
     changed_at = (select case when m.updated_at > i.updated_at then m.updated_at else i.updated_at end
       from items i join items m on m.repository = i.described_by where i.number = search_index_facts.number),
     bytes = (select coalesce(sum(f.bytes), 0) from items i join files f on f.repository = i.repository
       where i.number = search_index_facts.number)`,
  'create index search_index_by_change on search_index_facts (changed_at, number)',
  'create index search_index_by_bytes on search_index_facts (bytes, number)',
  'create index search_index_by_owner on search_index_facts (owner, number)',
  describeTable(`create table batches (
    id text primary key,
    owner text not null,
    who text not null,
    change text not null,
    created_at bigint not null,
    claimed_until bigint not null
  )`),
  'create index batches_by_time on batches (created_at, id)',
  describeTable(`create table batch_items (
    batch text not null,
    place bigint not null,
    repository text not null,
    revision bigint not null,
    outcome text not null,
    code text,
    inverse text,
    primary key (batch, place)
  ) rowless`),
  'create index batch_items_by_outcome on batch_items (batch, outcome, place)',
  describeTable(`create table saved_filters (
    owner text not null,
    name text not null,
    query text not null,
    saved_at bigint not null,
    primary key (owner, name)
  ) rowless`),
];
