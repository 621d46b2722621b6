import type { Migration } from './migration.ts';

/** Since when (microseconds since 1970) and why an item, and its description, are out of reach for a time. */
export const ADD_WITHDRAWALS: Migration = [
  'alter table items add column withdrawn_at bigint',
  'alter table items add column withdrawn_reason text',
];
