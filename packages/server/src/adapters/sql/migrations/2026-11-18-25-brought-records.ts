import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * What an imported item brought along from the node that it was exported from: its history and its signed statements, as
 * texts in JSON. The history of this node goes on from there: `settled_at` is the number of the last row that the import
 * itself has written, and null until the import is over.
 */
export const ADD_BROUGHT_RECORDS: Migration = [
  describeTable(`create table brought_records (
  repository text primary key,
  history text not null,
  claims text not null,
  settled_at bigint
)`),
  'create index brought_unsettled on brought_records (repository) where settled_at is null',
];
