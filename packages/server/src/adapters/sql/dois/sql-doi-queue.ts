import type { RepositoryLabel } from '@perene/core';
import {
  type DoiQueue,
  type DoiRegistration,
  type DoiState,
  type DoiSubject,
  NEVER_AGAIN,
  type NewDoi,
  type WantedState,
} from '../../../ports/dois/doi-queue.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { hasRows, type Row, readFirst, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

const lockOf = (doi: string): Locks => ({ exclusive: [`doi ${doi}`] });
/** Whoever takes from the queue has it alone, so that no two take the same. */
const TAKING: Locks = { exclusive: ['doi queue'] };

const INSERT = `insert into doi_registrations
  (doi, kind, subject, wanted, wish, done, state, attempts, due_at, claimed_until, changed_at)
  values (?, 'item', ?, ?, 1, 0, 'none', 0, 0, 0, 0)
  on conflict (doi) do update set kind = 'item', subject = excluded.subject, wanted = excluded.wanted,
    wish = doi_registrations.wish + 1, attempts = 0, due_at = 0`;

/** Adds DOIs to the queue, in the transaction that gives them to items. */
export const queueDois = async (session: SqlSession, dois: readonly NewDoi[]): Promise<void> => {
  for (const { doi, repository, wanted } of dois) await session.run(INSERT, [doi, repository, wanted]);
};

export const createSqlDoiQueue = (database: SqlDatabase): DoiQueue => ({
  find: (doi) =>
    database.read(async (session) => {
      const query = 'select * from doi_registrations where doi = ?';
      const row = await readFirst(session, TABLES.doi_registrations, query, [doi]);
      return row && registrationOf(session, row);
    }),
  list: ({ after, limit, isWaiting = false }) =>
    database.read(async (session) => {
      const waiting = isWaiting ? 'and done < wish' : '';
      const query = `select * from doi_registrations where doi > ? ${waiting} order by doi limit ?`;
      const rows = await readRows(session, TABLES.doi_registrations, query, [after, BigInt(limit)]);
      const found: DoiRegistration[] = [];
      for (const row of rows) found.push(await registrationOf(session, row));
      return found;
    }),
  count: () =>
    database.read(async (session) => {
      const described = { all_of: 'integer', waiting: 'integer', refused: 'integer', failing: 'integer' } as const;
      const row = await readOne(
        session,
        described,
        `select (select count(*) from doi_registrations) as all_of, count(*) as waiting,
           cast(coalesce(sum(case when due_at >= ${NEVER_AGAIN} then 1 else 0 end), 0) as bigint) as refused,
           cast(coalesce(sum(case when due_at < ${NEVER_AGAIN} and attempts > 0 then 1 else 0 end), 0) as bigint)
             as failing
         from doi_registrations where done < wish`,
      );
      const [all, waiting] = [Number(row.all_of), Number(row.waiting)];
      return { all, waiting, refused: Number(row.refused), failing: Number(row.failing) };
    }),
  take: ({ now, until }) =>
    database.transaction(async (session) => {
      const query = `select * from doi_registrations where done < wish and due_at <= ? and claimed_until < ?
        order by due_at, doi limit 1`;
      const row = await readFirst(session, TABLES.doi_registrations, query, [now, now]);
      if (row === undefined) return undefined;
      await session.run('update doi_registrations set claimed_until = ? where doi = ?', [until, row.doi]);
      return registrationOf(session, row);
    }, TAKING),
  settle: (doi, { wish, state, at }) =>
    database.transaction(
      (session) =>
        session.run(
          `update doi_registrations set done = ?, state = ?, problem = null, attempts = 0, claimed_until = 0,
             changed_at = ? where doi = ?`,
          [wish, state, at, doi],
        ),
      lockOf(doi),
    ),
  postpone: (doi, { wish, problem, dueAt, at }) =>
    database.transaction(
      (session) =>
        session.run(
          `update doi_registrations set problem = ?, attempts = attempts + 1, claimed_until = 0, changed_at = ?,
             due_at = case when wish = ? then cast(? as bigint) else due_at end where doi = ?`,
          [problem, at, wish, dueAt, doi],
        ),
      lockOf(doi),
    ),
  wishFor: (doi, { wanted }) =>
    database.transaction(
      (session) =>
        hasRows(
          session,
          `update doi_registrations set wish = wish + 1, attempts = 0, due_at = 0,
             wanted = coalesce(?, wanted) where doi = ? returning doi`,
          [wanted ?? null, doi],
        ),
      lockOf(doi),
    ),
  retryAll: () =>
    database.transaction(async (session) => {
      const query = `update doi_registrations set attempts = 0, due_at = 0
        where done < wish and (attempts > 0 or due_at > 0) returning doi`;
      return (await readRows(session, { doi: 'text' }, query)).length;
    }, TAKING),
});

type DoiRow = Row<typeof TABLES.doi_registrations>;

const registrationOf = async (session: SqlSession, row: DoiRow): Promise<DoiRegistration> => ({
  doi: row.doi,
  subject: await subjectOf(session, row),
  wanted: row.wanted as WantedState,
  wish: row.wish,
  done: row.done,
  state: row.state as DoiState,
  problem: row.problem ?? undefined,
  attempts: Number(row.attempts),
  dueAt: row.due_at,
  changedAt: row.changed_at,
});

/** Names are kept with the number of their minter. */
const subjectOf = async (session: SqlSession, { kind, subject }: DoiRow): Promise<DoiSubject> => {
  if (kind === 'item') return { kind, repository: subject as RepositoryLabel };
  const place = subject.indexOf(' ');
  const query = 'select name from noid_minters where number = ?';
  const minter = await readFirst(session, { name: 'text' }, query, [BigInt(subject.slice(0, place))]);
  return { kind: 'name', minter: minter?.name ?? '', id: subject.slice(place + 1) };
};
