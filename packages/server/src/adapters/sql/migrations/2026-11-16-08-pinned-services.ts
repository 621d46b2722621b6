import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** The repository names in the answers of members that were registered by an IBIp. */
export const ADD_PINNED_SERVICES: Migration = [
  describeTable('create table pinned_services (service text primary key, repository text not null)'),
];
