import type { Migration } from './migration.ts';

/** The day on which the files of an item open, as YYYY-MM-DD in UTC. */
export const ADD_EMBARGO: Migration = ['alter table items add column embargo text'];
