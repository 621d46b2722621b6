import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** The log of a resolver, what witnesses signed of it, and the logs that this Archive is a witness of. */
export const ADD_LOG: Migration = [
  describeTable(`create table log_entries (
    number bigint primary key,
    leaf text not null,
    hash text not null unique,
    key_of text
  )`),
  'create index log_entries_by_key on log_entries (key_of, number) where key_of is not null',
  describeTable(
    'create table log_labels (label text not null, entry bigint not null, primary key (label, entry)) rowless',
  ),
  describeTable('create table log_nodes (number bigint primary key, hash text not null)'),
  describeTable('create table log_heads (size bigint primary key, made_at bigint not null)'),
  describeTable(`create table log_cosignatures (
    size bigint not null,
    service text not null,
    signature text not null,
    primary key (size, service)
  )`),
  describeTable(`create table witnessed_logs (
    resolver text primary key,
    log_key text not null,
    head text not null,
    at bigint not null,
    conflict text
  )`),
];
