import { describe, expect, it } from 'vitest';
import { rememberNode } from '../../packages/server/src/compose/commands/remember-node.ts';
import { settingsToRemember } from '../../packages/server/src/config/remembered-settings.ts';
import type { SettingName } from '../../packages/server/src/config/setting-names.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const UNKNOWN = 'example.org/nothing/2020/01.01.00.00';

const deposit = async ({ node }: Awaited<ReturnType<typeof serveTestNode>>) =>
  (await node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }), metadata: { title: 'T' } }, AUTHOR)).repository;

/** A resolver with an item, and an Archive that resolves nothing itself. */
const start = async (flagOfResolver: SettingName = 'resolver-url') => {
  const resolver = await serveTestNode();
  const data = createTemporaryFolder();
  const flags = {
    data,
    roles: 'archive,minter,console',
    'archive.registration-key': '1234567890',
    'archive.administrator-email': 'ana@example.org',
    [flagOfResolver]: resolver.url,
  };
  const archive = await serveTestNode(flags);
  await rememberNode(archive.node.settings, settingsToRemember({ flags, environment: {}, file: {} }));
  return { resolver, archive, label: await deposit(resolver), data };
};

describe('a node that resolves nothing itself', () => {
  it.each(['resolver-url', 'archive.resolver'] as const)('asks its resolver for commands (%s)', async (flag) => {
    const { data, label } = await start(flag);
    const found = await runInProcess(['resolve', label, '--data', data]);
    expect(found).toMatchObject({ status: 0, stdout: `http://example.org/col/${label}/doc/a.txt\n` });
    const unknown = await runInProcess(['resolve', UNKNOWN, '--data', data, '--trace']);
    expect(unknown).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('this node asks its resolver, http://'),
    });
  });

  it('asks its resolver for its API, for commands on it, and on its pages', async () => {
    const { archive, label } = await start();
    const answer = await fetch(`${archive.url}/api/v1/resolve?url=${label}`);
    expect(await answer.json()).toMatchObject({ outcome: 'found', url: `http://example.org/col/${label}/doc/a.txt` });
    expect(await runInProcess(['resolve', label, '--server', archive.url])).toMatchObject({ status: 0 });
    const own = await deposit(archive);
    const page = await (await fetch(`${archive.url}/items/${own}`)).text();
    expect(page).toContain(`/api/v1/resolve?url=${encodeURIComponent(own)}`);
    const document = await (await fetch(`${archive.url}/api/openapi.json`)).json();
    expect(document.paths).toHaveProperty('/api/v1/resolve');
  });

  it('says that its resolver does not answer, and never that nobody has the item', async () => {
    const { archive, resolver, label, data } = await start();
    await resolver.server.close();
    const { status, stderr } = await runInProcess(['resolve', label, '--data', data]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(resolver.url)]);
    expect((await fetch(`${archive.url}/api/v1/resolve?url=${label}`)).status).toBe(502);
  });

  it('does not ask itself in a circle', async () => {
    const one = await serveTestNode({ roles: 'archive', 'resolver-url': 'http://127.0.0.1:9' });
    const two = await serveTestNode({ roles: 'archive', 'resolver-url': one.url });
    const headers = { via: '1.1 perene' };
    expect((await fetch(`${two.url}/api/v1/resolve?url=${UNKNOWN}`, { headers })).status).toBe(404);
  });

  it('has no link to an API that is not there', async () => {
    const archive = await serveTestNode({ roles: 'archive,minter' });
    const own = await deposit(archive);
    expect((await fetch(`${archive.url}/api/v1/resolve?url=${own}`)).status).toBe(404);
    expect(await (await fetch(`${archive.url}/items/${own}`)).text()).not.toContain('/api/v1/resolve');
  });
});
