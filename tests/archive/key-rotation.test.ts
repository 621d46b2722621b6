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
