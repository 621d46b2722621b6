import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { createNode } from '../packages/server/src/compose/create-node.ts';
import { readSettings } from '../packages/server/src/config/settings.ts';
import { formatRate, printTable } from './measure.ts';

const DURATION_MS = 1_500;

const rateOf = async (labelsPerCall: number, call: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  let calls = 0;
  while (performance.now() - start < DURATION_MS) {
    await call();
    calls += 1;
  }
  return ((calls * labelsPerCall) / (performance.now() - start)) * 1_000;
};

/** Compares durable minting of IBIs in one process with bare commits of the same record with the same durability. */
export const benchmarkMint = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-bench-'));
  const { minter, close } = await createNode(readSettings({ flags: { data: folder }, environment: {}, file: {} }));
  const bare = new Sqlite(join(folder, 'bare.sqlite'));
  bare.pragma('journal_mode = wal');
  bare.pragma('synchronous = full');
  bare.exec('create table state (id integer primary key, last integer); insert into state values (1, 0)');
  const commit = bare.prepare('update state set last = last + 1 where id = 1');

  const commits = await rateOf(1, async () => commit.run());
  const single = await rateOf(1, () => minter.mint(1));
  const batched = await rateOf(1_000, () => minter.mint(1_000));
  printTable([
    ['durable mint of IBIs', 'rate', 'to bare SQLite commits'],
    ['bare SQLite commits', formatRate(commits), '1.00'],
    ['one label a call', formatRate(single), (single / commits).toFixed(2)],
    ['a thousand labels a call', formatRate(batched), (batched / commits).toFixed(2)],
  ]);
  bare.close();
  await close();
  rmSync(folder, { recursive: true });
};
