import { noteRead, noteUnwatched } from '../../../memory/reading-notes.ts';
import type {
  MinterDefinition,
  MinterProgress,
  MinterReading,
  MinterStore,
  MinterWriting,
} from '../../../ports/minting/minter-store.ts';
import { ALIASES } from '../catalogue/catalogue-locks.ts';
import { keepValue, keptValue } from '../engine/kept-value.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { type Row, readFirst, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { createMinterLoad, type MinterPlace } from './minter-load.ts';
import { createMinterNames, createNameWriting, noteIdentifiers } from './minter-names.ts';
import {
  definitionOf,
  ELEMENT,
  elementOf,
  LISTS,
  progressOf,
  progressValues,
  queueEntryOf,
  recordOf,
  recordValues,
  SAVE_RECORD,
} from './minter-rows.ts';
import { createMinterWalk } from './minter-walk.ts';

const FOUND = { number: 'integer', definition: 'text' } as const;

interface MinterStoreOptions {
  /** Whether there is a table for changes of what is bound. */
  readonly keepsPast?: boolean;
  /** Refuses a minter that is not allowed, in the transaction that makes it. */
  readonly checkNew?: (session: SqlSession, definition: MinterDefinition) => Promise<void>;
}

/** Works that each touch other identifiers, and nothing that is counted, run at the same time. */
const lockMinter = (name: string, identifiers: readonly string[] | undefined): Locks =>
  identifiers === undefined
    ? { exclusive: [`minter ${name}`] }
    : { exclusive: identifiers.map((id) => `identifier ${name} ${id}`), shared: [`minter ${name}`] };

export const createSqlMinterStore = (
  database: SqlDatabase,
  { checkNew, keepsPast = false }: MinterStoreOptions = {},
): MinterStore => {
  const find = async (session: SqlSession, name: string) => {
    noteRead('minters');
    const row = await readFirst(session, FOUND, 'select number, definition from noid_minters where name = ?', [name]);
    return row && { session, number: row.number, row };
  };
  const add = (session: SqlSession, definition: MinterDefinition, progress: MinterProgress) =>
    readFirst(
      session,
      FOUND,
      `insert into noid_minters (name, definition, sequence, mints, held, queued, first_number, dated_number,
         latest_date, policy) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning number, definition`,
      [definition.name, JSON.stringify(definition), ...progressValues(progress)],
    );
  const createBoth = (found: Found): MinterWriting => ({
    ...createReading(found),
    ...createWriting(found),
    ...createNameWriting(found, { keepsPast }),
  });
  const createFilled: MinterStore['createFilled'] = (definition, progress, fill) =>
    database.transaction(
      async (session) => {
        const row = await add(session, definition, progress);
        if (row === undefined) return undefined;
        const found = { session, number: row.number, row };
        const result = await fill(createBoth(found));
        // Filling the minter may have changed its definition.
        const filled = await find(session, definition.name);
        if (filled !== undefined) await checkNew?.(session, definitionOf(filled.row));
        return result;
      },
      { exclusive: ['minters', ALIASES] },
    );
  return {
    create: async (definition, progress) => (await createFilled(definition, progress, async () => true)) ?? false,
    createFilled,
    list: () =>
      database.read(async (session) => {
        noteRead('minters');
        const query = 'select definition from noid_minters order by name';
        return (await readRows(session, { definition: 'text' }, query)).map(definitionOf);
      }),
    change: (name, work, identifiers) =>
      database.transaction(
        async (session) => {
          const found = await find(session, name);
          return found && work(createBoth(found));
        },
        lockMinter(name, identifiers),
      ),
    read: (name, work) =>
      database.read(async (session) => {
        const found = await find(session, name);
        return found && work(createReading(found));
      }),
  };
};

interface Found extends MinterPlace {
  readonly row: Row<typeof FOUND>;
}

const createReading = ({ session, number, row }: Found): MinterReading => {
  const { from, text } = LISTS[session.dialect];
  let definition: MinterDefinition | undefined;
  return {
    ...createMinterWalk({ session, number }),
    ...createMinterNames({ session, number }),
    get definition() {
      definition ??= definitionOf(row);
      return definition;
    },
    async progress() {
      noteUnwatched();
      return progressOf(
        await readOne(session, TABLES.noid_minters, 'select * from noid_minters where number = ?', [number]),
      );
    },
    async record(id) {
      const found = await readFirst(
        session,
        TABLES.noid_identifiers,
        'select * from noid_identifiers where minter = ? and id = ?',
        [number, id],
      );
      return found && recordOf(found);
    },
    async records(ids) {
      const rows = await readRows(
        session,
        TABLES.noid_identifiers,
        `select * from noid_identifiers where minter = ? and id in (select ${text()} from ${from})`,
        [number, JSON.stringify(ids)],
      );
      return new Map(rows.map((found) => [found.id, recordOf(found)]));
    },
    async isKnown(ids) {
      const listed = `(select ${text()} from ${from})`;
      const found = await readFirst(
        session,
        { id: 'text' },
        `select id from noid_identifiers where minter = ? and id in ${listed}
           union all select id from noid_elements where minter = ? and id in ${listed} limit 1`,
        [number, JSON.stringify(ids), number, JSON.stringify(ids)],
      );
      return found !== undefined;
    },
    async element(id, element) {
      noteIdentifiers([id]);
      const found = await readFirst(
        session,
        { value: 'text', encoding: 'text' },
        'select value, encoding from noid_elements where minter = ? and id = ? and element = ?',
        [number, id, element],
      );
      return found && keptValue(found);
    },
    async elements(id) {
      noteIdentifiers([id]);
      const query = 'select element, value, encoding from noid_elements where minter = ? and id = ? order by element';
      return (await readRows(session, ELEMENT, query, [number, id])).map(elementOf);
    },
    async sizeOf(id) {
      noteIdentifiers([id]);
      const size = await readOne(
        session,
        { elements: 'integer', bytes: 'integer' },
        `select count(*) as elements, coalesce(sum(octet_length(element) + octet_length(value)), 0) as bytes
           from noid_elements where minter = ? and id = ?`,
        [number, id],
      );
      return { elements: Number(size.elements), bytes: Number(size.bytes) };
    },
    bound(ids, elements) {
      noteIdentifiers(ids);
      return readRows(
        session,
        { id: 'text', element: 'text' },
        `select id, element from noid_elements where minter = ? and id in (select ${text()} from ${from})
             and element in (select ${text()} from ${from})`,
        [number, JSON.stringify(ids), JSON.stringify(elements)],
      );
    },
    queue: async (limit) =>
      (
        await readRows(
          session,
          TABLES.noid_queue,
          'select * from noid_queue where minter = ? order by date, number, padded, id limit ?',
          [number, BigInt(limit)],
        )
      ).map(queueEntryOf),
    notes: async () =>
      (
        await readRows(
          session,
          ELEMENT,
          'select note as element, value, encoding from noid_notes where minter = ? order by note',
          [number],
        )
      ).map(elementOf),
    mintsByDay: async (days) =>
      (
        await readRows(
          session,
          { day: 'text', mints: 'integer' },
          'select day, mints from noid_mint_days where minter = ? order by day desc limit ?',
          [number, BigInt(days)],
        )
      ).map(({ day, mints }) => ({ day, mints: Number(mints) })),
  };
};

type WritingOnly = Omit<MinterWriting, keyof MinterReading | keyof ReturnType<typeof createNameWriting>>;

const createWriting = ({ session, number, row }: Found): WritingOnly => {
  const { from, text } = LISTS[session.dialect];
  return {
    ...createMinterLoad({ session, number }),
    saveProgress: (progress) =>
      session.run(
        `update noid_minters set sequence = ?, mints = ?, held = ?, queued = ?, first_number = ?, dated_number = ?,
           latest_date = ?, policy = ? where number = ?`,
        [...progressValues(progress), number],
      ),
    async addRecords(records) {
      const [shared] = records;
      if (shared === undefined) return new Set();
      const added = await readRows(
        session,
        { id: 'text' },
        `insert into noid_identifiers (minter, id, status, date, contact, position, is_held, pepper)
           select cast(? as bigint), ${text(0)}, cast(? as text), cast(? as text), cast(? as text),
             cast(${text(1)} as bigint), cast(? as bigint), ${text(2)}
           from ${from} where true on conflict do nothing returning id`,
        [
          number,
          shared.status,
          shared.date,
          shared.contact,
          shared.isHeld ? 1n : 0n,
          JSON.stringify(records.map(({ id, position, pepper }) => [id, position, pepper ?? null])),
        ],
      );
      return new Set(added.map(({ id }) => id));
    },
    saveRecord: (record) => session.run(SAVE_RECORD, [number, ...recordValues(record)]),
    removeRecord: (id) => session.run('delete from noid_identifiers where minter = ? and id = ?', [number, id]),
    saveElement: (id, element, value) =>
      session.run(
        `insert into noid_elements (minter, id, element, value, encoding) values (?, ?, ?, ?, ?)
           on conflict (minter, id, element) do update set value = excluded.value, encoding = excluded.encoding`,
        [number, id, element, ...keepValue(value)],
      ),
    removeElement: (id, element) =>
      session.run('delete from noid_elements where minter = ? and id = ? and element = ?', [number, id, element]),
    removeElements: (ids) =>
      session.run(`delete from noid_elements where minter = ? and id in (select ${text()} from ${from})`, [
        number,
        JSON.stringify(ids),
      ]),
    addToQueue: (entry) =>
      session.run('insert into noid_queue (minter, date, number, padded, id) values (?, ?, ?, ?, ?)', [
        number,
        entry.date,
        BigInt(entry.number),
        entry.padded,
        entry.id,
      ]),
    removeFromQueue: (id) => session.run('delete from noid_queue where minter = ? and id = ?', [number, id]),
    saveNote: (note, value) =>
      session.run(
        `insert into noid_notes (minter, note, value, encoding) values (?, ?, ?, ?)
           on conflict (minter, note) do update set value = excluded.value, encoding = excluded.encoding`,
        [number, note, ...keepValue(value)],
      ),
    countMints: (day, mints) =>
      session.run(
        `insert into noid_mint_days (minter, day, mints) values (?, ?, ?)
           on conflict (minter, day) do update set mints = noid_mint_days.mints + excluded.mints`,
        [number, day, BigInt(mints)],
      ),
    saveDefinition: (definition) =>
      session.run('update noid_minters set definition = ? where number = ?', [JSON.stringify(definition), number]),
    saveReport: (report) =>
      session.run('update noid_minters set definition = ? where number = ?', [
        JSON.stringify({ ...definitionOf(row), report }),
        number,
      ]),
  };
};
