import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** Changes of many names of a minter, each line with its outcome, what was bound before, and what is bound after it. */
export const ADD_NAME_BATCHES: Migration = [
  describeTable(`create table name_batches (
    id text primary key,
    minter text not null,
    who text not null,
    change text not null,
    created_at bigint not null
  )`),
  'create index name_batches_by_time on name_batches (created_at, id)',
  'create index name_batches_by_minter on name_batches (minter, created_at, id)',
  describeTable(`create table name_batch_lines (
    batch text not null,
    place bigint not null,
    id text not null,
    bound_before text not null,
    bound_after text not null,
    outcome text not null,
    code text,
    primary key (batch, place)
  ) rowless`),
  'create index name_batch_lines_by_outcome on name_batch_lines (batch, outcome, place)',
];
