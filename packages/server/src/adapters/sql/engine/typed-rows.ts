import type { Label, RepositoryLabel } from '@perene/core';
import type { SqlRow, SqlSession, SqlValue } from './sql-database.ts';

/**
 * What a column holds; with `?` it may be null. `repository` and `label` are texts that were checked before they came
 * into the database, and are trusted from there.
 */
export type ColumnType = keyof ColumnValues;

export type Columns = Readonly<Record<string, ColumnType>>;

interface ColumnValues {
  readonly text: string;
  readonly 'text?': string | null;
  readonly integer: bigint;
  readonly 'integer?': bigint | null;
  readonly repository: RepositoryLabel;
  readonly 'repository?': RepositoryLabel | null;
  readonly label: Label;
}

export type Row<Described extends Columns> = {
  readonly [Name in keyof Described]: ColumnValues[Described[Name]];
};

/** Returns the row if it has all of the columns; a missing column, or one of another type, is a defect. */
export const checkRow = <const Described extends Columns>(row: SqlRow, columns: Described): Row<Described> => {
  for (const name in columns) {
    if (!isOfType(row[name], columns[name])) throw unexpected(name, columns[name], row[name]);
  }
  return row as Row<Described>;
};

const isOfType = (value: SqlValue | undefined, type: ColumnType | undefined): boolean => {
  switch (type) {
    case 'text':
    case 'repository':
    case 'label':
      return typeof value === 'string';
    case 'integer':
      return typeof value === 'bigint';
    case 'text?':
    case 'repository?':
      return value === null || typeof value === 'string';
    case 'integer?':
      return value === null || typeof value === 'bigint';
    default:
      return false;
  }
};

const unexpected = (name: string, type: ColumnType | undefined, value: SqlValue | undefined): Error =>
  new Error(`the column ${name} is ${value === null ? 'null' : typeof value}, where ${type} was expected`);

/** The rows of a statement, all checked. */
export const readRows = async <const Described extends Columns>(
  session: SqlSession,
  columns: Described,
  statement: string,
  values?: readonly SqlValue[],
): Promise<readonly Row<Described>[]> => {
  const rows = await session.all(statement, values);
  for (const row of rows) checkRow(row, columns);
  return rows as readonly Row<Described>[];
};

/** The first row, if there is any. */
export const readFirst = async <const Described extends Columns>(
  session: SqlSession,
  columns: Described,
  statement: string,
  values?: readonly SqlValue[],
): Promise<Row<Described> | undefined> => {
  const [row] = await session.all(statement, values);
  return row && checkRow(row, columns);
};

/** The row of a statement that always has one: a count, a sum, an insertion. */
export const readOne = async <const Described extends Columns>(
  session: SqlSession,
  columns: Described,
  statement: string,
  values?: readonly SqlValue[],
): Promise<Row<Described>> => {
  const row = await readFirst(session, columns, statement, values);
  if (row === undefined) throw new Error(`no row came of ${statement}`);
  return row;
};

/** Whether a statement finds, or changes, anything. */
export const hasRows = async (session: SqlSession, statement: string, values?: readonly SqlValue[]): Promise<boolean> =>
  (await session.all(statement, values)).length > 0;

export const groupRows = <Found>(
  rows: readonly Found[],
  keyOf: (row: Found) => string,
): ReadonlyMap<string, readonly Found[]> => {
  const groups = new Map<string, Found[]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known === undefined) groups.set(keyOf(row), [row]);
    else known.push(row);
  }
  return groups;
};
