import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

const CHANGES = describeTable(`create table changes (
  number bigint primary key,
  at bigint not null,
  repository text not null,
  action text not null,
  mark bigint not null default (MARK)
) rowless`);

/**
 * One sequence of all changes of items. A transaction writes what it changes into `made_changes`; once it is committed,
 * the changes get their numbers in `changes`, which is then in the order of commits. `records` has the last change of
 * each item that harvesters see, or have seen. Items of before are changes that were made, in the order of their dates.
 * The mark is random, so that a change made after an older state was restored differs from the earlier one.
 */
export const ADD_CHANGES: Migration = [
  describeTable(`create table made_changes (
    number numbered,
    repository text not null,
    action text not null,
    at bigint
  )`),
  {
    sqlite: CHANGES.sqlite.replace('MARK', 'abs(random() % 1000000000000000)'),
    postgres: CHANGES.postgres.replace('MARK', 'floor(random() * 1000000000000000)::bigint'),
  },
  describeTable(`create table records (
    repository text primary key,
    number bigint not null unique,
    at bigint not null,
    is_shown bigint not null,
    language text not null,
    kind text not null
  )`),
  'create index records_by_date on records (at, number)',
  'create index records_by_language on records (language, number)',
  'create index records_by_kind on records (kind, number)',
  `insert into made_changes (repository, action, at)
   select repository, action, at from (
     select i.repository, case i.state when 'deleted' then 'removed' else 'added' end as action, i.number,
       case when m.updated_at > i.updated_at then m.updated_at else i.updated_at end as at
     from items i left join items m on m.repository = i.described_by
   ) dated order by at, number`,
];
