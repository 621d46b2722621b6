import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** Links of imported items, kept until every line of their file is imported. */
export const ADD_AWAITING_LINKS: Migration = [
  describeTable(
    'create table awaiting_links (repository text primary key, batch text not null, line bigint not null, links text not null)',
  ),
  'create index awaiting_links_by_line on awaiting_links (batch, line, repository)',
];
