import type { Migration } from './migration.ts';

/** Where each Archive answered when the resolver asked back, and the IP addresses of its host then. */
export const ADD_CONFIRMED_PLACES: Migration = [
  'alter table archive_members add column confirmed_address text',
  `alter table archive_members add column confirmed_ips text not null default ''`,
  `update archive_members set confirmed_address = address where is_confirmed = 1`,
];
