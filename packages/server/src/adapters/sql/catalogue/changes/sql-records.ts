import { Refusal } from '@perene/api/refusals';
import type { WalkedData } from '../../../../ports/archive/catalogue-records.ts';
import type {
  HarvestRecord,
  HarvestRecords,
  RecordChange,
  RecordColumn,
  RecordQuery,
} from '../../../../ports/archive/changes.ts';
import type { SqlDatabase, SqlSession, SqlValue } from '../../engine/sql-database.ts';
import { checkRow, groupRows, type Row, readFirst, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { wordsOf } from '../catalogue-rows.ts';
import { FILE_CHECK_ACTIONS } from '../history/keep-history.ts';
import { gatherData } from '../walk-catalogue.ts';

const COUNT_DEADLINE_MS = 5_000;
const PARTS_DEADLINE_MS = 5_000;
const MAX_VALUES = 1_000;

/** About how many characters a page may have. */
const MAX_CHARACTERS = 1_048_576n;
const CHARACTERS_A_FILE = 100;

const SIZED = { ...TABLES.records, characters: 'integer' } as const;
const SELECT_SIZED = `select r.*, coalesce(length(d.metadata), 0)
    + ${CHARACTERS_A_FILE} * (select count(*) from files f where f.repository = r.repository) as characters`;
const DESCRIBED = 'left join items i on i.repository = r.repository left join items d on d.repository = i.described_by';

/** The records to choose from, and the column that has their numbers in order. */
interface Source {
  readonly from: string;
  readonly number: string;
}
const ALL_RECORDS: Source = { from: 'records r', number: 'r.number' };
const OF_COLLECTION: Source = {
  from: `collection_members m join items c on c.number = m.item join records r on r.repository = c.repository`,
  number: 'm.record',
};

/** How many of the rows a page takes: one at least. */
const countFitting = (rows: readonly { readonly characters: bigint }[]): number => {
  let characters = 0n;
  const end = rows.findIndex((row) => {
    characters += row.characters;
    return characters > MAX_CHARACTERS;
  });
  return end === -1 ? rows.length : Math.max(1, end);
};

type Bounds = Omit<RecordQuery, 'after' | 'limit' | 'isBare'>;

export const createSqlRecords = (database: SqlDatabase): HarvestRecords => ({
  list: ({ after, limit, isBare = false, ...bounds }) =>
    database.read(async (session) => {
      const { source, condition, values } = await conditionOf(session, bounds);
      const { from, number } = source;
      const query = `${SELECT_SIZED} from ${from} ${DESCRIBED} where ${number} > ? ${condition} order by ${number} limit ?`;
      const rows = await readRows(session, SIZED, query, [after, ...values, BigInt(limit + 1)]);
      const taken = rows.slice(0, isBare ? limit : Math.min(limit, countFitting(rows)));
      return {
        entries: await (isBare ? withoutData(session, taken) : withData(session, taken)),
        next: taken.length < rows.length ? taken.at(-1)?.number : undefined,
      };
    }),
  find: (repository) =>
    database.read(async (session) => {
      const query = 'select * from records where repository = ?';
      return (await withData(session, await readRows(session, TABLES.records, query, [repository])))[0];
    }),
  async count(bounds) {
    const { source, condition, values } = await database.read((session) => conditionOf(session, bounds));
    const query = `select count(*) as records from ${source.from} where ${source.number} > 0 ${condition}`;
    try {
      const [row = {}] = await database.readAside(query, values, { deadlineMs: COUNT_DEADLINE_MS });
      return Number(checkRow(row, { records: 'integer' }).records);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'search-too-slow') return undefined;
      throw error;
    }
  },
  async parts(size) {
    const query = `select number / ${BigInt(size)} as part, max(at) as at from records where is_shown = 1
      group by number / ${BigInt(size)} order by part`;
    const rows = await database.readAside(query, [], { deadlineMs: PARTS_DEADLINE_MS });
    return rows.map((row) => {
      const { part, at } = checkRow(row, { part: 'integer', at: 'integer' });
      return { part: Number(part), at };
    });
  },
  addresses: ({ after, before, limit }) =>
    database.read(async (session) => {
      const rows = await readRows(
        session,
        { ...TABLES.records, ibips: 'text' },
        `select r.*, i.ibips from records r join items i on i.repository = r.repository
         where r.number > ? and r.number < ? and r.is_shown = 1 order by r.number limit ?`,
        [after, before, BigInt(limit)],
      );
      return rows.map(({ repository, number, at, ibips }) => ({
        repository,
        number,
        at,
        label: wordsOf(ibips)[0] ?? repository,
      }));
    }),
  changes: ({ after, before, limit }) =>
    database.read(async (session) => {
      const rows = await readRows(session, CHANGED, SELECT_CHANGED, [after, before, BigInt(limit)]);
      return rows.map(changeOf);
    }),
  values: (column) => database.read((session) => distinct(session, column)),
});

const CHANGED = {
  number: 'integer',
  at: 'integer',
  action: 'text',
  repository: 'repository',
  last: 'integer',
  is_shown: 'integer',
  ibips: 'text?',
} as const;

/**
 * A description comes with its item, so that its own addition is none of the item's changes; but where it is the last
 * one of an item that came removed, it tells that the item is gone.
 */
const SELECT_CHANGED = `select c.number, c.at, c.action, r.repository, r.number as last, r.is_shown, d.ibips
  from changes c left join items i on i.repository = c.repository
  join records r on r.repository = coalesce(i.describes, c.repository)
  left join items d on d.repository = r.repository
  where c.number > ? and c.number < ?
    and (i.describes is null or c.action <> 'added' or (r.is_shown = 0 and c.number = r.number))
    and c.action not in (${FILE_CHECK_ACTIONS.map((action) => `'${action}'`).join(', ')})
  order by c.number limit ?`;

const changeOf = (row: Row<typeof CHANGED>): RecordChange => {
  const isGone = row.is_shown === 0n && row.number === row.last;
  return {
    repository: row.repository,
    number: row.number,
    at: row.at,
    label: wordsOf(row.ibips ?? '')[0] ?? row.repository,
    kind: isGone ? 'deleted' : row.action === 'added' ? 'created' : 'updated',
  };
};

const firstFrom = (session: SqlSession, at: bigint): Promise<Row<typeof TABLES.records> | undefined> =>
  readFirst(session, TABLES.records, 'select * from records where at >= ? order by at, number limit 1', [at]);

const NUMBER_OF_NAME = 'select collection from collection_names where name = ?';

/** Dates grow with the numbers, so that one index serves for both. */
const conditionOf = async (
  session: SqlSession,
  { from, before, having = [], collection }: Bounds,
): Promise<{ readonly source: Source; readonly condition: string; readonly values: readonly SqlValue[] }> => {
  const source = collection === undefined ? ALL_RECORDS : OF_COLLECTION;
  const { number } = source;
  const first = from === undefined ? undefined : await firstFrom(session, from);
  const end = before === undefined ? undefined : await firstFrom(session, before);
  const parts: (readonly [text: string, value: SqlValue])[] = [
    ...having.map(({ column, value }) => [`and r.${column} = ?`, value] as const),
    ...(collection === undefined ? [] : [[`and m.collection = (${NUMBER_OF_NAME})`, collection] as const]),
    ...(from !== undefined && first === undefined ? [[`and ${number} < ?`, 0n] as const] : []),
    ...(first === undefined ? [] : [[`and ${number} >= ?`, first.number] as const]),
    ...(end === undefined ? [] : [[`and ${number} < ?`, end.number] as const]),
  ];
  return { source, condition: parts.map(([text]) => text).join(' '), values: parts.map(([, value]) => value) };
};

const withData = async (
  session: SqlSession,
  rows: readonly Row<typeof TABLES.records>[],
): Promise<readonly HarvestRecord[]> => {
  const shown = rows.filter(({ is_shown: isShown }) => isShown === 1n).map(({ repository }) => repository);
  const data = new Map((await gatherData(session, shown)).map((one) => [one.item.repository, one]));
  const collections = await collectionsOf(session, rows);
  return rows.map((row) => recordOf(row, collections, data.get(row.repository)));
};

const withoutData = async (
  session: SqlSession,
  rows: readonly Row<typeof TABLES.records>[],
): Promise<readonly HarvestRecord[]> => {
  const collections = await collectionsOf(session, rows);
  return rows.map((row) => recordOf(row, collections));
};

type Collected = ReadonlyMap<string, readonly { readonly name: string }[]>;

const collectionsOf = async (session: SqlSession, rows: readonly Row<typeof TABLES.records>[]): Promise<Collected> => {
  if (rows.length === 0) return new Map();
  const query = `select i.repository, c.name from items i join collection_members m on m.item = i.number
    join collections c on c.number = m.collection
    where i.repository in (${rows.map(() => '?').join(', ')}) order by c.name`;
  const values = rows.map(({ repository }) => repository);
  return groupRows(
    await readRows(session, { repository: 'text', name: 'text' }, query, values),
    (row) => row.repository,
  );
};

const recordOf = (
  { repository, number, at, language, kind, is_shown: isShown }: Row<typeof TABLES.records>,
  collections: Collected,
  data?: WalkedData,
): HarvestRecord => ({
  repository,
  number,
  at,
  language,
  kind,
  collections: (collections.get(repository) ?? []).map(({ name }) => name),
  isShown: isShown === 1n,
  data,
});

/** Goes from each value to the next along the index, however many records have it. */
const distinct = async (session: SqlSession, column: RecordColumn): Promise<readonly string[]> => {
  const values: string[] = [];
  while (values.length < MAX_VALUES) {
    const query = `select ${column} as value from records where ${column} > ? order by ${column} limit 1`;
    const row = await readFirst(session, { value: 'text' }, query, [values.at(-1) ?? '']);
    if (row === undefined) break;
    values.push(row.value);
  }
  return values;
};
