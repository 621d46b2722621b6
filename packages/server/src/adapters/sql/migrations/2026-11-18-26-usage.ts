import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * How items were used, by the rules of COUNTER, and the items from which they were followed. Accesses of before keep
 * their own table, because they count redirects, whoever asked for them.
 */
export const ADD_USAGE: Migration = [
  describeTable(`create table usage_counts (
  repository text not null,
  day text not null,
  method text not null,
  total_investigations bigint not null,
  total_requests bigint not null,
  unique_investigations bigint not null,
  unique_requests bigint not null,
  primary key (repository, day, method)
)`),
  'create index usage_counts_by_day on usage_counts (day)',
  describeTable(`create table citing_items (
  repository text not null,
  citing text not null,
  follows bigint not null,
  last_day text not null,
  primary key (repository, citing)
)`),
];
