import type { MinterWriting } from '../../../ports/minting/minter-store.ts';
import { keepValue } from '../engine/kept-value.ts';
import type { SqlSession } from '../engine/sql-database.ts';
import { readRows } from '../engine/typed-rows.ts';
import { LISTS } from './minter-rows.ts';

/** One minter in one transaction. */
export interface MinterPlace {
  readonly session: SqlSession;
  readonly number: bigint;
}

type MinterLoad = Pick<MinterWriting, 'loadRecords' | 'loadElements' | 'loadQueue'>;
type Column = readonly [name: string, type: 'text' | 'bigint'];

const RECORD_COLUMNS: readonly Column[] = [
  ['id', 'text'],
  ['status', 'text'],
  ['date', 'text'],
  ['contact', 'text'],
  ['position', 'bigint'],
  ['is_held', 'bigint'],
  ['pepper', 'text'],
];
const ELEMENT_COLUMNS: readonly Column[] = [
  ['id', 'text'],
  ['element', 'text'],
  ['value', 'text'],
  ['encoding', 'text'],
];
const QUEUE_COLUMNS: readonly Column[] = [
  ['id', 'text'],
  ['date', 'text'],
  ['number', 'bigint'],
  ['padded', 'text'],
];

/** A statement takes all its rows as one list, so that a million rows need a thousand statements. */
export const createMinterLoad = ({ session, number }: MinterPlace): MinterLoad => {
  const { from, text } = LISTS[session.dialect];

  const load = async (
    table: string,
    columns: readonly Column[],
    rows: readonly (readonly [id: string, ...rest: unknown[]])[],
  ): Promise<readonly string[]> => {
    if (rows.length === 0) return [];
    const values = columns.map(([, type], index) => `cast(${text(index)} as ${type})`);
    const added = await readRows(
      session,
      { id: 'text' },
      `insert into ${table} (minter, ${columns.map(([name]) => name).join(', ')})
         select cast(? as bigint), ${values.join(', ')} from ${from} where true on conflict do nothing returning id`,
      [number, JSON.stringify(rows)],
    );
    if (added.length === rows.length) return [];
    return withoutEach(
      rows.map(([id]) => id),
      added.map(({ id }) => id),
    );
  };

  return {
    loadRecords: (records) =>
      load(
        'noid_identifiers',
        RECORD_COLUMNS,
        records.map(({ id, status, date, contact, position, isHeld, pepper }) => [
          id,
          status,
          date,
          contact,
          position,
          isHeld ? 1 : 0,
          pepper ?? null,
        ]),
      ),
    loadElements: (elements) =>
      load(
        'noid_elements',
        ELEMENT_COLUMNS,
        elements.map(({ id, element, value }) => [id, element, ...keepValue(value)]),
      ),
    loadQueue: (entries) =>
      load(
        'noid_queue',
        QUEUE_COLUMNS,
        entries.map(({ id, date, number: place, padded }) => [id, date, place, padded]),
      ),
  };
};

/** The texts without the others, each of which is taken out once. */
const withoutEach = (texts: readonly string[], others: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
};
