import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/**
 * People who sign in, with their sessions, links, second factors, accounts elsewhere and rights over collections; keys
 * that belong to people and are limited; items that belong to whoever deposited them.
 */
export const ADD_PEOPLE: Migration = [
  describeTable(`create table people (
  id text primary key,
  name text not null,
  email text not null,
  password text,
  role text not null,
  state text not null,
  stamp bigint not null,
  created_at bigint not null,
  signed_in_at bigint,
  totp_secret text,
  totp_step bigint
)`),
  'create unique index people_by_email on people (email)',
  describeTable(`create table person_links (
  hash text primary key,
  person text not null,
  purpose text not null,
  expires_at bigint not null
)`),
  'create index person_links_by_person on person_links (person)',
  describeTable(`create table person_sessions (
  hash text primary key,
  id text not null,
  person text not null,
  stamp bigint not null,
  agent text not null,
  started_at bigint not null,
  seen_at bigint not null
)`),
  'create index person_sessions_by_person on person_sessions (person)',
  describeTable('create table recovery_codes (person text not null, hash text not null, primary key (person, hash))'),
  describeTable(`create table person_identities (
  issuer text not null,
  subject text not null,
  person text not null,
  linked_at bigint not null,
  primary key (issuer, subject)
)`),
  'create index person_identities_by_person on person_identities (person)',
  describeTable(`create table grants (
  principal text not null,
  role text not null,
  collection text not null,
  primary key (principal, role, collection)
)`),
  'alter table api_keys add column person text',
  'alter table api_keys add column expires_at bigint',
  'alter table api_keys add column limits text',
  'alter table items add column owner text',
];
