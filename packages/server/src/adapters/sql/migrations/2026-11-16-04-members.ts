import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** Archives that take part in resolution, what they dispute, and the resolvers that this Archive joins. */
export const ADD_MEMBERS: Migration = [
  describeTable(`create table archive_members (
    service text primary key,
    number bigint unique,
    state text not null,
    key_hash text not null,
    address text,
    ip text,
    platform_version text,
    administrator_email text,
    is_confirmed bigint not null,
    requested_at bigint not null,
    registered_at bigint,
    changed_at bigint not null,
    revision bigint unique
  )`),
  describeTable(`create table alerts (
    ibi text primary key,
    claims text not null,
    first_seen_at bigint not null,
    last_seen_at bigint not null,
    times bigint not null
  )`),
  'create index alerts_by_last_seen on alerts (last_seen_at, ibi)',
  describeTable(`create table joined_resolvers (
    resolver text primary key,
    state text not null,
    address text not null,
    at bigint not null
  )`),
];
