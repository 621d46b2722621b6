import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import { readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import type { MinterPlace } from './minter-load.ts';
import { elementOf, queueEntryOf, recordOf } from './minter-rows.ts';

type MinterWalk = Pick<MinterReading, 'recordsAfter' | 'elementsAfter' | 'queueAfter'>;

/** Everything of a minter, page by page. */
export const createMinterWalk = ({ session, number }: MinterPlace): MinterWalk => ({
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
