import type { LabelChange, LabelChanges } from '../../ports/label-changes.ts';
import { textOf } from './catalogue-rows.ts';
import type { SqlDatabase, SqlRow, SqlSession } from './sql-database.ts';

export const createSqlLabelChanges = (database: SqlDatabase): LabelChanges => ({
  find: (number) =>
    database.read(async (session) => {
      const [row] = await session.all('select * from label_changes where number = ?', [BigInt(number)]);
      return row && changeOf(row);
    }),
  after: (number, limit) =>
    database.read(async (session) => {
      const rows = await session.all('select * from label_changes where number > ? order by number limit ?', [
        BigInt(number),
        BigInt(limit),
      ]);
      return rows.map(changeOf);
    }),
});

const changeOf = (row: SqlRow): LabelChange => ({
  number: Number(row['number']),
  mark: String(row['mark']),
  label: textOf(row['label']),
  kind: row['kind'] === 'added' ? 'added' : 'removed',
  held: Number(row['held']),
});

/** In the transaction that changes the labels themselves. */
export const keepLabelChange = async (session: SqlSession, label: string, kind: LabelChange['kind']): Promise<void> => {
  await session.run(
    `insert into label_changes (label, kind, held)
     values (?, ?, coalesce((select held from label_changes order by number desc limit 1), 0) + ?)`,
    [label, kind, kind === 'added' ? 1n : -1n],
  );
};
