import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** A hash for each row of the history, which covers the row and the hash before; old rows get theirs in the background. */
export const ADD_HISTORY_CHAIN: Migration = [
  describeTable('create table history_chain (number bigint primary key, hash text not null)'),
];
