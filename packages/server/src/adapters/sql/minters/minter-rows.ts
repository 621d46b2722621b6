import type {
  BoundElement,
  IdentifierRecord,
  MinterDefinition,
  MinterProgress,
  QueueEntry,
} from '../../../ports/minting/minter-store.ts';
import { keptValue } from '../engine/kept-value.ts';
import type { SqlDialect, SqlValue } from '../engine/sql-database.ts';
import type { Row } from '../engine/typed-rows.ts';
import type { TABLES } from '../migrations/tables.ts';

type MinterRow = Row<typeof TABLES.noid_minters>;

export const definitionOf = (row: Pick<MinterRow, 'definition'>): MinterDefinition =>
  JSON.parse(row.definition) as MinterDefinition;

export const progressOf = (row: MinterRow): MinterProgress => ({
  sequence: JSON.parse(row.sequence) as MinterProgress['sequence'],
  mints: Number(row.mints),
  held: Number(row.held),
  queued: Number(row.queued),
  firstNumber: Number(row.first_number),
  datedNumber: Number(row.dated_number),
  latestDate: row.latest_date,
  policy: row.policy,
});

/** The values in the order of the columns from `sequence` on. */
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

export const recordOf = (row: Row<typeof TABLES.noid_identifiers>): IdentifierRecord => ({
  id: row.id,
  status: row.status,
  date: row.date,
  contact: row.contact,
  position: Number(row.position),
  isHeld: row.is_held === 1n,
  pepper: row.pepper ?? undefined,
});

export const SAVE_RECORD = `insert into noid_identifiers (minter, id, status, date, contact, position, is_held, pepper)
  values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (minter, id) do update set status = excluded.status,
  date = excluded.date, contact = excluded.contact, position = excluded.position, is_held = excluded.is_held,
  pepper = excluded.pepper`;

export const recordValues = ({
  id,
  status,
  date,
  contact,
  position,
  isHeld,
  pepper,
}: IdentifierRecord): readonly SqlValue[] => [
  id,
  status,
  date,
  contact,
  BigInt(position),
  isHeld ? 1n : 0n,
  pepper ?? null,
];

/** The columns that a query of bound elements must select. */
export const ELEMENT = { element: 'text', value: 'text', encoding: 'text' } as const;

type ElementRow = Row<typeof ELEMENT>;

export const elementOf = (row: ElementRow): BoundElement => ({
  element: row.element,
  value: keptValue(row),
});

export const queueEntryOf = (row: Row<typeof TABLES.noid_queue>): QueueEntry => ({
  id: row.id,
  date: row.date,
  number: Number(row.number),
  padded: row.padded,
});

/** A list as one value of a statement: the table that it becomes, and the text of a row or of a member of its list. */
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
