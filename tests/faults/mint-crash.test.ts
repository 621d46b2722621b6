import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { effort } from '../fixtures/effort.ts';
import { runPerene } from '../fixtures/run-command.ts';
import { startSource } from '../fixtures/source-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const WORKER = fileURLToPath(new URL('./mint-until-killed.ts', import.meta.url));
const ROUNDS = effort({ usual: 2, thorough: 100 });
const WORKERS = 3;

/** Returns the labels that a process wrote before it was killed without warning. */
const mintAndKill = async (data: string, cache: string, afterMs: number): Promise<readonly string[]> => {
  const child = startSource(WORKER, [data], { cache });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let written = '';
  const firstLabel = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      resolve();
    });
  });
  await Promise.race([firstLabel, ended]);
  await sleep(afterMs);
  child.kill('SIGKILL');
  await ended;
  return written.split('\n').slice(0, -1);
};

it('gives no label twice, whatever processes are killed while they mint', async () => {
  const [data, cache] = [createTemporaryFolder(), createTemporaryFolder()];
  const labels: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const minted = await Promise.all(
      Array.from({ length: WORKERS }, (_, worker) => mintAndKill(data, cache, (round * 17 + worker * 29) % 120)),
    );
    labels.push(...minted.flat());
  }
  expect(labels.length).toBeGreaterThan(ROUNDS * WORKERS);
  expect(new Set(labels).size).toBe(labels.length);

  const after = await runPerene(['ibi', 'mint', '--count', '200', '--json', '--data', data]);
  expect(after.status).toBe(0);
  const dates = (JSON.parse(after.stdout) as { repository: string }[]).map(({ repository }) => repository);
  expect(new Set([...labels, ...dates]).size).toBe(labels.length + 200);
});

it('gives no label twice to commands that run at the same time', async () => {
  const data = createTemporaryFolder();
  const runs = await Promise.all(
    Array.from({ length: 6 }, () => runPerene(['ibi', 'mint', '--count', '50', '--data', data, '--json'])),
  );
  const labels = runs.flatMap(({ stdout }) => JSON.parse(stdout) as { repository: string; ibip: string }[]);
  expect(new Set(labels.map(({ repository }) => repository)).size).toBe(300);
  expect(new Set(labels.map(({ ibip }) => ibip)).size).toBe(300);
});
