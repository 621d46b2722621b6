import type { Migration } from './migration.ts';

/** Since when an Archive is switched off; `changed_at` cannot say it, because a repeated exclusion changes that. */
export const ADD_AWAY_SINCE: Migration = [
  'alter table archive_members add column away_since bigint',
  `update archive_members set away_since = changed_at where state in ('excluded', 'revoked')`,
];
