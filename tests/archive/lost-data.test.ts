import { closeSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDatabase } from '../../packages/server/src/compose/open-storage.ts';
import { createServer } from '../../packages/server/src/compose/serving/serve-node.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { openTestNode, settingsOf } from '../fixtures/test-node.ts';

const settle = async () => {
  const settings = settingsOf({ data: createTemporaryFolder() });
  const node = await openTestNode(settings, { database: await openDatabase(settings) });
  await node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
  return { settings, node, file: join(settings.dataFolder, 'perene.sqlite') };
};

/** Damages everything except the first page, which marks the file as a database. */
const damage = (file: string): void => {
  const handle = openSync(file, 'r+');
  const { size } = statSync(file);
  writeSync(handle, Buffer.alloc(size - 4_096, 0xa5), 0, size - 4_096, 4_096);
  closeSync(handle);
};

it('an empty database beside documents is no new node', async () => {
  const { settings, node, file } = await settle();
  await node.close();
  for (const name of readdirSync(settings.dataFolder)) {
    if (name.startsWith('perene.sqlite')) rmSync(join(settings.dataFolder, name));
  }
  await expect(openDatabase(settings)).rejects.toMatchObject({
    code: 'data-folder-unusable',
    parameters: { reason: 'emptied' },
  });
  writeFileSync(file, '');
  await expect(openDatabase(settings)).rejects.toMatchObject({ code: 'data-folder-unusable' });
  rmSync(join(settings.dataFolder, 'col'), { recursive: true });
  await (await openDatabase(settings)).close();
});

it('a damaged database is refused in one line', async () => {
  const { settings, node, file } = await settle();
  await node.close();
  damage(file);
  await expect(openDatabase(settings)).rejects.toMatchObject({
    code: expect.stringMatching(/^database-failed$|^data-folder-unusable$/),
    message: expect.stringMatching(/^cannot (?:use|open) \S+perene\.sqlite: [^\n]*$/),
  });
});

it('a node whose database is damaged while it runs is not ready any more', async () => {
  const { settings, node, file } = await settle();
  const server = await createServer(settings, node);
  const ready = async () => (await server.inject('/ready')).statusCode;
  expect(await ready()).toBe(200);
  // With this, no data is left in the write-ahead log.
  const other = new Sqlite(file);
  other.pragma('wal_checkpoint(truncate)');
  other.close();
  damage(file);
  const listed = await server.inject('/api/v1/items');
  expect([listed.statusCode, listed.json().code]).toEqual([503, 'database-failed']);
  expect(await ready()).toBe(503);
  await server.close();
  await node.close().catch(() => undefined);
});
