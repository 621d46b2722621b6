import type { Migration } from './migration.ts';

export const ADD_MINTING_STATE: Migration = [
  `create table minting_state (
      id bigint primary key check (id = 1),
      last_date_microseconds bigint not null
    )`,
];
