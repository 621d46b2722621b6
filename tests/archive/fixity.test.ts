import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LOOPBACK } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import { createHttpPeerArchives } from '../../packages/server/src/adapters/peers/http-peer-archives.ts';
import { createFileChecks } from '../../packages/server/src/compose/background/start-checking.ts';
import type { Clock } from '../../packages/server/src/ports/system/clock.ts';
import { createHealer } from '../../packages/server/src/services/archive/upkeep/heal-file.ts';
import { includeLocalArchive } from '../../packages/server/src/services/resolver/members/include-local.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { named } from '../fixtures/labels.ts';
import { type MovingNode, startMovingNode } from '../fixtures/moving-node.ts';

const FILES = { 'report.txt': 'the report', 'data/table.csv': 'a;b\n' };

/** Its resolver asks the other Archive, too. */
const include = async ({ node: { members, clock, federation } }: MovingNode, other: MovingNode): Promise<void> => {
  const { text: service } = await other.serviceLabel();
  const { host: address } = new URL(other.publicUrl);
  await includeLocalArchive({ members, clock }, { service, address });
  await (await federation()).directory.refresh();
};

/** A clock whose waits are over at once, so that a slow pace costs no time. */
const createHastyClock = (): Clock => {
  let now = 1_794_000_000_000_000n;
  return {
    now: () => now,
    wait: async (microseconds) => {
      now += microseconds;
    },
  };
};

/** Returns what does one turn of checks, and what the operator was told. */
const checksOf = ({ node }: MovingNode, { resolverUrl = node.settings.resolverUrl } = {}) => {
  const clock = createHastyClock();
  const logged: unknown[] = [];
  const mailed: string[] = [];
  const mail = {
    send: async ({ to, text }: { to: string; text: string }) => {
      mailed.push(`${to}: ${text}`);
    },
  };
  const joining = { ...node.settings.joining, administratorEmail: 'ana@example.org' };
  const { check, heal } = createFileChecks(
    { ...node.settings, joining, resolverUrl },
    { ...node, clock, mail },
    {
      onDamage: ({ file: { path }, damage, healedFrom }) => logged.push([path, damage, healedFrom]),
      onError: (error) => {
        throw error;
      },
    },
  );
  const { signal } = new AbortController();
  const find = (isStopped = () => false) => check({ isStopped, onDamaged: () => undefined });
  return {
    find,
    heal: () => heal(signal),
    check: async () => {
      await find();
      await heal(signal);
    },
    logged,
    mailed,
    clock,
  };
};

const flipByte = (node: MovingNode, repository: string, path: string): void => {
  const place = join(node.folder, 'col', repository, 'doc', path);
  const bytes = readFileSync(place);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(place, bytes);
};

const deposit = async (node: MovingNode) =>
  (await node.archive.deposit({ files: filesOf(FILES), metadata: { title: 'A title' } }, AUTHOR)).repository;

const read = async (node: MovingNode, repository: string, path: string) => {
  const answer = await fetch(`${node.publicUrl}/col/${repository}/doc/${path}`, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
};

it('a damaged file is fetched again from a copy elsewhere', async () => {
  const [here, there] = [await startMovingNode('here'), await startMovingNode('there')];
  const repository = await deposit(here);
  await there.copy(repository, { from: here.publicUrl });
  await include(here, there);
  flipByte(here, repository, 'report.txt');
  const { check, logged, mailed } = checksOf(here);
  await check();
  expect(await read(here, repository, 'report.txt')).toEqual({ status: 200, text: 'the report' });
  expect(logged).toEqual([
    ['report.txt', 'changed', undefined],
    ['report.txt', undefined, there.publicUrl],
  ]);
  expect(mailed).toEqual([expect.stringContaining(`${repository} report.txt: changed`)]);
  const { entries } = await here.catalogue.history(named(repository).text as never, { limit: 2 });
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['healed', { path: 'report.txt', from: there.publicUrl }],
    ['damaged', { path: 'report.txt', damage: 'changed' }],
  ]);
  expect(await here.archive.show(named(repository))).toMatchObject({ checked: expect.any(String) });
});

it('an Archive whose resolver is elsewhere asks the Archives that the resolver lists', async () => {
  const [here, there] = [await startMovingNode('here'), await startMovingNode('there')];
  const repository = await deposit(here);
  await there.copy(repository, { from: here.publicUrl });
  await include(there, there);
  flipByte(here, repository, 'report.txt');
  const { check, logged } = checksOf(here, { resolverUrl: there.publicUrl });
  await check();
  expect(logged).toContainEqual(['report.txt', undefined, there.publicUrl]);
});

it('a copy is healed from the Archive that it was copied from', async () => {
  const [here, there] = [await startMovingNode('here'), await startMovingNode('there')];
  const repository = await deposit(there);
  await here.copy(repository, { from: there.publicUrl });
  flipByte(here, repository, 'data/table.csv');
  await checksOf(here).check();
  expect(await read(here, repository, 'data/table.csv')).toEqual({ status: 200, text: 'a;b\n' });
});

it('a damaged file without a copy is reported, shown and not served, until it is whole again', async () => {
  const here = await startMovingNode('here');
  const repository = await deposit(here);
  flipByte(here, repository, 'report.txt');
  const { check, logged, mailed } = checksOf(here);
  await check();
  expect(logged).toEqual([['report.txt', 'changed', undefined]]);
  expect(mailed).toHaveLength(1);
  expect(await read(here, repository, 'report.txt')).toMatchObject({
    status: 500,
    text: expect.stringContaining('is damaged on the disk of this node'),
  });
  expect(await read(here, repository, 'data/table.csv')).toMatchObject({ status: 200 });
  expect(await here.archive.show(named(repository))).toMatchObject({ damaged: ['report.txt'] });
  const page = await fetch(`${here.publicUrl}/items/${repository}?lang=pt`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain(
    'Danificados no disco deste Arquivo, que procura cópias em outro lugar: report.txt',
  );
  await check();
  expect(logged).toHaveLength(1);
  flipByte(here, repository, 'report.txt');
  await check();
  expect(await read(here, repository, 'report.txt')).toEqual({ status: 200, text: 'the report' });
  expect(await here.archive.show(named(repository))).not.toHaveProperty('damaged');
});

it('a copy that is damaged as well heals nothing', async () => {
  const [here, there] = [await startMovingNode('here'), await startMovingNode('there')];
  const repository = await deposit(here);
  await there.copy(repository, { from: here.publicUrl });
  await include(here, there);
  for (const node of [here, there]) flipByte(node, repository, 'report.txt');
  const { check, logged } = checksOf(here);
  await check();
  expect(logged).toEqual([['report.txt', 'changed', undefined]]);
});

it('checks go on after a stop, and begin anew after their period', async () => {
  const here = await startMovingNode('here');
  const first = await deposit(here);
  const second = await deposit(here);
  const { find: check, clock } = checksOf(here);
  const checked = async () =>
    Promise.all([first, second].map(async (label) => 'checked' in (await here.archive.show(named(label)))));
  let looks = 0;
  await check(() => {
    looks += 1;
    return looks > 1;
  });
  expect(await checked()).toEqual([false, false]);
  await check();
  expect(await checked()).toEqual([true, true]);
  const { checked: before } = await here.archive.show(named(first));
  await check();
  expect((await here.archive.show(named(first))).checked).toBe(before);
  await clock.wait(here.node.settings.fixity.periodMicroseconds);
  await check();
  expect((await here.archive.show(named(first))).checked).not.toBe(before);
});

it('the operator is told of damage before anybody is asked for a copy, and the reading of files goes on', async () => {
  const here = await startMovingNode('here');
  const [first, second] = [await deposit(here), await deposit(here)];
  flipByte(here, first, 'report.txt');
  const { find, logged } = checksOf(here);
  await find();
  expect(logged).toEqual([['report.txt', 'changed', undefined]]);
  expect(await here.archive.show(named(second))).toMatchObject({ checked: expect.any(String) });
});

it('a source that sends too slowly is left for the next one, and is asked last for other files', async () => {
  const [here, there] = [await startMovingNode('here'), await startMovingNode('there')];
  const repository = await deposit(here);
  await there.copy(repository, { from: here.publicUrl });
  const asked: string[] = [];
  const trickling = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => trickling.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    trickling.closeAllConnections();
    trickling.close();
  });
  const slow = `http://127.0.0.1:${(trickling.address() as AddressInfo).port}`;
  const heal = createHealer({
    ...here.node,
    peers: createHttpPeerArchives({
      allowedNetworks: LOOPBACK,
      leastPace: { patienceMs: 500, bytesPerSecond: 1_000_000 },
    }),
    findCopies: async () => [slow, there.publicUrl],
  });
  for (const path of Object.keys(FILES)) {
    flipByte(here, repository, path);
    const file = (await here.catalogue.files(named(repository).text as never)).find((one) => one.path === path);
    if (file === undefined) throw new Error('no such file');
    expect(await heal({ ...file, repository: repository as never }, new AbortController().signal)).toBe(
      there.publicUrl,
    );
  }
  expect(asked).toHaveLength(1);
});
