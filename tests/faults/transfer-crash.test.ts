import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { AUTHOR } from '../fixtures/archive.ts';
import { effort } from '../fixtures/effort.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { type MovingNode, openMovingNode } from '../fixtures/moving-node.ts';
import { startSource } from '../fixtures/source-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const PROCESS = fileURLToPath(new URL('moving-process.ts', import.meta.url));
const ROUNDS = effort({ usual: 2, thorough: 200 });
const KILLS_PER_ROUND = 2;
const MAX_ATTEMPTS = 10;
const FILES = 6;
const FILE_BYTES = 500_000;

/** Makes random numbers that are the same in every run. */
const createChance = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};

interface Side extends MovingNode {
  run(...words: readonly string[]): Promise<RunningProcess>;
}

interface RunningProcess {
  /** What the process had written when it ended. */
  readonly ended: Promise<string>;
  kill(): Promise<string>;
}

/** Makes a node whose data the test reads, and whose processes it starts and kills. */
const createSide = async (name: string, cache: string): Promise<Side> => {
  const folder = createTemporaryFolder();
  const publicUrl = `http://localhost:${await findFreePort()}`;
  const database = openSqliteDatabase(join(folder, 'perene.sqlite'));
  onTestFinished(() => database.close());
  await migrate(database);
  const node = await openMovingNode({ database, folder, name, publicUrl });
  return { ...node, run: (...words) => startProcess([folder, name, publicUrl, ...words], cache) };
};

const startProcess = async (words: readonly string[], cache: string): Promise<RunningProcess> => {
  const child = startSource(PROCESS, words, { cache });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let written = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      resolve();
    });
  });
  const ended = once(child, 'close').then(() => written);
  await Promise.race([ready, ended]);
  return {
    ended,
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
};

const deposit = async (node: MovingNode) => {
  const contents = Array.from({ length: FILES }, () => randomBytes(FILE_BYTES));
  const files = (async function* () {
    for (const [index, content] of contents.entries()) {
      yield { path: `folder/${index}.bin`, open: () => Readable.from([content]) };
    }
  })();
  return node.archive.deposit({ files, metadata: { title: 'A title' } }, AUTHOR);
};

it('an original has one holder, whichever side of its transfer is killed at whatever moment', async () => {
  const chance = createChance(20_261_116);
  const cache = createTemporaryFolder();
  const [a, b] = [await createSide('a', cache), await createSide('b', cache)];
  const { key } = await b.keys.create({ name: 'mover', role: 'admin' });
  let receiver = await b.run('serve');
  let interrupted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const item = await deposit(a);
    const labels = [item.repository, item.metadata?.repository ?? ''];
    if (round % 3 === 0) await a.files.sweep();
    for (let attempt = 0; ; attempt += 1) {
      expect(attempt).toBeLessThan(MAX_ATTEMPTS);
      const holder = await a.run('transfer', item.repository, b.publicUrl, key);
      if (attempt < KILLS_PER_ROUND) {
        await sleep(chance() * 160);
        if (chance() < 0.5) {
          await receiver.kill();
          await holder.ended;
          receiver = await b.run('serve');
        } else await holder.kill();
      }
      const written = await holder.ended;
      for (const label of labels) {
        const claims = [await a.claim(label), await b.claim(label)];
        expect(
          claims.filter((claim) => claim === 'Original'),
          `${label}: ${claims.join(', ')}`,
        ).toHaveLength(1);
      }
      if (written.includes('moved')) break;
      interrupted += 1;
    }
    expect([await a.claim(item.repository), await b.claim(item.repository)]).toEqual(['Copy', 'Original']);
    for (const { path, sha256 } of item.files) {
      for (const node of [a, b])
        expect((await node.files.hash(repositoryLabel(item.repository), path))?.sha256).toBe(sha256);
    }
    expect(await b.catalogue.files(repositoryLabel(item.repository))).toEqual(
      await a.catalogue.files(repositoryLabel(item.repository)),
    );
  }
  // Otherwise no process was killed at a moment that matters.
  expect(interrupted).toBeGreaterThan(0);
  await receiver.kill();
});
