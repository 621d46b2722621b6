import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runPerene } from '../fixtures/run-command.ts';
import { startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const start = async (...[folder, options]: Parameters<typeof startPerene>) => {
  const node = await startPerene(folder, options);
  onTestFinished(async () => {
    await node.stop();
  });
  return node;
};

it('a folder keeps the name of its first labels, and a command says where it is told of another address', async () => {
  const folder = createTemporaryFolder();
  const mint = async (environment = {}) => {
    const { stdout, stderr } = await runPerene(['--json', 'ibi', 'mint'], { cwd: folder, environment });
    return { repository: JSON.parse(stdout)[0].repository as string, stderr };
  };
  const [prefix] = /^localhost\/perene\.\d+\//.exec((await mint()).repository) ?? [];
  const node = await start(folder);
  expect(prefix).not.toContain(`.${new URL(node.url).port}/`);
  expect((await mint()).repository.startsWith(prefix ?? '')).toBe(true);
  const elsewhere = await mint({ PERENE_PORT: '9' });
  expect(elsewhere.repository.startsWith(prefix ?? '')).toBe(true);
  expect(elsewhere.stderr).toContain(`begin with ${node.url}; as it was told, with http://localhost:9 now`);
});

it('commands in the folder of a node use its name and its resolver, and a later start keeps them', async () => {
  const folder = createTemporaryFolder();
  const run = async (...words: readonly string[]) => {
    const { stdout, stderr } = await runPerene(['--json', ...words], { cwd: folder });
    return { value: JSON.parse(stdout), stderr };
  };
  writeFileSync(join(folder, 'a.txt'), 'a');
  const first = await start(folder, { flags: ['--resolver-url', 'http://resolver.example.org'] });
  const prefix = `localhost/perene.${new URL(first.url).port}/`;
  expect((await run('ibi', 'mint')).value[0].repository).toContain(prefix);
  const { value: item } = await run('deposit', 'a.txt');
  expect(item.repository).toContain(prefix);
  expect(item.persistentUrl).toBe(`http://resolver.example.org/${item.ibip}`);
  await first.stop();
  expect((await run('ibi', 'mint')).value[0].repository).toContain(prefix);

  const second = await start(folder);
  expect(second.url).not.toBe(first.url);
  expect(second.printed()).not.toContain('begin with');
  const minted = await run('ibi', 'mint');
  expect(minted.value[0].repository).toContain(prefix);
  expect(minted.stderr).not.toContain('begin with');
  expect((await run('item', 'show', item.repository)).value.persistentUrl).toBe(item.persistentUrl);
  await second.stop();

  const named = await start(folder, { flags: ['--identity-host', 'www.example.org'] });
  expect(named.printed()).toContain(`begin with ${prefix.slice(0, -1)}`);
  expect((await run('ibi', 'mint')).value[0].repository).toMatch(/^example\.org\/www\/2/);
});
