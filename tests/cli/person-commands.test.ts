import { expect, it } from 'vitest';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

it('people are invited, listed, changed, disabled and enabled on the command line', async () => {
  const cwd = createTemporaryFolder();
  const perene = (...words: readonly string[]) => runInProcess(words, { cwd });
  const ana = ['person', 'invite', '--name', 'Ana Lima', '--email', 'Ana@example.org', '--role', 'admin'];
  const invited = await perene(...ana);
  expect(invited.status).toBe(0);
  expect(invited.stdout).toMatch(/^link +http:\/\/localhost:8080\/console\/welcome#[\w-]{43}$/m);
  expect(invited.stdout).toMatch(/^state +invited$/m);
  expect(await perene(...ana)).toMatchObject({ status: 1, stderr: expect.stringContaining('(email-taken)') });
  expect((await perene('person', 'list')).stdout).toMatch(
    /^[0-9a-f]{16} +admin +invited +ana@example\.org +Ana Lima\n$/,
  );

  const show = async () => JSON.parse((await perene('person', 'show', 'ana@example.org', '--json')).stdout);
  expect((await perene('person', 'role', 'ana@example.org', 'steward')).status).toBe(0);
  expect((await perene('person', 'disable', 'ana@example.org')).status).toBe(0);
  expect(await show()).toMatchObject({ role: 'steward', state: 'disabled', hasPassword: false });
  expect((await perene('person', 'enable', 'ana@example.org')).stdout).toMatch(/^state +invited$/m);
  const link = JSON.parse((await perene('person', 'reset', 'ana@example.org', '--link', '--json')).stdout);
  expect(link).toMatchObject({ isSent: false, link: expect.stringContaining('/console/welcome#') });

  const curator = ['ana@example.org', 'curator', '--collection', 'maps'];
  expect((await perene('person', 'grant', ...curator)).stdout).toMatch(/^curator +maps$/m);
  expect((await perene('person', 'grant', 'ana@example.org', 'reviewer')).stdout).toMatch(
    /^reviewer +all collections$/m,
  );
  await perene('person', 'withdraw', ...curator);
  expect(await show()).toMatchObject({ grants: [{ role: 'reviewer' }] });
  expect(await perene('person', 'grant', 'ana@example.org', 'king')).toMatchObject({ status: 2 });
  const key = [
    'key',
    'create',
    '--name',
    'x',
    '--role',
    'reader',
    '--person',
    'ana@example.org',
    '--minter',
    'm',
    '--json',
  ];
  expect(JSON.parse((await perene(...key)).stdout)).toMatchObject({
    person: link.person.id,
    limits: { minters: ['m'] },
  });
  expect(await perene(...key, '--expires', 'never')).toMatchObject({ status: 2 });

  expect(await perene('person', 'show', 'nobody@example.org')).toMatchObject({ status: 1 });
  expect(await perene('person', 'role', 'ana@example.org', 'king')).toMatchObject({ status: 2 });
  expect(await perene('person', 'reset', 'ana@example.org', '--language', 'fr')).toMatchObject({ status: 2 });
});
