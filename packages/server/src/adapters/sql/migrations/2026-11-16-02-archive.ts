import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

const ITEMS = describeTable(`create table items (
  number numbered,
  repository text not null unique,
  ibips text not null,
  content text not null,
  state text not null,
  state_detail text not null,
  language text,
  target text,
  file_name_encoding text not null,
  networks text,
  file_list text not null,
  described_by text,
  describes text,
  metadata text,
  created_at bigint not null,
  updated_at bigint not null,
  revision bigint not null
)`);

const FILES = describeTable(`create table files (
  repository text not null,
  path text not null,
  folded_path text not null,
  bytes bigint not null,
  sha256 text not null,
  media_type text not null,
  primary key (repository, path),
  unique (repository, folded_path)
)`);

const HISTORY = describeTable(`create table history (
  number numbered,
  repository text not null,
  at bigint not null,
  who text not null,
  action text not null,
  detail text not null
)`);

const ACCESS_COUNTS = describeTable(`create table access_counts (
  repository text not null,
  day text not null,
  content text not null,
  accesses bigint not null,
  primary key (repository, day, content)
)`);

const API_KEYS = describeTable(`create table api_keys (
  id text primary key,
  name text not null,
  role text not null,
  hash text not null,
  created_at bigint not null,
  revoked_at bigint
)`);

/** The tables of the Archive. */
export const ADD_ARCHIVE: Migration = [
  ITEMS,
  'create unique index items_by_described on items (describes) where describes is not null',
  `create index items_listed on items (number) where content = 'Data' and state <> 'deleted'`,
  describeTable('create table labels (label text primary key, number bigint not null)'),
  'create index labels_by_number on labels (number)',
  FILES,
  // Labels of editions and translations may be those of items that are held elsewhere.
  describeTable(
    'create table editions (label text primary key, chain text not null, place bigint not null, unique (chain, place))',
  ),
  describeTable(
    'create table translations (label text primary key, family text not null, language text not null, unique (family, language))',
  ),
  HISTORY,
  'create index history_by_item on history (repository, number)',
  describeTable(
    'create table requests (key text primary key, fingerprint text not null, repository text not null, at bigint not null)',
  ),
  {
    sqlite: `create virtual table search_index using fts5(words, content='', contentless_delete=1, tokenize='ascii')`,
    postgres: 'create table search_index (number bigint primary key, words tsvector not null)',
  },
  { sqlite: 'select 1', postgres: 'create index search_index_by_words on search_index using gin (words)' },
  ACCESS_COUNTS,
  describeTable('create table used_url_keys (key text primary key, expires_at bigint not null)'),
  'create index used_url_keys_by_expiry on used_url_keys (expires_at)',
  // What the receiver of a transfer decided, for ever, so that late messages change nothing.
  describeTable(
    'create table transfers (id text primary key, repository text not null, outcome text not null, at bigint not null)',
  ),
  API_KEYS,
  describeTable('create table node_facts (name text primary key, value text not null)'),
];
