import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

  it('gets its hashes later if it is older than them, and nothing of it is reported until then', async () => {
    const { store, database, verify } = await fill();
    await write(database, 'delete from history_chain', []);
    await write(database, `delete from node_facts where name = 'history.linked'`, []);
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
