import type { Batch, Batches, BatchItem, Outcome } from '../../../ports/archive/desk/batches.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { hasRows, type Row, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

const ROWS_PER_STATEMENT = 100;
/** Old batches are removed some at a time, so that none has to wait. */
const REMOVED_AT_ONCE = 5;

const lockOf = (id: string): Locks => ({ exclusive: [`batch ${id}`] });

export const createSqlBatches = (database: SqlDatabase): Batches => ({
  add: ({ id, owner, who, change, createdAt }, items, expired) =>
    database.transaction(async (session) => {
      const old = await readRows(
        session,
        { id: 'text' },
        `select id from batches where created_at < ? order by created_at limit ${REMOVED_AT_ONCE}`,
        [expired],
      );
      for (const one of old) {
        await session.run('delete from batch_items where batch = ?', [one.id]);
        await session.run('delete from batches where id = ?', [one.id]);
      }
      await session.run(
        'insert into batches (id, owner, who, change, created_at, claimed_until) values (?, ?, ?, ?, ?, 0)',
        [id, owner, who, change, createdAt],
      );
      for (let start = 0; start < items.length; start += ROWS_PER_STATEMENT) {
        const rows = items.slice(start, start + ROWS_PER_STATEMENT);
        await session.run(
          `insert into batch_items (batch, place, repository, revision, outcome)
           values ${rows.map(() => `(?, ?, ?, ?, 'waiting')`).join(', ')}`,
          rows.flatMap(({ repository, revision }, index) => [
            id,
            BigInt(start + index + 1),
            repository,
            BigInt(revision),
          ]),
        );
      }
    }, lockOf('all')),
  find: (id) =>
    database.read(async (session) => {
      const row = await readFirst(session, TABLES.batches, 'select * from batches where id = ?', [id]);
      return row && batchOf(row);
    }),
  list: ({ owner, limit }) =>
    database.read(async (session) => {
      const own = owner === undefined ? '' : 'where owner = ?';
      const query = `select * from batches ${own} order by created_at desc, id limit ?`;
      const values = [...(owner === undefined ? [] : [owner]), BigInt(limit)];
      return (await readRows(session, TABLES.batches, query, values)).map(batchOf);
    }),
  count: (id) =>
    database.read(async (session) => {
      const query = 'select outcome, count(*) as items from batch_items where batch = ? group by outcome';
      const rows = await readRows(session, { outcome: 'text', items: 'integer' }, query, [id]);
      return Object.fromEntries(rows.map(({ outcome, items }) => [outcome, Number(items)]));
    }),
  items: (id, { outcomes, after = 0n, limit }) =>
    database.read(async (session) => {
      const those = outcomes === undefined ? '' : `and outcome in (${outcomes.map(() => '?').join(', ')})`;
      const query = `select * from batch_items where batch = ? and place > ? ${those} order by place limit ?`;
      const values = [id, after, ...(outcomes ?? []), BigInt(limit)];
      return (await readRows(session, TABLES.batch_items, query, values)).map(itemOf);
    }),
  note: (id, items) =>
    database.transaction(async (session) => {
      for (const { place, revision, outcome, code, inverse } of items) {
        await session.run(
          'update batch_items set revision = ?, outcome = ?, code = ?, inverse = ? where batch = ? and place = ?',
          [BigInt(revision), outcome, code ?? null, inverse ?? null, id, place],
        );
      }
    }, lockOf(id)),
  claim: (id, { now, until }) =>
    database.transaction(
      (session) =>
        hasRows(session, 'update batches set claimed_until = ? where id = ? and claimed_until < ? returning id', [
          until,
          id,
          now,
        ]),
      lockOf(id),
    ),
  release: (id) =>
    database.transaction(
      (session) => session.run('update batches set claimed_until = 0 where id = ?', [id]),
      lockOf(id),
    ),
});

const batchOf = ({ id, owner, who, change, created_at: createdAt }: Row<typeof TABLES.batches>): Batch => ({
  id,
  owner,
  who,
  change,
  createdAt,
});

const itemOf = (row: Row<typeof TABLES.batch_items>): BatchItem => ({
  place: row.place,
  repository: row.repository,
  revision: Number(row.revision),
  outcome: row.outcome as Outcome,
  code: row.code ?? undefined,
  inverse: row.inverse ?? undefined,
});
