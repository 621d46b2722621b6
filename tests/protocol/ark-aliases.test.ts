import { describe, expect, it } from 'vitest';
import type { SettingName } from '../../packages/server/src/config/setting-names.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { named } from '../fixtures/labels.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const FORWARD_TO = 'https://n2t.net';

type Served = Awaited<ReturnType<typeof serveTestNode>>;

const deposit = async ({ node: { archive } }: Served, alias: string): Promise<string> => {
  const { repository } = await archive.deposit({ files: filesOf({ 'a.txt': 'a', 'b.txt': 'b' }) }, AUTHOR);
  await archive.edit(named(repository), { addAliases: [alias] }, AUTHOR);
  return repository;
};

const ask = async (url: string): Promise<{ readonly status: number; readonly location: string | null }> => {
  const answer = await fetch(url, { redirect: 'manual' });
  await answer.text();
  return { status: answer.status, location: answer.headers.get('location') };
};

/** A resolver with an item of its own, and a node that belongs to it, whose item the resolver does not know. */
const open = async (flags: Partial<Record<SettingName, string>>) => {
  const resolver = await serveTestNode();
  const holder = await serveTestNode({ roles: 'archive,minter', 'resolver-url': resolver.url, ...flags });
  const there = await deposit(resolver, 'ark:77777/there');
  await deposit(holder, 'ark:77777/q-1');
  return { resolver, holder, there, ask: (path: string) => ask(`${holder.url}${path}`) };
};

const createMinter = ({ node: { minters } }: Served) =>
  minters.create({ name: 'own', template: 'z.reeddk', naan: '77777', contact: 'somebody' });

describe('an ARK that an item carries, at a node without a resolver of its own', () => {
  it.each([
    ['and a minter of its NAAN', {}],
    ['and another resolver of ARKs', { 'ark.forward-to': FORWARD_TO }],
    ['without minters', { roles: 'archive', 'ark.forward-to': FORWARD_TO }],
  ] as const)('%s leads to the item', async (_, flags) => {
    const { resolver, holder, ask: askHolder } = await open(flags);
    if (!('ark.forward-to' in flags)) await createMinter(holder);
    for (const path of ['/ark:77777/q1', '/ark:/77777/q-1', '/ark:77777/there', '/ark:77777/there/b.txt']) {
      const { status, location } = await askHolder(path);
      expect([status, location?.slice(0, resolver.url.length)]).toEqual([302, resolver.url]);
    }
    for (const path of ['/ark:77777/q1:', '/ark:77777/q1?info', '/ark:77777/there?', '/ark:77777/there!']) {
      expect((await askHolder(path)).location).toContain(`${resolver.url}/ark:77777/`);
    }
    const { location } = await askHolder('/ark:77777/there/b.txt');
    expect((await ask(location ?? '')).location).toMatch(/\/b\.txt$/);
  });

  it('is denied or handed on only if the resolver knows no item with it', async () => {
    const { holder, ask: askHolder } = await open({ 'ark.forward-to': FORWARD_TO });
    expect((await askHolder('/ark:77777/none')).location).toBe(`${FORWARD_TO}/ark:77777/none`);
    expect((await askHolder('/ark:77777/none?info')).location).toBe(`${FORWARD_TO}/ark:77777/none?info`);
    await createMinter(holder);
    expect((await askHolder('/ark:77777/none')).status).toBe(404);
    expect((await askHolder('/ark:88888/none')).location).toBe(`${FORWARD_TO}/ark:88888/none`);
  });

  it('leads to a resolver that does not answer, because it may know the item', async () => {
    const { resolver, holder, ask: askHolder } = await open({ 'ark.forward-to': FORWARD_TO });
    await createMinter(holder);
    await resolver.server.close();
    for (const path of ['/ark:77777/q1', '/ark:77777/none', '/ark:88888/none']) {
      expect((await askHolder(path)).location).toBe(`${resolver.url}${path}?ibiurl.forwarded=yes`);
    }
  });

  it('leads to the item where there is no other resolver', async () => {
    const alone = await serveTestNode({ roles: 'archive,minter' });
    const label = await deposit(alone, 'ark:77777/q1');
    await createMinter(alone);
    expect((await ask(`${alone.url}/ark:77777/q1`)).location).toBe(`http://example.org/col/${label}/doc/a.txt`);
    expect((await ask(`${alone.url}/ark:77777/q2`)).status).toBe(404);
  });
});

describe('an ARK at a resolver without minters', () => {
  it('leads to its item, or else to another resolver of ARKs', async () => {
    const resolver = await serveTestNode({ roles: 'archive,resolver', 'ark.forward-to': FORWARD_TO });
    const label = await deposit(resolver, 'ark:77777/q1');
    expect((await ask(`${resolver.url}/ark:77777/q1`)).location).toBe(`http://example.org/col/${label}/doc/a.txt`);
    expect((await ask(`${resolver.url}/ark:77777/q2`)).location).toBe(`${FORWARD_TO}/ark:77777/q2`);
  });
});

describe('the page of an item', () => {
  it('leads through the resolver for an alias that no item here has', async () => {
    const { url } = await serveTestNode();
    for (const alias of ['83LX3pFwXQZa/Bkjzd', 'doi:10.1590/abc']) {
      const { location } = await ask(`${url}/search?q=${encodeURIComponent(alias)}`);
      const { location: next } = await ask(`${url}${location}`);
      expect(next).toBe(`/${alias}`);
      expect((await ask(`${url}${next}`)).status).toBe(404);
    }
  });
});

describe('the resolver', () => {
  it('tells nodes which item carries an alias', async () => {
    const resolver = await serveTestNode();
    const label = await deposit(resolver, 'ark:77777/there');
    const tell = async (message: string, method = 'GET') => {
      const answer = await fetch(`${resolver.url}/J8LNKB5R7W/3FUQHC5?servicesubject=aliasRequest${message}`, {
        method,
      });
      return [answer.status, await answer.text()];
    };
    expect(await tell('&alias=ark:77777/there')).toEqual([200, expect.stringContaining(`ibi {rep ${label}`)]);
    expect(await tell('&alias=ark:77777/there', 'HEAD')).toEqual([200, '']);
    expect(await tell('&alias=ark:77777/none')).toEqual([200, '']);
    expect(await tell('&alias=nonsense')).toEqual([400, expect.stringContaining('status.archive refused')]);
    expect(await tell('')).toEqual([400, expect.stringContaining('status.archive refused')]);
  });
});
