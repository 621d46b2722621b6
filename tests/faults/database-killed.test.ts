import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { checkHistory } from '../../tools/cluster/check-history.ts';
import {
  type ClientActs,
  createRecorder,
  marksOf,
  microsecondsOf,
  textNames,
} from '../../tools/cluster/keep-history.ts';
import {
  copyPrograms,
  createCluster,
  killServer,
  removeServer,
  startServer,
  urlOf,
} from '../../tools/cluster/postgres.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { quickFolder } from '../fixtures/quick-folder.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const CLIENTS = 4;
const KILLS = 2;
/** Of all clients together, before each kill and after the last. */
const ACTS_BETWEEN = 120;
const MINTER = 'shared';

type Served = Awaited<ReturnType<typeof serveTestNode>>;

const actsAt = ({ node }: Served): ClientActs => ({
  async mint() {
    const [minted] = await node.minter.mint(1);
    return microsecondsOf(minted?.date ?? '');
  },
  async append(to, mark) {
    await node.minters.bind(MINTER, { contact: 'c', how: 'add', id: to, element: 'e', value: Buffer.from(mark) });
  },
});

it('two nodes go on when their database was killed and started again, lose nothing and give nothing twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-killed-'));
  const data = mkdtempSync(join(quickFolder(), 'perene-killed-data-'));
  const programs = copyPrograms(folder);
  createCluster(folder, programs, data);
  // What is written survives the processes, though not the machine.
  const server = { folder, programs, data, port: await findFreePort(), settings: ['fsync=off', 'max_connections=60'] };
  let running = await startServer(server);
  onTestFinished(() => removeServer(running, [folder, data]));

  const place = { database: urlOf(server.port) };
  const nodes = [await serveTestNode(place), await serveTestNode(place)] as const;
  await nodes[0].node.minters.create({ name: MINTER, contact: 'c', term: 'short' });

  const recorder = createRecorder();
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    recorder.act(client, actsAt(nodes[client % 2 === 0 ? 0 : 1]), () => isOver),
  );
  const goOn = async (): Promise<void> => {
    const enough = recorder.acknowledged() + ACTS_BETWEEN;
    while (recorder.acknowledged() < enough) await sleep(20);
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await goOn();
    await killServer(running);
    running = await startServer(server);
  }
  await goOn();
  isOver = true;
  await Promise.all(clients);

  const appended = new Map<string, readonly string[]>();
  for (const id of textNames()) {
    const { elements } = await nodes[1].node.minters.fetch(MINTER, { id, elements: ['e'] });
    appended.set(id, marksOf(Buffer.from(elements[0]?.value ?? new Uint8Array()).toString()));
  }
  expect(checkHistory(recorder.events, { appended })).toEqual([]);
  expect(recorder.events.some(({ ended }) => ended === undefined)).toBe(true);
});
