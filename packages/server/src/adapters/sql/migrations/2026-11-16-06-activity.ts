import type { Migration } from './migration.ts';

/** Indexes that make it fast to read the log of activities and to sum the accesses of some days. */
export const ADD_ACTIVITY_INDEXES: Migration = [
  'create index history_by_time on history (at, number)',
  'create index history_by_person on history (who, at, number)',
  'create index access_counts_by_day on access_counts (day)',
];
