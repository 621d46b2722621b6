import type { KeptIdentifier, MinterReading } from '../../../ports/minting/minter-store.ts';
import type { SqlSession } from '../engine/sql-database.ts';
import { groupRows, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import type { MinterPlace } from './minter-load.ts';
import { elementOf, queueEntryOf, recordOf } from './minter-rows.ts';

type MinterWalk = Pick<MinterReading, 'identifiersAfter' | 'recordsAfter' | 'elementsAfter' | 'queueAfter'>;

/** Everything of a minter, page by page. */
export const createMinterWalk = ({ session, number }: MinterPlace): MinterWalk => ({
  identifiersAfter: (id, limit) => readIdentifiersAfter({ session, number, id, limit: BigInt(limit) }),
  recordsAfter: async (id, limit) =>
    (
      await readRows(
        session,
        TABLES.noid_identifiers,
        'select * from noid_identifiers where minter = ? and id > ? order by id limit ?',
        [number, id, BigInt(limit)],
      )
    ).map(recordOf),
  async elementsAfter(place, { rows: limit, bytes }) {
    const after = [number, place.id, place.id, place.element];
    const sizes = await readRows(
      session,
      { id: 'text', element: 'text', size: 'integer' },
      `select id, element, length(value) as size from noid_elements
         where minter = ? and id >= ? and (id, element) > (?, ?) order by id, element limit ?`,
      [...after, BigInt(limit)],
    );
    let size = 0;
    const firstBeyond = sizes.findIndex((row) => {
      size += Number(row.size);
      return size > bytes;
    });
    const last = firstBeyond < 0 ? sizes.at(-1) : sizes[Math.max(0, firstBeyond - 1)];
    if (last === undefined) return [];
    const rows = await readRows(
      session,
      TABLES.noid_elements,
      `select * from noid_elements
         where minter = ? and id >= ? and (id, element) > (?, ?) and (id, element) <= (?, ?) order by id, element`,
      [...after, last.id, last.element],
    );
    return rows.map((row) => ({ id: row.id, ...elementOf(row) }));
  },
  async queueAfter(entry, limit) {
    const { date, number: place, padded, id } = entry ?? { date: '', number: 0, padded: '', id: '' };
    const rows = await readRows(
      session,
      TABLES.noid_queue,
      `select * from noid_queue where minter = ? and date >= ? and (date, number, padded, id) > (?, ?, ?, ?)
         order by date, number, padded, id limit ?`,
      [number, date, date, BigInt(place), padded, id, BigInt(limit)],
    );
    return rows.map(queueEntryOf);
  },
});

interface Page {
  readonly session: SqlSession;
  readonly number: bigint;
  readonly id: string;
  readonly limit: bigint;
}

const readIdentifiersAfter = async ({ session, number, id, limit }: Page): Promise<readonly KeptIdentifier[]> => {
  const ids = await readRows(
    session,
    { id: 'text' },
    `select id from noid_identifiers where minter = ? and id > ?
       union select id from noid_elements where minter = ? and id > ? order by id limit ?`,
    [number, id, number, id, limit],
  );
  const first = ids.at(0)?.id;
  const last = ids.at(-1)?.id;
  if (first === undefined || last === undefined) return [];
  const range = [number, first, last];
  const records = await readRows(
    session,
    TABLES.noid_identifiers,
    'select * from noid_identifiers where minter = ? and id between ? and ?',
    range,
  );
  const recordsById = new Map(records.map((row) => [row.id, recordOf(row)]));
  const elements = await readRows(
    session,
    TABLES.noid_elements,
    'select * from noid_elements where minter = ? and id between ? and ? order by id, element',
    range,
  );
  const elementsById = groupRows(elements, (row) => row.id);
  return ids.map(({ id: kept }) => ({
    id: kept,
    record: recordsById.get(kept),
    elements: (elementsById.get(kept) ?? []).map(elementOf),
  }));
};
