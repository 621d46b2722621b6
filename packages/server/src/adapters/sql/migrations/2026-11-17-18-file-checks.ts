import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** When each file was last read again and compared with its hash; `finding` is empty if it was whole. */
export const ADD_FILE_CHECKS: Migration = [
  describeTable(`create table file_checks (
  repository text not null,
  path text not null,
  sha256 text not null,
  checked_at bigint not null,
  finding text not null,
  primary key (repository, path)
)`),
  `create index file_checks_damaged on file_checks (repository, path) where finding <> ''`,
];
