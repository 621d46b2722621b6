import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * What this Archive has signed about each item, in the order in which it was signed, and the transfers that it was
 * given. The last statement of an item is the end of its part of the key.
 */
export const ADD_CLAIMS: Migration = [
  describeTable(`create table claims (
    repository text not null,
    place bigint not null,
    kind text not null,
    hash text not null,
    statement text not null,
    primary key (repository, place)
  ) rowless`),
];
