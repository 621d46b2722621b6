import type {
  BoundElement,
  IdentifierRecord,
  MinterDefinition,
  MinterProgress,
  QueueEntry,
} from '../../ports/minter-store.ts';
import { textOf } from './catalogue-rows.ts';
import { keptValue } from './kept-value.ts';
import type { SqlDialect, SqlRow, SqlValue } from './sql-database.ts';

export const definitionOf = (row: SqlRow): MinterDefinition =>
  JSON.parse(textOf(row['definition'])) as MinterDefinition;

export const progressOf = (row: SqlRow): MinterProgress => ({
  sequence: JSON.parse(textOf(row['sequence'])) as MinterProgress['sequence'],
  mints: Number(row['mints']),
  held: Number(row['held']),
  queued: Number(row['queued']),
  firstNumber: Number(row['first_number']),
  datedNumber: Number(row['dated_number']),
  latestDate: textOf(row['latest_date']),
  policy: textOf(row['policy']),
});

/** In the order of the columns from `sequence` on. */
export const progressValues = (progress: MinterProgress): readonly SqlValue[] => [
  JSON.stringify(progress.sequence),
  BigInt(progress.mints),
  BigInt(progress.held),
  BigInt(progress.queued),
  BigInt(progress.firstNumber),
  BigInt(progress.datedNumber),
  progress.latestDate,
  progress.policy,
];

export const recordOf = (row: SqlRow): IdentifierRecord => ({
  id: textOf(row['id']),
  status: textOf(row['status']),
  date: textOf(row['date']),
  contact: textOf(row['contact']),
  position: Number(row['position']),
  isHeld: row['is_held'] === 1n,
  pepper: row['pepper'] === null ? undefined : textOf(row['pepper']),
});

export const elementOf = (row: SqlRow): BoundElement => ({
  element: textOf(row['element']),
  value: keptValue(row['value'], row['encoding']),
});

export const queueEntryOf = (row: SqlRow): QueueEntry => ({
  id: textOf(row['id']),
  date: textOf(row['date']),
  number: Number(row['number']),
  padded: textOf(row['padded']),
});

/** A list as one value of a statement: what it is read with, and how a row's own list is opened. */
export const LISTS: Readonly<Record<SqlDialect, { readonly from: string; text(index?: number): string }>> = {
  sqlite: {
    from: 'json_each(?)',
    text: (index) => (index === undefined ? 'value' : `json_extract(value, '$[${index}]')`),
  },
  postgres: {
    from: 'jsonb_array_elements(?::text::jsonb)',
    text: (index) => (index === undefined ? `(value #>> '{}')` : `(value ->> ${index})`),
  },
};
