import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * What was bound to identifiers, change by change, and an index of bound values by their beginnings, because whole
 * values may be longer than PostgreSQL can index.
 */
export const ADD_PAST_BINDINGS: Migration = [
  describeTable(`create table noid_past (
    number numbered,
    minter bigint not null,
    id text not null,
    element text not null,
    value text,
    encoding text not null,
    at bigint not null,
    who text not null,
    batch text
  )`),
  'create index noid_past_by_id on noid_past (minter, id, number)',
  'create index noid_past_by_batch on noid_past (minter, batch, number) where batch is not null',
  'create index noid_elements_by_value on noid_elements (minter, element, (substr(value, 1, 200)), id)',
];
