import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDatabase } from '../fixtures/databases.ts';
import { OBJECT_KEYS, startObjectStorage } from '../fixtures/object-storage.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
beforeAll(async () => {
  Object.assign(process.env, OBJECT_KEYS);
  storage = await startObjectStorage();
});
afterAll(() => storage.stop());

const CONTENT = 'the same at every node';

it('a file that is deposited at one node is served by the other, whole, in parts and in a ZIP file', async () => {
  const place = { database: await createPostgresDatabase(), files: storage.url };
  const one = await serveTestNode(place);
  const other = await serveTestNode(place);
  const linking = await serveTestNode({ ...place, 'files.redirects': 'yes' });
  const key = await one.createKey('depositor');
  const form = new FormData();
  const item = JSON.stringify({ metadata: { title: [{ value: 'Shared' }] } });
  form.append('item', new Blob([item], { type: 'application/json' }));
  form.append('file', new Blob([CONTENT]), 'a.txt');
  const headers = { authorization: `Bearer ${key}` };
  const deposited = await fetch(`${one.url}/api/v1/items`, { method: 'POST', headers, body: form });
  expect([deposited.status, deposited.status === 201 ? '' : await deposited.clone().text()]).toEqual([201, '']);
  const { repository } = (await deposited.json()) as { repository: string };
  const address = `/col/${repository}/doc/a.txt`;
  expect(await (await fetch(other.url + address)).text()).toBe(CONTENT);
  const part = await fetch(other.url + address, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'same']);
  const zip = await fetch(`${other.url}/items/${repository}/all.zip`);
  expect(Buffer.from(await zip.arrayBuffer()).includes(CONTENT)).toBe(true);
  const sent = await fetch(linking.url + address, { redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([307, expect.stringContaining('X-Amz-Signature')]);
  const followed = await fetch(linking.url + address, { headers: { range: 'bytes=0-2' } });
  expect([await followed.text(), followed.headers.get('content-type')]).toEqual(['the', 'text/plain; charset=utf-8']);
});

it('a backup of files in object storage is restored into a folder, and verified', async () => {
  const folder = createTemporaryFolder();
  const stored = ['--data', join(folder, 'stored'), '--files', storage.url];
  const source = join(folder, 'a.txt');
  writeFileSync(source, CONTENT);
  const run = async (...words: string[]) => {
    const { status, stdout, stderr } = await runInProcess(words);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.anything() });
    return stdout;
  };
  await run('deposit', source, '--title', 'Kept', ...stored);
  await run('verify', ...stored);
  await run('backup', join(folder, 'backup'), ...stored);
  await run('restore', join(folder, 'backup'), '--data', join(folder, 'restored'));
  await run('verify', '--data', join(folder, 'restored'));
  const [restored = ''] = globSync('col/**/a.txt', { cwd: join(folder, 'restored') });
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'restored', restored)))
    .digest('hex');
  expect(hash).toBe(createHash('sha256').update(CONTENT).digest('hex'));
});
