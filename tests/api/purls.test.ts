import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { NodeOverrides } from '../../packages/server/src/compose/create-node.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

interface Case {
  readonly name: string;
  readonly set: readonly (readonly [path: string, given: object])[];
  readonly asked: readonly (readonly [path: string, status: number, location: string | null])[];
}

const { cases } = JSON.parse(readFileSync(new URL('../../vectors/purl/requests.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly Case[];
};

const start = async (overrides: NodeOverrides = {}) => {
  const { url, node } = await serveTestNode({}, overrides);
  await node.minters.create({ name: 'obo', contact: 'x' });
  await node.minters.create({ name: 'theses', template: 'x.sd', naan: '12345', contact: 'x' });
  const keys = new Map<string, string>();
  for (const [name, role] of [
    ['ana', 'depositor'],
    ['rui', 'depositor'],
    ['eva', 'steward'],
  ] as const) {
    keys.set(name, (await node.keys.create({ name, role })).key);
  }
  const send = async (as: string, method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/v1/minters${path}`, {
      method,
      headers: { authorization: `Bearer ${keys.get(as)}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const set = (path: string, given: object, as = 'ana') =>
    send(as, 'PUT', `/obo/purls/${encodeURIComponent(path)}`, given);
  const ask = async (path: string) => {
    const answer = await fetch(`${url}/purl/${path}`, { redirect: 'manual' });
    return [path, answer.status, answer.headers.get('location')];
  };
  return { node, url, keys, send, set, ask };
};

describe.each(DATABASES)('PURLs over $name', ({ openMigrated }) => {
  it.each(cases)('$name', async ({ set: given, asked }) => {
    const { set, ask } = await start({ database: await openMigrated() });
    for (const [path, purl] of given) expect(await set(path, purl)).toMatchObject({ status: 200 });
    for (const each of asked) expect(await ask(each[0])).toEqual(each);
  });

  it('come in from other resolvers, or are only counted', async () => {
    const { node, send, ask, set } = await start({ database: await openMigrated() });
    const text =
      'RewriteRule ^a$ https://example.org/a [R=303]\nRewriteRule ^t_(\\d+)$ https://example.org/$1 [R=307]\nAllow x';
    const file = { format: 'htaccess', text };
    const answer = { set: 1, rules: 1, problems: [{ place: '3', problem: 'directive', text: 'Allow x' }] };
    expect((await send('ana', 'POST', '/obo/purls', { ...file, trial: true })).body).toEqual(answer);
    expect(await ask('obo/a')).toEqual(['obo/a', 404, null]);
    expect((await send('ana', 'POST', '/obo/purls', file)).body).toEqual(answer);
    expect(await ask('obo/a')).toEqual(['obo/a', 303, 'https://example.org/a']);
    expect(await ask('obo/t_12')).toEqual(['obo/t_12', 307, 'https://example.org/12']);
    await set('a', { target: 'https://example.org/b' });
    const { changes } = await node.minters.past('obo', { id: 'a' });
    const targets = changes
      .filter(({ element }) => element === '_t')
      .map(({ value }) => Buffer.from(value ?? '').toString());
    expect(targets).toEqual(['https://example.org/b', 'https://example.org/a']);
  });
});

describe('a PURL', () => {
  it('is changed by its owner, its maintainers, their groups and stewards only', async () => {
    const { set, send, node } = await start();
    await set('a', { target: 'https://example.org/a' });
    expect(await set('a', { status: '301' }, 'rui')).toMatchObject({ status: 403, body: { code: 'purl-owned' } });
    expect((await set('a', { status: '301' }, 'eva')).body).toMatchObject({ status: '301', owner: 'ana' });
    await set('a', { maintainers: ['rui'] });
    expect((await set('a', { status: '303' }, 'rui')).status).toBe(200);
    await set('a', { maintainers: ['@editors'] });
    expect((await set('a', { status: '307' }, 'rui')).status).toBe(403);
    const members = { how: 'set', id: '@editors', element: '_members', value: Buffer.from('eva, rui'), contact: 'x' };
    await node.minters.bind('obo', members);
    expect((await set('a', { status: '307' }, 'rui')).status).toBe(200);
    expect((await send('rui', 'GET', '/obo/purls/a')).body).toEqual({
      domain: 'obo',
      path: 'a',
      status: '307',
      partial: false,
      target: 'https://example.org/a',
      owner: 'ana',
      maintainers: ['@editors'],
    });
  });

  it.each([
    ['a chain', 'a', { target: 'http://example.org/purl/obo/b' }, 'chain'],
    ['a chain by https', 'a', { target: 'HTTPS://Example.org/purl/obo/b' }, 'chain'],
    ['a chain by a path', 'a', { target: '/purl/obo/b' }, 'chain'],
    ['no target', 'a', { status: '301' }, 'no-target'],
    ['a wrong target', 'a', { target: 'javascript:alert(1)' }, 'target'],
    ['a wrong path', '@a', { target: 'https://example.org/' }, 'path'],
    ['a path with a blank', 'a b', { target: 'https://example.org/' }, 'path'],
  ])('is refused with %s', async (_what, path, given, reason) => {
    const { set } = await start();
    expect(await set(path, given)).toMatchObject({
      status: 422,
      body: { code: 'purl-invalid', parameters: { reason } },
    });
  });

  it('is made only in a domain, with a key for it, and leads nowhere once it is withdrawn', async () => {
    const { send, node, keys, set, ask } = await start();
    const target = { target: 'https://example.org/a' };
    expect((await send('ana', 'PUT', '/theses/purls/a', target)).status).toBe(422);
    expect((await send('ana', 'PUT', '/none/purls/a', target)).status).toBe(404);
    expect((await send('ana', 'GET', '/obo/purls/none')).status).toBe(404);
    const limits = { minters: ['theses'] };
    keys.set('limited', (await node.keys.create({ name: 'limited', role: 'depositor', limits })).key);
    expect((await set('a', target, 'limited')).status).toBe(403);
    expect((await set('a', target)).status).toBe(200);
    await node.minters.setState('obo', { id: 'a', state: { kind: 'withdrawn', reason: 'Lost' }, contact: 'x' });
    expect(await ask('obo/a')).toEqual(['obo/a', 410, null]);
  });
});
