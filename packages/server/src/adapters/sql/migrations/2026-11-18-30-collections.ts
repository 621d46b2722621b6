import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * Collections, the names that they have and had, and their items. `place` is the order of the items; `record` repeats the
 * number of an item's record, so that harvesters read a set along an index. An item may say itself what its persistent URL
 * opens.
 */
export const ADD_COLLECTIONS: Migration = [
  describeTable(`create table collections (
    number numbered,
    name text not null unique,
    kind text not null,
    title text not null,
    description text not null,
    defaults text not null,
    created_at bigint not null,
    updated_at bigint not null,
    revision bigint not null
  )`),
  describeTable('create table collection_names (name text primary key, collection bigint not null)'),
  'create index collection_names_by_collection on collection_names (collection)',
  describeTable(`create table collection_members (
    collection bigint not null,
    item bigint not null,
    place bigint not null,
    record bigint,
    primary key (collection, item)
  ) rowless`),
  'create index collection_members_by_place on collection_members (collection, place)',
  'create index collection_members_by_record on collection_members (collection, record)',
  'create index collection_members_by_item on collection_members (item, collection)',
  'alter table items add column opens text',
];
