import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** Leases that bind this Archive, leases that this resolver gave, and what Archives announced to it. */
export const ADD_LEASES: Migration = [
  describeTable(`create table held_leases (
    resolver text primary key,
    id text not null,
    term text not null,
    seconds bigint not null,
    announced bigint not null,
    noted_wall bigint not null,
    noted_uptime bigint,
    noted_boot text
  )`),
  describeTable(`create table given_leases (
    member bigint primary key,
    granted text,
    granted_seconds bigint,
    held text,
    held_seconds bigint,
    held_term text,
    revision bigint not null unique
  )`),
  describeTable(`create table announcements (
    number bigint primary key,
    member bigint not null,
    added text
  )`),
];
