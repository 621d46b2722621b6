import type { Label } from '@perene/core';
import { decodePaddedBase64, type Hash, nodeNumber } from '@perene/core/trust';
import type {
  LogAddition,
  LogState,
  LogStore,
  NewEntry,
  ReadNode,
  StoredEntry,
} from '../../../ports/trust/log-store.ts';
import type { SqlDatabase, SqlSession, SqlValue } from '../engine/sql-database.ts';
import { groupRows, type Row, readFirst, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

/** SQLite takes 32,766 values in a statement. */
const VALUES_PER_STATEMENT = 1_000;

export const createSqlLogStore = (database: SqlDatabase): LogStore => ({
  append: (decide) =>
    database.transaction(
      async (session) => {
        const size = await readSize(session);
        const { addition, result } = await decide(stateOf(session, size));
        await write(session, size, addition);
        return result;
      },
      { exclusive: ['log'] },
    ),
  size: () => database.read(readSize),
  keyChanges: (service) => database.read((session) => readKeyChanges(session, service)),
  nodes: (addresses) => database.read((session) => readNodes(session, addresses)),
  known: (hashes) => database.read((session) => readKnown(session, hashes)),
  entries: ({ from, limit }) =>
    database.read((session) =>
      readEntries(session, 'select * from log_entries where number >= ? order by number limit ?', [
        BigInt(from),
        BigInt(limit),
      ]),
    ),
  about: (label, { limit }) => database.read((session) => readAbout(session, label, { order: 'desc', limit })),
  firstAbout: (label) => database.read((session) => readFirstAbout(session, label)),
  records: ({ from, limit }) =>
    database.read(async (session) => {
      const [start, end] = [BigInt(from), BigInt(from + limit)];
      const within = 'where number >= ? and number < ? order by number';
      const entries = await readRows(session, TABLES.log_entries, `select * from log_entries ${within}`, [start, end]);
      const named = 'select * from log_labels where entry >= ? and entry < ? order by entry, label';
      const labels = groupRows(await readRows(session, TABLES.log_labels, named, [start, end]), ({ entry }) =>
        String(entry),
      );
      return entries.map((row) => ({
        ...entryOf(row),
        hash: row.hash as Hash,
        keyOf: (row.key_of ?? undefined) as Label | undefined,
        labels: (labels.get(String(row.number)) ?? []).map(({ label }) => label),
      }));
    }),
  counts: () =>
    database.read(async (session) => {
      const count = async (table: string): Promise<number> => {
        const row = await readOne(session, { amount: 'integer' }, `select count(*) as amount from ${table}`);
        return Number(row.amount);
      };
      return {
        entries: await count('log_entries'),
        labels: await count('log_labels'),
        nodes: await count('log_nodes'),
      };
    }),
});

const stateOf = (session: SqlSession, size: number): LogState => ({
  size: async () => size,
  last: async () => {
    const row = await readFirst(session, TABLES.log_entries, 'select * from log_entries order by number desc limit 1');
    return row && entryOf(row);
  },
  known: (hashes) => readKnown(session, hashes),
  keyChanges: (service) => readKeyChanges(session, service),
  nodes: (addresses) => readNodes(session, addresses),
  about: (label, { limit }) => readAbout(session, label, { order: 'desc', limit }),
  firstAbout: (label) => readFirstAbout(session, label),
});

const readKnown = async (session: SqlSession, hashes: readonly Hash[]): Promise<ReadonlySet<Hash>> => {
  const found = new Set<Hash>();
  for (const part of inParts(hashes)) {
    const statement = `select hash from log_entries where hash in (${marksFor(part)})`;
    for (const { hash } of await readRows(session, { hash: 'text' }, statement, part)) found.add(hash as Hash);
  }
  return found;
};

const readSize = async (session: SqlSession): Promise<number> => {
  const { last } = await readOne(
    session,
    { last: 'integer' },
    'select coalesce(max(number), -1) as last from log_entries',
  );
  return Number(last) + 1;
};

const entryOf = ({ number, leaf }: Row<typeof TABLES.log_entries>): StoredEntry => ({
  index: Number(number),
  text: leaf,
});

const readEntries = async (
  session: SqlSession,
  statement: string,
  values: readonly SqlValue[],
): Promise<readonly StoredEntry[]> => (await readRows(session, TABLES.log_entries, statement, values)).map(entryOf);

const readKeyChanges = (session: SqlSession, service: Label): Promise<readonly StoredEntry[]> =>
  readEntries(session, 'select * from log_entries where key_of = ? order by number', [service]);

const readAbout = (
  session: SqlSession,
  label: Label,
  { order, limit }: { readonly order: 'asc' | 'desc'; readonly limit: number },
): Promise<readonly StoredEntry[]> =>
  readEntries(
    session,
    `select e.* from log_labels l join log_entries e on e.number = l.entry
     where l.label = ? order by l.entry ${order} limit ?`,
    [label, BigInt(limit)],
  );

const readFirstAbout = async (session: SqlSession, label: Label): Promise<StoredEntry | undefined> =>
  (await readAbout(session, label, { order: 'asc', limit: 1 }))[0];

const readNodes = async (session: SqlSession, addresses: Parameters<LogStore['nodes']>[0]): Promise<ReadNode> => {
  const hashes = new Map<number, Uint8Array>();
  const numbers = [...new Set(addresses.map(nodeNumber))].map(BigInt);
  for (const part of inParts(numbers)) {
    const statement = `select * from log_nodes where number in (${marksFor(part)})`;
    for (const { number, hash } of await readRows(session, TABLES.log_nodes, statement, part)) {
      const bytes = decodePaddedBase64(hash);
      if (bytes.ok) hashes.set(Number(number), bytes.value);
    }
  }
  return (address) => hashes.get(nodeNumber(address));
};

const write = async (session: SqlSession, size: number, { entries, nodes }: LogAddition): Promise<void> => {
  const numbered = entries.map((entry, place) => ({ ...entry, number: BigInt(size + place) }));
  await insert(
    session,
    'log_entries (number, leaf, hash, key_of)',
    numbered.map(({ number, text, hash, keyOf }) => [number, text, hash, keyOf ?? null]),
  );
  await insert(session, 'log_labels (label, entry)', numbered.flatMap(labelRows));
  await insert(
    session,
    'log_nodes (number, hash)',
    nodes.map((node) => [BigInt(nodeNumber(node)), Buffer.from(node.hash).toString('base64')]),
  );
};

const labelRows = ({ labels, number }: NewEntry & { readonly number: bigint }): readonly (readonly SqlValue[])[] =>
  [...new Set(labels)].map((label) => [label, number]);

const insert = async (session: SqlSession, target: string, rows: readonly (readonly SqlValue[])[]): Promise<void> => {
  for (const part of inParts(rows)) {
    const marks = part.map((row) => `(${marksFor(row)})`).join(', ');
    await session.run(`insert into ${target} values ${marks}`, part.flat());
  }
};

const marksFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

function* inParts<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let start = 0; start < values.length; start += VALUES_PER_STATEMENT) {
    yield values.slice(start, start + VALUES_PER_STATEMENT);
  }
}
