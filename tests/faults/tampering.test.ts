import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkHistory } from '../../packages/server/src/adapters/sql/catalogue/history/history-chain.ts';
import type { SqlDatabase, SqlRow, SqlValue } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { signUnsignedItems } from '../../packages/server/src/services/archive/upkeep/sign-unsigned-items.ts';
import {
  type ArchiveProblem,
  verifyArchive,
} from '../../packages/server/src/services/archive/upkeep/verify-archive.ts';
import { linkOldHistory } from '../../packages/server/src/services/archive/upkeep/verify-history.ts';
import { createTestStore, importRecords, writeSource } from '../archive/test-store.ts';
import { type Chance, createChance } from '../fixtures/chance.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { effort } from '../fixtures/effort.ts';

const MUTATIONS = effort({ usual: 200, thorough: 10_000 });
const [SQLITE] = DATABASES;
const NAME = 'sid.inpe.br/mtc-m18/2009/07.21.13.23';
const FILES = ['a.txt', 'b.txt'];

/** An Archive of two items that were edited, with all that it signs and writes down. */
const fill = async () => {
  const database = await SQLITE?.openMigrated();
  if (database === undefined) throw new Error('no database');
  const store = await createTestStore(database);
  await store.serviceLabel();
  for (const name of FILES) writeSource(store, name, `content of ${name}`);
  await importRecords(store, [{ repository: NAME, files: FILES, metadata: { repository: `${NAME}.47` } }]);
  for (const title of ['First', 'Second']) {
    await store.archive.edit({ text: NAME } as never, { metadata: { title } }, { who: 'tests' });
  }
  // As a node does when it starts, and every hour.
  await linkOldHistory(store, { isStopped: () => false });
  await signUnsignedItems({ ...store, items: store.unsignedItems }, { isStopped: () => false });
  const verify = async (): Promise<readonly ArchiveProblem[]> => {
    const problems: ArchiveProblem[] = [];
    await verifyArchive(store, { isCleaning: false, onProblem: (problem) => problems.push(problem) });
    return problems;
  };
  return { store, database, verify };
};

/** What is stored, and by what a row is found. */
const TABLES = {
  history: { key: ['number'], columns: ['repository', 'at', 'who', 'action', 'detail'] },
  history_chain: { key: ['number'], columns: ['hash'] },
  claims: { key: ['repository', 'place'], columns: ['kind', 'hash', 'statement'] },
} as const;

const write = (database: SqlDatabase, statement: string, values: readonly SqlValue[]): Promise<void> =>
  database.transaction(async (session) => void (await session.run(statement, values)));

const mutateText = (text: string, chance: Chance): string => {
  const bytes = Buffer.from(text);
  const place = chance.below(bytes.length);
  const other = 0x20 + chance.below(0x5f);
  bytes[place] = other === bytes[place] ? other ^ 1 : other;
  return bytes.toString('utf8');
};

const mutateValue = (value: SqlValue, chance: Chance): SqlValue =>
  typeof value === 'bigint' ? value ^ (1n << BigInt(chance.below(40))) : mutateText(String(value), chance);

const readText = async (database: SqlDatabase, query: string): Promise<string> =>
  String(Object.values((await database.read((session) => session.all(query)))[0] ?? {})[0]);

const findEnd = (database: SqlDatabase) =>
  readText(database, `select value from node_facts where name = 'history.end'`);

const lastHash = (database: SqlDatabase) =>
  readText(database, 'select hash from history_chain order by number desc limit 1');

/** What was done, and how to undo it. */
interface Tampering {
  readonly what: string;
  readonly undo: () => Promise<void>;
}

/** Changes or deletes one row. */
const tamperRow = async (database: SqlDatabase, chance: Chance): Promise<Tampering> => {
  const names = Object.keys(TABLES) as (keyof typeof TABLES)[];
  const table = chance.pick(names);
  const { key, columns } = TABLES[table];
  const rows: readonly SqlRow[] = await database.read((session) => session.all(`select * from ${table}`));
  const row = chance.pick(rows) as Readonly<Record<string, SqlValue>>;
  const where = key.map((name) => `${name} = ?`).join(' and ');
  const named = key.map((name) => row[name] as SqlValue);
  if (chance.is(0.1)) {
    await write(database, `delete from ${table} where ${where}`, named);
    const all = Object.keys(row);
    const marks = all.map(() => '?').join(', ');
    const values = all.map((name) => row[name] as SqlValue);
    const undo = () => write(database, `insert into ${table} (${all.join(', ')}) values (${marks})`, values);
    return { what: `${table} ${named.join(' ')} deleted`, undo };
  }
  const column = chance.pick<string>(columns);
  const set = `update ${table} set ${column} = ? where ${where}`;
  const before = row[column] as SqlValue;
  const after = mutateValue(before, chance);
  await write(database, set, [after, ...named]);
  const what = `${table} ${named.join(' ')} ${column}: ${before} -> ${after}`;
  return { what, undo: () => write(database, set, [before, ...named]) };
};

const tamperFile = async (folder: string, chance: Chance): Promise<Tampering> => {
  const name = chance.pick(FILES);
  const path = join(folder, 'col', NAME, 'doc', name);
  const before = readFileSync(path);
  writeFileSync(path, mutateText(before.toString(), chance));
  return { what: name, undo: async () => writeFileSync(path, before) };
};

describe('what an Archive stores', () => {
  it('cannot be changed unnoticed: files, claims, history', async () => {
    const { store, database, verify } = await fill();
    expect(await verify()).toEqual([]);
    const chance = createChance(7);
    for (let turn = 0; turn < MUTATIONS; turn += 1) {
      const { what, undo } = await (chance.is(0.1)
        ? tamperFile(store.dataFolder, chance)
        : tamperRow(database, chance));
      expect((await verify()).length, what).toBeGreaterThan(0);
      await undo();
    }
    expect(await verify()).toEqual([]);
  });

  it('says what happened to which row of the history', async () => {
    const { database, verify } = await fill();
    await write(database, `update history set who = 'somebody else' where number = 3`, []);
    await write(database, 'delete from history where number = 1', []);
    await write(database, 'delete from history_chain where number = (select max(number) from history_chain)', []);
    const reasons = (await verify()).map(({ finding }) => finding);
    expect(reasons).toEqual(
      expect.arrayContaining([
        { reason: 'history-changed', row: 3 },
        { reason: 'history-gone', row: 1 },
        expect.objectContaining({ reason: 'history-unlinked' }),
      ]),
    );
  });

  it('cannot lose its last rows, nor be told anew with other hashes', async () => {
    const { store, database, verify } = await fill();
    const rows = await database.read((session) => session.all('select * from history order by number'));
    const end = rows.length;
    for (const table of ['history', 'history_chain'])
      await write(database, `delete from ${table} where number > ${end - 2}`, []);
    expect((await verify()).map(({ finding }) => finding)).toEqual([{ reason: 'history-cut', row: end }]);
    // What is written afterwards does not hide it.
    await store.archive.edit({ text: NAME } as never, { metadata: { title: 'Third' } }, { who: 'tests' });
    expect((await verify()).map(({ finding }) => finding)).toContainEqual({ reason: 'history-cut', row: end });
    await write(database, `delete from history where number > ${end - 2}`, []);
    await write(database, 'delete from history_chain', []);
    for (const { number, repository, at, who, action, detail } of rows.slice(-2)) {
      const values = [number, repository, at, who, action, detail] as SqlValue[];
      await write(
        database,
        'insert into history (number, repository, at, who, action, detail) values (?, ?, ?, ?, ?, ?)',
        values,
      );
    }
    await write(database, `update history set who = 'somebody else' where number = 1`, []);
    await database.transaction(linkHistory);
    expect((await verify()).map(({ finding }) => finding)).toEqual([{ reason: 'history-cut', row: end }]);
    const forged = JSON.stringify({ ...JSON.parse(await findEnd(database)), hash: await lastHash(database) });
    await write(database, `update node_facts set value = ? where name = 'history.end'`, [forged]);
    expect((await verify()).map(({ finding }) => finding)).toEqual([{ reason: 'history-end-forged' }]);
  });

  it('says how every item came', async () => {
    const { database, verify } = await fill();
    await write(database, `update history set action = 'edited' where repository = ? and action = 'added'`, [NAME]);
    expect(await verify()).toContainEqual({ label: NAME, finding: { reason: 'history-unbegun' } });
  });

  it('gets its hashes later if it is older than them, and nothing of it is reported until then', async () => {
    const { store, database, verify } = await fill();
    await write(database, 'delete from history_chain', []);
    await write(database, `delete from node_facts where name in ('history.linked', 'history.end')`, []);
    expect(await verify()).toEqual([]);
    await linkOldHistory(store, { isStopped: () => false });
    const [links, rows] = await database.read(async (session) => [
      await session.all('select number from history_chain'),
      await session.all('select number from history'),
    ]);
    expect(links).toEqual(rows);
    expect(await verify()).toEqual([]);
  });
});
