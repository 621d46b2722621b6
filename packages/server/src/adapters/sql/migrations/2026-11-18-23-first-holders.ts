import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * The Archive that was the first to answer for a label, by a hash of the label; for an alias, also the item that carried
 * it.
 */
export const ADD_FIRST_HOLDERS: Migration = [
  describeTable(`create table first_holders (
    name text primary key,
    archive bigint not null,
    item text not null
  ) rowless`),
  'create index first_holders_by_archive on first_holders (archive)',
];
