import { join } from 'node:path';
import { expect, it } from 'vitest';
import { administratorKey } from '../fixtures/places.ts';
import { runPerene } from '../fixtures/run-command.ts';
import { startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const REQUESTS = 200;

interface Logged {
  readonly pid: number;
  readonly status?: number;
}

it('workers share a port, a data folder and the order of labels; one that dies is replaced', async () => {
  const folder = createTemporaryFolder();
  const node = await startPerene(folder, { flags: ['--workers', '3'] });
  const key = administratorKey(folder);
  expect(node.printed().match(/is ready/g)).toHaveLength(1);
  const mint = async (limits: RequestInit = {}): Promise<readonly string[]> => {
    const answer = await fetch(`${node.url}/api/v1/ibis`, {
      method: 'POST',
      // Each request has a connection of its own, so that the workers take turns.
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ count: 3 }),
      ...limits,
    });
    expect(answer.status).toBe(201);
    const { ibis } = (await answer.json()) as { ibis: readonly { repository: string; ibip: string }[] };
    return ibis.flatMap(({ repository, ibip }) => [repository, ibip]);
  };
  const mintMany = async (): Promise<readonly string[]> =>
    (await Promise.all(Array.from({ length: REQUESTS }, () => mint()))).flat();
  const pids = (): readonly number[] => {
    const lines = node
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const logged = lines.map((line) => JSON.parse(line) as Logged);
    return [...new Set(logged.filter(({ status }) => status === 201).map(({ pid }) => pid))];
  };

  // One visitor of several workers is one.
  const form = new FormData();
  form.append('item', JSON.stringify({ metadata: { title: 'A' } }));
  form.append('file', new Blob(['a']), 'a.txt');
  const posted = await fetch(`${node.url}/api/v1/items`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const { repository } = (await posted.json()) as { repository: string };
  const readers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0', connection: 'close' };
  await Promise.all(
    Array.from({ length: 30 }, async () =>
      (await fetch(`${node.url}/items/${repository}`, { headers: readers })).text(),
    ),
  );

  const labels = [...(await mintMany())];
  await expect.poll(pids).toHaveLength(3);
  const [victim = 0] = pids();
  process.kill(victim, 'SIGKILL');
  while (pids().length < 4) {
    // A connection on its way to a worker that is killed is never answered.
    const impatient = { signal: AbortSignal.timeout(15_000) };
    const more = await Promise.allSettled(Array.from({ length: 10 }, () => mint(impatient)));
    labels.push(...more.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [])));
  }
  expect(new Set(labels).size).toBe(labels.length);
  expect(await node.stop()).toBe(0);
  const { stdout } = await runPerene(['statistics', '--data', join(folder, 'perene-data')]);
  expect(stdout).toMatch(/Regular\tTotal_Item_Investigations\t[\d-]+\t1\n/);
});
