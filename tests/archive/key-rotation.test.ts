import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { openTestNode, settingsOf } from '../fixtures/test-node.ts';

it('a running node signs with the key that another process has given it meanwhile', async () => {
  const [sqlite] = DATABASES;
  if (sqlite === undefined) throw new Error('no database');
  const open = await sqlite.createMigratedData();
  const settings = settingsOf({ data: createTemporaryFolder() });
  const running = await openTestNode(settings, { database: await open() });
  const command = await openTestNode(settings, { database: await open() });
  await running.serviceLabel();
  const keyOfDeposit = async (): Promise<string | undefined> => {
    const { repository } = await running.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
    const { entries } = await running.catalogue.statements(repositoryLabel(repository), { limit: 1 });
    return entries[0]?.signed.key;
  };
  const before = await keyOfDeposit();
  const { former, key } = await command.rotateKey();
  expect(before).toBe(former);
  expect(await keyOfDeposit()).toBe(key);
  expect((await running.signer()).key).toBe(key);
  await running.close();
  await command.close();
});

const openWithKey = async (pem: string) => {
  const [sqlite] = DATABASES;
  if (sqlite === undefined) throw new Error('no database');
  const file = join(createTemporaryFolder(), 'key.pem');
  writeFileSync(file, pem);
  const settings = settingsOf({ data: createTemporaryFolder(), 'archive.key-file': file });
  return { file, node: await openTestNode(settings, { database: await sqlite.openMigrated() }) };
};

it('an Archive signs with the key in a file, which no command rotates and no backup has', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { node, file } = await openWithKey(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
  const { text: service } = await node.serviceLabel();
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  expect((await node.signer()).key).toBe(`ed25519:${raw}`);
  await node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
  const { entries } = await node.catalogue.statements(repositoryLabel(service), { limit: 1 });
  expect(entries[0]?.signed.key).toBe(`ed25519:${raw}`);
  await expect(node.rotateKey()).rejects.toMatchObject({ parameters: { reason: 'key-in-file', path: file } });
  expect(await node.facts.find('archive.signing-key')).toBeUndefined();
});

it.each([
  ['no key', 'no key at all'],
  ['another kind of key', generateKeyPairSync('ed448').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
])('refuses a file with %s, and does not show it', async (_what, pem) => {
  const { node, file } = await openWithKey(pem);
  await expect(node.signer()).rejects.toMatchObject({ code: 'setting-invalid', parameters: { setting: file } });
});
