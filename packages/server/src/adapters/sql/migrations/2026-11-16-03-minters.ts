import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * The minters of noid. Values are kept as text where they are text, and in base 64 where they are not, so that every
 * byte comes back and a person can still read the table.
 */
export const ADD_MINTERS: Migration = [
  describeTable(`create table noid_minters (
    number numbered,
    name text not null unique,
    definition text not null,
    sequence text not null,
    mints bigint not null,
    held bigint not null,
    queued bigint not null,
    first_number bigint not null,
    dated_number bigint not null,
    latest_date text not null,
    policy text not null
  )`),
  describeTable(`create table noid_identifiers (
    minter bigint not null,
    id text not null,
    status text not null,
    date text not null,
    contact text not null,
    position bigint not null,
    is_held bigint not null,
    pepper text,
    primary key (minter, id)
  ) rowless`),
  describeTable(`create table noid_elements (
    minter bigint not null,
    id text not null,
    element text not null,
    value text not null,
    encoding text not null,
    primary key (minter, id, element)
  )`),
  describeTable(`create table noid_queue (
    minter bigint not null,
    date text not null,
    number bigint not null,
    padded text not null,
    id text not null,
    primary key (minter, id)
  )`),
  'create index noid_queue_order on noid_queue (minter, date, number, padded)',
  describeTable(`create table noid_notes (
    minter bigint not null,
    note text not null,
    value text not null,
    encoding text not null,
    primary key (minter, note)
  )`),
  describeTable(`create table noid_mint_days (
    minter bigint not null,
    day text not null,
    mints bigint not null,
    primary key (minter, day)
  )`),
];
