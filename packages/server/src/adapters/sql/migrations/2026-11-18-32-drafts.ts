import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * Drafts with their files, the people with whom they are shared and links to read them; labels that were reserved for
 * drafts, for ever; collections into which items come by a review.
 */
export const ADD_DRAFTS: Migration = [
  describeTable(`create table drafts (
  number numbered,
  id text not null unique,
  state text not null,
  owner text,
  principal text not null,
  made_by text not null,
  content text not null,
  notes text not null,
  item text,
  created_at bigint not null,
  updated_at bigint not null,
  revision bigint not null
)`),
  'create index drafts_by_state on drafts (state, number)',
  describeTable(`create table draft_files (
  id text primary key,
  draft text not null,
  path text not null,
  folded_path text not null,
  bytes bigint not null,
  sha256 text not null,
  media_type text not null
)`),
  'create unique index draft_files_by_path on draft_files (draft, folded_path)',
  describeTable('create table draft_people (draft text not null, person text not null, primary key (draft, person))'),
  'create index draft_people_by_person on draft_people (person)',
  describeTable(`create table draft_links (
  hash text primary key,
  id text not null,
  draft text not null,
  purpose text not null,
  created_at bigint not null,
  expires_at bigint not null
)`),
  'create index draft_links_by_draft on draft_links (draft)',
  describeTable(`create table reservations (
  repository text primary key,
  ibip text,
  draft text not null,
  state text not null,
  reserved_at bigint not null
)`),
  'create unique index reservations_by_ibip on reservations (ibip)',
  'create unique index reservations_by_draft on reservations (draft)',
  `alter table collections add column review text not null default 'none'`,
];
