import type { Migration } from './migration.ts';

/** Since when a log is in doubt, and whether the description of an item is for everyone. */
export const ADD_DOUBTS_AND_DESCRIPTIONS: Migration = [
  'alter table witnessed_logs add column doubt text',
  `alter table items add column description text not null default 'open'`,
];
