import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** Aliases as they are shown; they are found among the labels, by their keys. */
export const ADD_ALIASES: Migration = [describeTable(`alter table items add column aliases text not null default ''`)];
