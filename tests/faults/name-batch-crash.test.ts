import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { NameBatchView } from '@perene/api';
import { expect, it } from 'vitest';
import { effort } from '../fixtures/effort.ts';
import { createChance } from '../fixtures/noid-order.ts';
import { OF_TESTS } from '../fixtures/of-tests.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const PERENE = fileURLToPath(new URL('../../packages/server/bin/perene.cjs', import.meta.url));
const LINES = effort({ usual: 600, thorough: 10_000 });
const KILLS = effort({ usual: 3, thorough: 40 });
const MINTER = 'theses';

it('a batch that is killed at any moment goes on where it was: no name is skipped, and none is minted twice', async () => {
  const data = createTemporaryFolder();
  const { node } = await serveTestNode({ data });
  const { minters, nameBatches } = node;
  await minters.create({ name: MINTER, template: 'x.seeeee', term: 'medium', naan: '12345', contact: 'ana' });
  const known = await minters.mint(MINTER, {
    count: LINES / 2,
    elements: [{ element: '_t', value: Buffer.from('http://old.example/') }],
    contact: 'ana',
  });
  const lines = Array.from({ length: LINES }, (_, index) => {
    const id = index % 2 === 0 ? (known.ids[index / 2] ?? '') : '';
    return { id, bindings: { _t: `https://new.example/${index}`, who: 'Lima' } };
  });
  const { id: batch } = await nameBatches.prepare(MINTER, { lines }, 'ana');
  const chance = createChance(5);

  /** Runs the command again and again, and kills it as soon as so many names have an outcome. */
  const killOften = async (what: 'run' | 'undo', done: (counts: NameBatchView['counts']) => number): Promise<void> => {
    const doneNow = async () => done((await nameBatches.show(MINTER, batch)).counts);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const wanted = Math.floor(((kill - 1 + chance(100) / 100) * LINES) / (KILLS + 1));
      const child = spawn(process.execPath, [PERENE, 'minter', what, MINTER, batch, '--data', data], {
        env: { PATH: process.env['PATH'], ...OF_TESTS },
      });
      const ended = new Promise((resolve) => child.on('close', resolve));
      while ((await doneNow()) <= wanted) await sleep(1);
      child.kill('SIGKILL');
      await ended;
      const reached = await doneNow();
      expect(reached).toBeGreaterThan(wanted);
    }
    while ((await doneNow()) < LINES) await nameBatches[what](MINTER, batch, 'ana');
  };

  const targets = async (): Promise<readonly (string | undefined)[]> => {
    const { names } = await minters.find({ minter: MINTER, limit: LINES * 2 });
    return names.map(({ target }) => target);
  };

  await killOften('run', ({ done }) => done);
  expect((await targets()).toSorted()).toEqual(lines.map(({ bindings }) => bindings['_t']).toSorted());
  expect((await minters.statistics(MINTER)).mints).toBe(LINES);
  for (const id of known.ids.slice(0, 20)) {
    expect((await minters.past(MINTER, { id })).changes.map((change) => change.batch)).toEqual([
      batch,
      batch,
      undefined,
    ]);
  }

  await killOften('undo', ({ undone }) => undone);
  const after = await targets();
  expect(after.filter((target) => target === 'http://old.example/')).toHaveLength(LINES / 2);
  expect(after.filter((target) => target === undefined)).toHaveLength(LINES / 2);
});
