import { noteRead, noteUnwatched } from '../../../memory/reading-notes.ts';
import type { MinterWriting } from '../../../ports/minting/minter-store.ts';
import { keepValue, keptValue } from '../engine/kept-value.ts';
import { readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import type { MinterPlace } from './minter-load.ts';
import { LISTS } from './minter-rows.ts';
import { createBatchWriting } from './sql-name-batches.ts';

type MinterNames = Pick<MinterWriting, 'namesAfter' | 'namesBound' | 'boundFrom' | 'shortTexts' | 'past' | 'pastTexts'>;

/** Greater than every text that begins with the prefix: no name has this character, which is the last of all. */
const END = '\u{10ffff}';

/** Notes that an answer depends on what is bound to these. */
export const noteIdentifiers = (ids: readonly string[]): void => noteRead(...ids.map((id) => `identifier ${id}`));

/** Finds names by their beginnings and by what is bound to them. */
export const createMinterNames = ({ session, number }: MinterPlace): MinterNames => {
  const { from, text } = LISTS[session.dialect];
  return {
    async namesAfter({ prefix, after, limit }) {
      noteUnwatched();
      const range = [number, after, prefix, `${prefix}${END}`];
      const rows = await readRows(
        session,
        { id: 'text' },
        `select id from noid_identifiers where minter = ? and id > ? and id >= ? and id < ?
           union select id from noid_elements where minter = ? and id > ? and id >= ? and id < ? order by id limit ?`,
        [...range, ...range, BigInt(limit)],
      );
      return rows.map(({ id }) => id);
    },
    async namesBound({ element, value, after, limit }) {
      noteUnwatched();
      const [kept, encoding] = keepValue(value);
      const rows = await readRows(
        session,
        { id: 'text' },
        `select id from noid_elements where minter = ? and element = ? and substr(value, 1, 200) = substr(?, 1, 200)
           and value = ? and encoding = ? and id > ? order by id limit ?`,
        [number, element, kept, kept, encoding, after, BigInt(limit)],
      );
      return rows.map(({ id }) => id);
    },
    boundFrom({ element, beginning, prefix, maxLength, limit }) {
      noteUnwatched();
      return readRows(
        session,
        { id: 'text', value: 'text' },
        `select id, value from noid_elements where minter = ? and element = ? and substr(value, 1, 200) >= ?
           and substr(value, 1, 200) < ? and id >= ? and id < ? and encoding = 'text' and length(value) <= ?
           order by substr(value, 1, 200), id limit ?`,
        [number, element, beginning, `${beginning}${END}`, prefix, `${prefix}${END}`, BigInt(maxLength), BigInt(limit)],
      );
    },
    shortTexts(ids, elements, maxLength) {
      noteIdentifiers(ids);
      return readRows(
        session,
        { id: 'text', element: 'text', value: 'text' },
        `select id, element,
             case when encoding = 'text' then substr(value, 1, cast(? as integer)) else '\ufffd' end as value
           from noid_elements where minter = ? and id in (select ${text()} from ${from})
             and element in (select ${text()} from ${from}) order by id, element`,
        [BigInt(maxLength), number, JSON.stringify(ids), JSON.stringify(elements)],
      );
    },
    async past(id, { before, limit }) {
      const rows = await readRows(
        session,
        TABLES.noid_past,
        'select * from noid_past where minter = ? and id = ? and number < ? order by number desc limit ?',
        [number, id, before ?? 9_223_372_036_854_775_807n, BigInt(limit)],
      );
      return rows.map((row) => ({
        number: row.number,
        id: row.id,
        element: row.element,
        value: row.value === null ? undefined : keptValue({ value: row.value, encoding: row.encoding }),
        at: row.at,
        who: row.who,
        batch: row.batch ?? undefined,
      }));
    },
    async pastTexts(id, { elements, maxLength, limit }) {
      const rows = await readRows(
        session,
        { element: 'text', value: 'text?', at: 'integer' },
        `select element, at, case when value is null then null
             when encoding = 'text' then substr(value, 1, cast(? as integer)) else '\ufffd' end as value
           from noid_past where minter = ? and id = ? and element in (select ${text()} from ${from})
           order by number desc limit ?`,
        [BigInt(maxLength), number, id, JSON.stringify(elements), BigInt(limit)],
      );
      return rows.map(({ element, at, value }) => ({ element, at, value: value ?? undefined }));
    },
  };
};

/** Writes many rows with one statement each. */
export const createNameWriting = (
  { session, number }: MinterPlace,
  { keepsPast }: { readonly keepsPast: boolean },
): Pick<MinterWriting, 'saveElements' | 'keepPast' | 'batchLines' | 'noteBatchLines'> => {
  const { from, text } = LISTS[session.dialect];
  return {
    ...createBatchWriting(session),
    async saveElements(elements) {
      if (elements.length === 0) return;
      await session.run(
        `insert into noid_elements (minter, id, element, value, encoding)
           select cast(? as bigint), ${text(0)}, ${text(1)}, ${text(2)}, ${text(3)} from ${from} where true
           on conflict (minter, id, element) do update set value = excluded.value, encoding = excluded.encoding`,
        [number, JSON.stringify(elements.map(({ id, element, value }) => [id, element, ...keepValue(value)]))],
      );
    },
    async keepPast(changes) {
      if (!keepsPast || changes.length === 0) return;
      await session.run(
        `insert into noid_past (minter, id, element, value, encoding, at, who, batch)
           select cast(? as bigint), ${text(0)}, ${text(1)}, ${text(2)}, ${text(3)}, cast(${text(4)} as bigint), ${text(5)},
             ${text(6)} from ${from} where true`,
        [
          number,
          JSON.stringify(
            changes.map(({ id, element, value, at, who, batch }) => [
              id,
              element,
              ...(value === undefined ? [null, 'text'] : keepValue(value)),
              String(at),
              who,
              batch ?? null,
            ]),
          ),
        ],
      );
    },
  };
};
