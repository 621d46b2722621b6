import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { effort } from '../fixtures/effort.ts';
import { runPerene } from '../fixtures/run-command.ts';
import { startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const ITEMS = effort({ usual: 240, thorough: 600 });
const KILLS = effort({ usual: 3, thorough: 20 });
const SILENT = ['--log-level', 'silent'];

const labelOf = (number: number): string =>
  `sid.inpe.br/mtc-m18/2009/07.21.${String(10 + Math.floor(number / 60))}.${String(number % 60).padStart(2, '0')}`;

it('a node that is killed while it claims older items goes on, and claims each of them once', async () => {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'a.txt'), 'a');
  const lines = Array.from({ length: ITEMS }, (_, number) =>
    JSON.stringify({
      repository: labelOf(number),
      files: ['a.txt'],
      metadata: { repository: `${labelOf(number)}.30` },
    }),
  );
  writeFileSync(join(folder, 'items.jsonl'), lines.join('\n'));
  // The Archive service has no label before the first start, so nothing is signed.
  const imported = await runPerene(['import', 'items.jsonl', '--files', '.'], { cwd: folder });
  expect(imported.status, imported.stdout + imported.stderr).toBe(0);
  const database = new Sqlite(join(folder, 'perene-data', 'perene.sqlite'), { readonly: true });
  const count = (): number => Number(database.prepare('select count(*) from claims').pluck().get());
  expect(count()).toBe(0);
  let kills = 0;
  for (let before = 0; before < 2 * ITEMS; before = count()) {
    const node = await startPerene(folder, { flags: SILENT });
    const isEnough = (): boolean => count() >= (kills < KILLS ? before + 50 : 2 * ITEMS + 1);
    while (!isEnough()) await sleep(2);
    await node.kill();
    kills += 1;
  }
  expect(kills).toBeGreaterThan(1);
  const twice = 'select repository from claims group by repository having count(*) > 1';
  expect(database.prepare(twice).all()).toEqual([]);
  expect(database.prepare('select repository from items except select repository from claims').all()).toEqual([]);
  database.close();
  const { stdout, status } = await runPerene(['verify', '--json'], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ problems: 0, items: 2 * ITEMS + 1 });
  expect(status).toBe(0);
});
