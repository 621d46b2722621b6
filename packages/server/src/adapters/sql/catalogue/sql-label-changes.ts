import type { LabelChange, LabelChanges } from '../../../ports/archive/catalogue-records.ts';
import type { SqlDatabase, SqlSession, WritingSession } from '../engine/sql-database.ts';
import { type Row, readFirst, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { END_OF_TRANSACTION } from './history/end-of-transaction.ts';

export const createSqlLabelChanges = (database: SqlDatabase): LabelChanges => ({
  last: () => database.read(lastChange),
  find: (number) =>
    database.read(async (session) => {
      const query = 'select * from label_changes where number = ?';
      const row = await readFirst(session, TABLES.label_changes, query, [BigInt(number)]);
      return row && changeOf(row);
    }),
  after: (number, limit) =>
    database.read(async (session) => {
      const query = 'select * from label_changes where number > ? order by number limit ?';
      const rows = await readRows(session, TABLES.label_changes, query, [BigInt(number), BigInt(limit)]);
      return rows.map(changeOf);
    }),
});

/** Runs in the transaction of the caller. */
export const lastChange = async (session: SqlSession): Promise<number> => {
  const query = 'select coalesce(max(number), 0) as last from label_changes';
  return Number((await readOne(session, { last: 'integer' }, query)).last);
};

const changeOf = (row: Row<typeof TABLES.label_changes>): LabelChange => ({
  number: Number(row.number),
  mark: String(row.mark),
  label: row.label,
  kind: row.kind === 'added' ? 'added' : 'removed',
  held: Number(row.held),
});

/** Part of the transaction that changes the labels themselves. */
export const keepLabelChange = (session: WritingSession, label: string, change: LabelChange['kind']): void =>
  session.defer(END_OF_TRANSACTION, { kind: 'label', label, change });
