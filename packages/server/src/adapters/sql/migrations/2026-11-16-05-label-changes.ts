import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

const TABLE = describeTable(`create table label_changes (
  number numbered,
  label text not null,
  kind text not null,
  held bigint not null,
  mark bigint not null default (MARK)
)`);

/**
 * Every label that was added or removed, in order, with the count of labels after it. The mark is random, so that a
 * change made after an older state was restored differs from the earlier one with the same number.
 */
export const ADD_LABEL_CHANGES: Migration = [
  {
    sqlite: TABLE.sqlite.replace('MARK', 'abs(random() % 1000000000000000)'),
    postgres: TABLE.postgres.replace('MARK', 'floor(random() * 1000000000000000)::bigint'),
  },
  `insert into label_changes (label, kind, held)
   select label, 'added', row_number() over (order by number, label) from labels order by number, label`,
];
