import type { MinterWriting } from '../../../ports/minting/minter-store.ts';
import type { BatchLine, LineOutcome, NameBatch, NameBatches } from '../../../ports/minting/name-batches.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { type Row, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

const ROWS_PER_STATEMENT = 100;
/** Old batches are removed some at a time, so that none has to wait. */
const REMOVED_AT_ONCE = 5;
const ADDING: Locks = { exclusive: ['name batches'] };

export const createSqlNameBatches = (database: SqlDatabase): NameBatches => ({
  add: ({ id, minter, who, change, createdAt }, lines, expired) =>
    database.transaction(async (session) => {
      const old = await readRows(
        session,
        { id: 'text' },
        `select id from name_batches where created_at < ? order by created_at limit ${REMOVED_AT_ONCE}`,
        [expired],
      );
      for (const one of old) {
        await session.run('delete from name_batch_lines where batch = ?', [one.id]);
        await session.run('delete from name_batches where id = ?', [one.id]);
      }
      await session.run('insert into name_batches (id, minter, who, change, created_at) values (?, ?, ?, ?, ?)', [
        id,
        minter,
        who,
        change,
        createdAt,
      ]);
      for (let start = 0; start < lines.length; start += ROWS_PER_STATEMENT) {
        const rows = lines.slice(start, start + ROWS_PER_STATEMENT);
        await session.run(
          `insert into name_batch_lines (batch, place, id, bound_before, bound_after, outcome, code)
           values ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
          rows.flatMap((line) => [id, line.place, line.id, line.before, line.after, line.outcome, line.code ?? null]),
        );
      }
    }, ADDING),
  find: (id) =>
    database.read(async (session) => {
      const row = await readFirst(session, TABLES.name_batches, 'select * from name_batches where id = ?', [id]);
      return row && batchOf(row);
    }),
  list: (minter, limit) =>
    database.read(async (session) => {
      const query = 'select * from name_batches where minter = ? order by created_at desc, id limit ?';
      return (await readRows(session, TABLES.name_batches, query, [minter, BigInt(limit)])).map(batchOf);
    }),
  count: (id) =>
    database.read(async (session) => {
      const query = 'select outcome, count(*) as lines from name_batch_lines where batch = ? group by outcome';
      const rows = await readRows(session, { outcome: 'text', lines: 'integer' }, query, [id]);
      return Object.fromEntries(rows.map(({ outcome, lines }) => [outcome, Number(lines)]));
    }),
  lines: (id, { outcome, after = 0n, limit }) =>
    database.read(async (session) => {
      const those = outcome === undefined ? '' : 'and outcome = ?';
      const query = `select * from name_batch_lines where batch = ? and place > ? ${those} order by place limit ?`;
      const values = [id, after, ...(outcome === undefined ? [] : [outcome]), BigInt(limit)];
      return (await readRows(session, TABLES.name_batch_lines, query, values)).map(lineOf);
    }),
});

/** What a transaction of a minter does with lines. */
export const createBatchWriting = (session: SqlSession): Pick<MinterWriting, 'batchLines' | 'noteBatchLines'> => ({
  async batchLines(batch, { outcome, places }) {
    const query = `select * from name_batch_lines where batch = ? and outcome = ?
      and place in (${places.map(() => '?').join(', ')}) order by place`;
    return (await readRows(session, TABLES.name_batch_lines, query, [batch, outcome, ...places])).map(lineOf);
  },
  async noteBatchLines(batch, lines) {
    for (const { place, id, before, outcome, code } of lines) {
      await session.run(
        'update name_batch_lines set id = ?, bound_before = ?, outcome = ?, code = ? where batch = ? and place = ?',
        [id, before, outcome, code ?? null, batch, place],
      );
    }
  },
});

const batchOf = ({ id, minter, who, change, created_at: createdAt }: Row<typeof TABLES.name_batches>): NameBatch => ({
  id,
  minter,
  who,
  change,
  createdAt,
});

const lineOf = (row: Row<typeof TABLES.name_batch_lines>): BatchLine => ({
  place: row.place,
  id: row.id,
  before: row.bound_before,
  after: row.bound_after,
  outcome: row.outcome as LineOutcome,
  code: row.code ?? undefined,
});
