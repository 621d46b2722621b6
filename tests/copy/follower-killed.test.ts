import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createChance } from '../fixtures/chance.ts';
import { readCopiedColumns, writeStatement } from '../fixtures/copied-rows.ts';
import { effort } from '../fixtures/effort.ts';
import { openCopy } from '../fixtures/open-copy.ts';
import { startSource } from '../fixtures/source-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const KILLS = effort({ usual: 4, thorough: 100 });
const FOLLOWER = fileURLToPath(new URL('follow-until-killed.ts', import.meta.url));

it('a follower that is killed leaves a whole copy, from which the next one goes on', async () => {
  const copy = await openCopy();
  const chance = createChance(7);
  const tables = await readCopiedColumns(copy.sql);
  const cache = createTemporaryFolder();
  let isOver = false;
  const write = async (): Promise<void> => {
    while (!isOver) await copy.sql.unsafe(writeStatement(tables, chance)).catch(() => undefined);
  };
  const writing = write();
  const outcomes = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const follower = startSource(FOLLOWER, [copy.url, copy.folder], { cache });
    const ended = once(follower, 'exit');
    let steps = 0;
    follower.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const outcome of text.trim().split('\n')) outcomes.add(`${kill === 0} ${outcome}`);
      steps += 1;
    });
    while (steps < 5) await sleep(5);
    await sleep(chance.below(20));
    follower.kill('SIGKILL');
    await ended;
  }
  isOver = true;
  await writing;
  // Only the first one had to copy everything.
  expect(outcomes).not.toContain('false anew');
  expect(await copy.follow()).not.toBe('anew');
  copy.expectEqual(await copy.dumpBoth());
});
