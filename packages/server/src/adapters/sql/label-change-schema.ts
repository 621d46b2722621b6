import { describeTable } from './describe-table.ts';

const TABLE = describeTable(`create table label_changes (
  number numbered,
  label text not null,
  kind text not null,
  held bigint not null,
  mark bigint not null default (MARK)
)`);

/**
 * Every label that came or went, in order, with the count of those held after it. The mark is chance, so that a number
 * names the same change only as long as the table has the same past: not after an older state of it was restored.
 */
export const LABEL_CHANGE_SCHEMA = [
  {
    sqlite: TABLE.sqlite.replace('MARK', 'abs(random() % 1000000000000000)'),
    postgres: TABLE.postgres.replace('MARK', 'floor(random() * 1000000000000000)::bigint'),
  },
  `insert into label_changes (label, kind, held)
   select label, 'added', row_number() over (order by number, label) from labels order by number, label`,
];
