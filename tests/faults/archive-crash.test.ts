import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { effort } from '../fixtures/effort.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { administratorKey } from '../fixtures/places.ts';
import { runPerene } from '../fixtures/run-command.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const KILLS = effort({ usual: 5, thorough: 500 });
/** The most deposits between two kills. */
const MAX_DEPOSITS = 8;
const DEPOSITORS = 4;
const EDITORS = 2;
const MINTERS = 3;
const SILENT = ['--log-level', 'silent'];

interface Acknowledged {
  readonly repository: string;
  readonly ibip: string;
  readonly metadata: { readonly repository: string };
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly content: string;
}

/** Makes random numbers that are the same in every run. */
const createChance = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};

/** Items that the killed node has left without a claim. */
const findUnclaimed = (folder: string): readonly unknown[] => {
  const database = new Sqlite(join(folder, 'perene-data', 'perene.sqlite'), { readonly: true });
  try {
    const query = `select repository from items i where not exists
      (select 1 from claims c where c.repository = i.repository)`;
    return database.prepare(query).all();
  } finally {
    database.close();
  }
};

it('a node that is killed at any moment has lost nothing that it acknowledged, and gives no label twice', async () => {
  const folder = createTemporaryFolder();
  const port = await findFreePort();
  const chance = createChance(20_261_116);
  const deposits: Acknowledged[] = [];
  const mints: string[] = [];
  let node: RunningNode = await startPerene(folder, { port, flags: SILENT });
  const key = administratorKey(folder);
  const authorization = `Bearer ${key}`;
  let kills = 0;
  const isDone = (): boolean => kills >= KILLS;

  const deposit = async (number: number): Promise<void> => {
    const content = `${number} `.repeat(1 + Math.floor(chance() * 20_000));
    const body = new FormData();
    body.append(
      'item',
      new Blob([JSON.stringify({ metadata: { title: `Item ${number}` } })], { type: 'application/json' }),
    );
    body.append('file', new Blob([content]), `folder/${number}.txt`);
    const answer = await fetch(`${node.url}/api/v1/items`, { method: 'POST', headers: { authorization }, body });
    const item = (await answer.json()) as Acknowledged;
    expect(answer.status, JSON.stringify(item)).toBe(201);
    deposits.push({ ...item, content });
  };
  const edit = async (number: number): Promise<void> => {
    const item = deposits[number % (deposits.length || 1)];
    if (item === undefined) return void (await sleep(5));
    const answer = await fetch(`${node.url}/api/v1/items/${item.ibip}`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { title: `Item ${number}` } }),
    });
    // Another editor may have been faster.
    expect([200, 412]).toContain(answer.status);
    await answer.text();
  };
  const mint = async (): Promise<void> => {
    const answer = await fetch(`${node.url}/api/v1/ibis`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ count: 5 }),
    });
    const { ibis } = (await answer.json()) as { ibis: readonly { repository: string; ibip: string }[] };
    mints.push(...ibis.flatMap(({ repository, ibip }) => [repository, ibip]));
  };
  /** A request that breaks off is not acknowledged; any other failure is a finding. */
  const repeat = async (work: (number: number) => Promise<void>, first: number): Promise<void> => {
    for (let number = first; !isDone(); number += 100) {
      try {
        await work(number);
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
        await sleep(20);
      }
    }
  };
  /** Kills by the number of acknowledgments, not by time, so that a busy machine makes no difference. */
  const killOften = async (): Promise<void> => {
    for (; !isDone(); kills += 1) {
      const enough = deposits.length + chance() * MAX_DEPOSITS;
      while (deposits.length <= enough) await sleep(5);
      await node.kill();
      expect(findUnclaimed(folder)).toEqual([]);
      node = await startPerene(folder, { port, flags: SILENT });
    }
  };
  await Promise.all([
    killOften(),
    ...Array.from({ length: DEPOSITORS }, (_, index) => repeat(deposit, index)),
    ...Array.from({ length: EDITORS }, (_, index) => repeat(edit, index)),
    ...Array.from({ length: MINTERS }, () => repeat(mint, 0)),
  ]);
  expect(mints.length).toBeGreaterThan(0);

  const labels = [
    ...mints,
    ...deposits.flatMap(({ repository, ibip, metadata }) => [repository, ibip, metadata.repository]),
  ];
  expect(new Set(labels).size).toBe(labels.length);
  for (const { ibip, repository, files, content } of deposits) {
    const shown = await fetch(`${node.url}/api/v1/items/${ibip}`);
    expect(await shown.json()).toMatchObject({ repository, state: 'Original', files });
    const [file] = files;
    const bytes = await (await fetch(`${node.url}/col/${repository}/doc/${file?.path}`)).text();
    expect(bytes).toBe(content);
    expect(file?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  }
  expect(await node.stop()).toBe(0);
  const { stdout, status } = await runPerene(['verify', '--json'], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ problems: 0, files: expect.any(Number) });
  expect(status).toBe(0);
});
