import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { joiningFlags } from '../../tools/dev-network/network.ts';
import { serviceOf } from '../../tools/dev-network/seeds.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { parsedLabel } from '../fixtures/labels.ts';
import { administratorKey } from '../fixtures/places.ts';
import { runPerene } from '../fixtures/run-command.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';
import {
  REGISTRATION_KEY,
  registerArchive,
  type ScriptedArchive,
  startScriptedArchive,
} from '../fixtures/scripted-archive.ts';

/** More than the number up to which every Archive is asked before a "no". */
const OTHERS = 262;
const PATIENCE = { interval: 250 };

const createFolder = (): string => mkdtempSync(join(tmpdir(), 'perene-leases-'));

const openData = (folder: string) => openSqliteDatabase(join(folder, 'perene-data', 'perene.sqlite'));

/** Adds members that know nothing of digests and leases, hold nothing, and answer. */
const addPlainMembers = async (folder: string, { address }: ScriptedArchive): Promise<void> => {
  mkdirSync(join(folder, 'perene-data'), { recursive: true });
  const database = openData(folder);
  await migrate(database);
  const members = createSqlMembers(database);
  await Promise.all(
    Array.from({ length: OTHERS }, (_, number) => {
      const service = parsedLabel(`example.org/plain/${1_000 + number}/01.01.00.00`);
      const about = { ip: undefined, platformVersion: undefined, administratorEmail: undefined, registeredAt: 1n };
      const member = {
        ...about,
        service,
        address,
        state: 'included',
        keyHash: '',
        isConfirmed: true,
        confirmed: undefined,
      } as const;
      return members.change(service, () => ({ kind: 'keep', member: { ...member, requestedAt: 1n, changedAt: 1n } }));
    }),
  );
  await database.close();
};

const heldLease = async (folder: string): Promise<unknown> => {
  const database = openData(folder);
  try {
    const rows = await database.read((session) => session.all('select held from given_leases where held is not null'));
    return rows[0]?.['held'];
  } finally {
    await database.close();
  }
};

describe('a resolver of more Archives than it can ask each time', () => {
  const [resolverFolder, folder] = [createFolder(), createFolder()];
  const nodes: RunningNode[] = [];
  let plain: ScriptedArchive;
  let resolver: RunningNode;
  let archive: RunningNode;
  let flags: readonly string[];

  const start = async (at: string, options: Parameters<typeof startPerene>[1]): Promise<RunningNode> => {
    const node = await startPerene(at, options);
    nodes.push(node);
    return node;
  };

  const ask = async (label: string) => {
    const answer = await fetch(`${resolver.url}/${label}`, {
      redirect: 'manual',
      headers: { accept: 'application/problem+json' },
    });
    return { status: answer.status, text: await answer.text() };
  };

  /**
   * Returns the first answer that is not a doubt. A busy machine may cause a doubt: a deadline passes, or a lease ends.
   */
  const certainly = async (label: string): Promise<number> => {
    for (;;) {
      const { status } = await ask(label);
      if (status !== 503) return status;
      await sleep(PATIENCE.interval);
    }
  };

  let count = 0;
  const unknownLabel = (): string => {
    count += 1;
    return `example.org/nothing/${1_000 + count}/01.01.00.00`;
  };

  /** Deposits a file and returns its label. */
  const deposit = async (words: readonly string[] = []): Promise<string> => {
    count += 1;
    writeFileSync(join(folder, `${count}.txt`), `text ${count}`);
    const command = ['deposit', `${count}.txt`, '--title', `Text ${count}`, '--json', ...words];
    const { status, stdout, stderr } = await runPerene(command, { cwd: folder });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    return (JSON.parse(stdout) as { repository: string }).repository;
  };

  const joined = async (): Promise<void> => {
    const before = await heldLease(resolverFolder);
    await expect.poll(async () => (await heldLease(resolverFolder)) !== before, PATIENCE).toBe(true);
    await expect.poll(async () => (await ask(unknownLabel())).status, PATIENCE).toBe(404);
  };

  beforeAll(async () => {
    plain = await startScriptedArchive('plain');
    await addPlainMembers(resolverFolder, plain);
    resolver = await start(resolverFolder, { flags: ['--roles', 'resolver'], port: await findFreePort() });
    flags = joiningFlags(resolver, 'north').map((word) => (/^\d{20}$/.test(word) ? REGISTRATION_KEY : word));
    await registerArchive(
      { url: resolver.url, key: administratorKey(resolverFolder) },
      { service: serviceOf('north') },
    );
    archive = await start(folder, { flags, port: await findFreePort() });
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await plain.close();
    for (const one of [resolverFolder, folder]) rmSync(one, { recursive: true, force: true });
  });

  it('finds what was deposited just now, through the node and beside it, and old labels that were imported', async () => {
    await joined();
    const key = administratorKey(folder);
    expect(await certainly(await deposit(['--server', archive.url, '--key', key]))).toBe(302);
    expect(await certainly(await deposit())).toBe(302);
    const old = 'example.org/old/2001/02.03.04.05';
    writeFileSync(join(folder, 'old.txt'), 'old');
    const record = { repository: old, files: ['old.txt'] };
    writeFileSync(join(folder, 'old.jsonl'), `${JSON.stringify(record)}\n`);
    expect(await certainly(old)).toBe(404);
    const imported = await runPerene(['import', 'old.jsonl'], { cwd: folder });
    expect([imported.status, await certainly(old)]).toEqual([0, 302]);
    expect(await certainly(unknownLabel())).toBe(404);
  });

  it('never denies what an Archive acknowledged before it died, and names it once its lease is over', async () => {
    const label = await deposit(['--server', archive.url, '--key', administratorKey(folder)]);
    await archive.kill();
    expect((await ask(label)).status).toBe(503);
    const { text } = await expect
      .poll(() => ask(unknownLabel()), PATIENCE)
      .toMatchObject({ status: 503 })
      .then(() => ask(unknownLabel()));
    expect(text).toContain(serviceOf('north'));
    archive = await start(folder, { flags, port: Number(new URL(archive.url).port) });
    await joined();
    expect(await certainly(label)).toBe(302);
  });

  it('keeps no depositor waiting for longer than a lease when it is gone', async () => {
    await resolver.kill();
    const label = await deposit(['--server', archive.url, '--key', administratorKey(folder)]);
    resolver = await start(resolverFolder, {
      flags: ['--roles', 'resolver'],
      port: Number(new URL(resolver.url).port),
    });
    expect((await ask(label)).status).not.toBe(404);
    await expect.poll(async () => (await ask(label)).status, PATIENCE).toBe(302);
  });
});
