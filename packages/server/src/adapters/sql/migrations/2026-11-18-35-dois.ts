import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** A table whose changes may change what is registered of a DOI. */
interface Watch {
  readonly table: string;
  /** SQL for the subjects of the DOIs, in which `row` stands for the row before or after the change. */
  readonly subjects: string;
  readonly kind: 'item' | 'name';
}

/** An edition is described by its neighbours too. */
const NEIGHBOURS = `(select label from editions where chain = row.chain and place between row.place - 1 and row.place + 1)`;

const WATCHES: readonly Watch[] = [
  { table: 'items', kind: 'item', subjects: '(row.repository, row.describes)' },
  { table: 'editions', kind: 'item', subjects: NEIGHBOURS },
  {
    table: 'translations',
    kind: 'item',
    subjects: '(select label from translations where family = row.family)',
  },
  { table: 'noid_elements', kind: 'name', subjects: `(row.minter || ' ' || row.id)` },
];

const EVENTS = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const;

/** Both databases run these in the transaction that makes the change, whoever writes. */
const addTrigger = (name: string, on: string, statements: readonly string[]): Migration => [
  {
    sqlite: 'select 1',
    postgres: `create function ${name}() returns trigger language plpgsql as $$
      begin ${statements.map((each) => `${each};`).join(' ')} return null; end $$`,
  },
  {
    sqlite: `create trigger ${name} after ${on} begin ${statements.map((each) => `${each};`).join(' ')} end`,
    postgres: `create trigger ${name} after ${on} execute function ${name}()`,
  },
];

const wishAgain = ({ table, kind, subjects }: Watch): Migration =>
  Object.entries(EVENTS).flatMap(([event, rows]) =>
    addTrigger(
      `doi_${table}_${event}`,
      `${event} on ${table} for each row`,
      rows.map(
        (row) => `update doi_registrations set wish = wish + 1, due_at = 0, attempts = 0
          where kind = '${kind}' and subject in ${subjects.replaceAll('row.', `${row}.`)}`,
      ),
    ),
  );

/** A name gets its DOI by the element that holds it. */
const wishNamed = (event: 'insert' | 'update'): Migration =>
  addTrigger(
    `doi_of_name_${event}`,
    `${event} on noid_elements for each row when (new.element = '_doi' and new.encoding = 'text')`,
    [
      `insert into doi_registrations
         (doi, kind, subject, wanted, wish, done, state, attempts, due_at, claimed_until, changed_at)
       values (new.value, 'name', new.minter || ' ' || new.id, 'findable', 1, 0, 'none', 0, 0, 0, 0)
       on conflict (doi) do nothing`,
    ],
  );

/**
 * The DOIs that the node registers with DataCite. What causes a registration raises `wish` in its own transaction; `done`
 * is the wish that was last carried out, so whatever differs is the queue.
 */
export const ADD_DOIS: Migration = [
  describeTable(`create table doi_registrations (
    doi text primary key,
    kind text not null,
    subject text not null,
    wanted text not null,
    wish bigint not null,
    done bigint not null,
    state text not null,
    problem text,
    attempts bigint not null,
    due_at bigint not null,
    claimed_until bigint not null,
    changed_at bigint not null
  ) rowless`),
  'create index doi_registrations_by_subject on doi_registrations (subject)',
  'create index doi_registrations_waiting on doi_registrations (due_at, doi) where done < wish',
  ...WATCHES.flatMap(wishAgain),
  ...wishNamed('insert'),
  ...wishNamed('update'),
];
