import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * Since when a log is in doubt, whether the description of an item is for everyone, and which dates were given to labels: of
 * those before, any may have been.
 */
export const ADD_DOUBTS_AND_DESCRIPTIONS: Migration = [
  'alter table witnessed_logs add column doubt text',
  `alter table items add column description text not null default 'open'`,
  describeTable('create table given_dates (first_date bigint primary key, last_date bigint not null)'),
  'insert into given_dates (first_date, last_date) select 0, last_date_microseconds from minting_state',
];
