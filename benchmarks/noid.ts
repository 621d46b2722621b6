import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { openSqliteDatabase } from '../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { MINTER_MIGRATIONS, migrate } from '../packages/server/src/adapters/sql/migrations/migrations.ts';
import { createSqlMinterStore } from '../packages/server/src/adapters/sql/minters/sql-minter-store.ts';
import { createMinterTools } from '../packages/server/src/compose/commands/create-minter-tools.ts';
import { mintIdentifiers } from '../packages/server/src/services/noid/identifiers/mint-identifiers.ts';
import { addMinter } from '../packages/server/src/services/noid/minters/add-minter.ts';
import { formatRate, printTable } from './measure.ts';

const NOID = fileURLToPath(new URL('../packages/server/bin/noid.cjs', import.meta.url));
const TEMPLATE = 'f5.reedeedk';
const BULK = 200_000;
const PER_TRANSACTION = 10_000;
const BATCH = 50_000;
const PROCESSES = 20;

/** The rates of the original on this kind of machine, for comparison: perl 5.36, Berkeley DB 5.3. */
const ORIGINAL = { bulk: 5_000, oneProcess: 18, bind: 670, get: 1_800 };

interface Line {
  readonly name: string;
  readonly rate: number;
  readonly bare: number;
  readonly original: number;
  readonly bar: string;
}

/** Compares minting and binding of noid with bare SQLite inserts of the same records with the same durability. */
export const benchmarkNoid = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-bench-'));
  const ids = await mintInProcess(folder);
  const bare = measureBare(folder, ids.all);
  const processRate = mintByProcess(folder);
  const oneEach = mintOneEach(folder);
  const empty = startEmpty();
  const batch = await runBatches(folder);
  const lines: readonly Line[] = [
    { name: 'mint in bulk, in process', rate: ids.rate, bare: bare.bulk, original: ORIGINAL.bulk, bar: '100 k/s' },
    { name: '`noid mint 10000`, a process', rate: processRate, bare: bare.bulk, original: ORIGINAL.bulk, bar: '' },
    { name: 'bind, 50,000 in a batch', rate: batch.bind, bare: bare.bulk, original: ORIGINAL.bind, bar: '30 times' },
    { name: 'get, 50,000 in a batch', rate: batch.get, bare: bare.select, original: ORIGINAL.get, bar: '30 times' },
  ];
  printTable([
    ['noid', 'rate', 'to bare SQLite', 'to the original', 'bar'],
    ['bare SQLite inserts, 1,000 a commit', formatRate(bare.bulk), '1.00', '', ''],
    ['bare SQLite selects', formatRate(bare.select), '1.00', '', ''],
    ...lines.map(({ name, rate, bare: peer, original, bar }) => [
      name,
      formatRate(rate),
      (rate / peer).toFixed(2),
      (rate / original).toFixed(0),
      bar,
    ]),
  ]);
  process.stdout.write('\n');
  printTable([
    ['one process a mint', 'milliseconds', 'to an empty one', 'bar'],
    ['node -e ""', empty.toFixed(0), '1.00', ''],
    ['noid mint 1', oneEach.toFixed(0), (oneEach / empty).toFixed(2), '60 ms'],
  ]);
  rmSync(folder, { recursive: true });
};

const rateSince = (count: number, start: number): number => (count / (performance.now() - start)) * 1_000;

const mintInProcess = async (folder: string): Promise<{ rate: number; all: readonly string[] }> => {
  const database = openSqliteDatabase(join(folder, 'minters.sqlite'));
  await migrate(database, MINTER_MIGRATIONS);
  const store = createSqlMinterStore(database);
  const work = { ...createMinterTools(), contact: 'bench/bench', log: () => undefined };
  await addMinter(store, { name: 'bench', template: TEMPLATE, contact: 'bench/bench', where: folder }, work);
  const all: string[] = [];
  const start = performance.now();
  while (all.length < BULK) {
    const minted = await store.change('bench', (minter) => mintIdentifiers(minter, work, { count: PER_TRANSACTION }));
    all.push(...(minted?.ids ?? []));
  }
  const rate = rateSince(BULK, start);
  await database.close();
  return { rate, all };
};

/** Inserts the same records, without anything else. */
const measureBare = (folder: string, ids: readonly string[]): { bulk: number; select: number } => {
  const database = new Sqlite(join(folder, 'bare.sqlite'));
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.exec('create table records (id text primary key, record text not null) without rowid');
  const insert = database.prepare('insert into records values (?, ?)');
  const insertMany = database.transaction((some: readonly string[]) => {
    for (const id of some) insert.run(id, 'i|20261116000000|bench/bench|1');
  });
  let start = performance.now();
  for (let first = 0; first < ids.length; first += 1_000) insertMany(ids.slice(first, first + 1_000));
  const bulk = rateSince(ids.length, start);
  const select = database.prepare('select record from records where id = ?');
  start = performance.now();
  for (const id of ids) select.get(id);
  const selects = rateSince(ids.length, start);
  database.close();
  return { bulk, select: selects };
};

const runNoid = (folder: string, words: readonly string[]): void => {
  const { status, stderr } = spawnSync(process.execPath, [NOID, '-f', folder, ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`noid ${words.join(' ')}: ${stderr}`);
};

const mintByProcess = (folder: string): number => {
  runNoid(folder, ['dbcreate', TEMPLATE]);
  const start = performance.now();
  for (let count = 0; count < PROCESSES; count += 1) runNoid(folder, ['mint', String(PER_TRANSACTION)]);
  return rateSince(PROCESSES * PER_TRANSACTION, start);
};

const millisecondsEach = (action: () => void): number => {
  action();
  const times = Array.from({ length: PROCESSES }, () => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
  return times.toSorted((one, other) => one - other)[PROCESSES / 2] ?? 0;
};

const mintOneEach = (folder: string): number => millisecondsEach(() => runNoid(folder, ['mint', '1']));

const startEmpty = (): number => millisecondsEach(() => spawnSync(process.execPath, ['-e', '']));

const runBatches = async (folder: string): Promise<{ bind: number; get: number }> => {
  const batchFolder = join(folder, 'batch');
  mkdirSync(batchFolder);
  runNoid(batchFolder, ['dbcreate', '.zd']);
  runNoid(batchFolder, ['mint', String(BATCH)]);
  const numbers = Array.from({ length: BATCH }, (_, number) => number);
  const bind = await runBatch(
    batchFolder,
    numbers.map((number) => `bind set ${number} myGoto http://www.example.org/objects/${number}\n`),
  );
  const get = await runBatch(
    batchFolder,
    numbers.map((number) => `get ${(number * 7_919) % BATCH} myGoto\n`),
  );
  return { bind, get };
};

const runBatch = (folder: string, lines: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, [NOID, '-f', folder, '-'], { stdio: ['pipe', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('close', () => resolve(rateSince(lines.length, start)));
    child.stdin.end(lines.join(''));
  });
