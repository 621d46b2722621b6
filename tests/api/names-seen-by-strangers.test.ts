import { describe, expect, it } from 'vitest';
import type { NodeOverrides } from '../../packages/server/src/compose/create-node.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const SECRET = 'https://intranet.example/secret';
const HANDLE = '12345/name';

const start = async (overrides: NodeOverrides = {}, flags: { 'public-reading'?: 'no' } = {}) => {
  const { url, node } = await serveTestNode(flags, overrides);
  await node.minters.create({ name: 'any', naan: '12345', contact: 'x' });
  await node.minters.create({ name: 'dom', contact: 'x' });
  const depositor = (await node.keys.create({ name: 'ana', role: 'depositor' })).key;
  const reader = (await node.keys.create({ name: 'reader', role: 'reader' })).key;
  const ask = async (path: string, key?: string, given: RequestInit = {}) => {
    const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...given.headers };
    const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...given, headers });
    return { status: answer.status, said: `${answer.headers.get('location')} ${await answer.text()}` };
  };
  const register = (metadata: string, method = 'PUT') =>
    ask(`/id/ark:/${HANDLE}`, depositor, { method, body: metadata, headers: { 'content-type': 'text/plain' } });
  return { node, ask, depositor, reader, register };
};

const WAYS = [
  `/ark:${HANDLE}`,
  `/ark:${HANDLE}?info`,
  `/hdl/${HANDLE}`,
  `/hdl/${HANDLE}?noredirect`,
  `/api/handles/${HANDLE}`,
  `/id/ark:/${HANDLE}`,
  `/id/ark:/${HANDLE}x?prefix_match=yes`,
  `/api/v1/minters/any/ids/${encodeURIComponent(HANDLE)}`,
  `/api/v1/minters/any/ids/${encodeURIComponent(HANDLE)}/bindings/_t`,
  `/api/v1/minters/any/ids/${encodeURIComponent(HANDLE)}/bindings/EMAIL`,
  `/nd/noidu_any?fetch+${HANDLE}`,
  `/nd/noidu_any?get+${HANDLE}+_t+EMAIL`,
  `/timemap/ark:${HANDLE}`,
];
/** Where a key shows all. */
const SHOWING = WAYS.filter((path) => /\/id\/|\/ids\/|\/nd\/|\/api\/handles/.test(path));

describe.each(DATABASES)('without a key, over $name', ({ openMigrated }) => {
  it('nobody sees a reserved name', async () => {
    const { ask, register, reader } = await start({ database: await openMigrated() });
    await register(`_status: reserved\n_target: ${SECRET}\nEMAIL: ${SECRET}`);
    for (const path of WAYS) expect([path, (await ask(path)).said.includes(SECRET)]).toEqual([path, false]);
    for (const path of SHOWING) expect([path, (await ask(path, reader)).said.includes(SECRET)]).toEqual([path, true]);
    await register('_status: public', 'POST');
    for (const path of SHOWING) expect([path, (await ask(path)).said.includes(SECRET)]).toEqual([path, true]);
  });

  it('nobody sees the values of a handle that not everyone may read, nor is led by them', async () => {
    const { ask, depositor, reader } = await start({ database: await openMigrated() });
    const put = async (permissions: string) => {
      const values = ['URL', 'EMAIL'].map((type, index) => ({ index: index + 1, type, permissions, data: SECRET }));
      const body = JSON.stringify([...values, { index: 3, type: 'DESC', data: 'Rivers' }]);
      const headers = { 'content-type': 'application/json' };
      await ask(`/api/handles/${HANDLE}`, depositor, { method: 'PUT', body, headers });
    };
    await put('1100');
    for (const path of WAYS) expect([path, (await ask(path)).said.includes(SECRET)]).toEqual([path, false]);
    for (const path of SHOWING) expect([path, (await ask(path, reader)).said.includes(SECRET)]).toEqual([path, true]);
    expect((await ask(`/api/v1/minters/any/ids/${encodeURIComponent(HANDLE)}`)).said).toContain('Rivers');
    expect((await ask(`/ark:${HANDLE}`)).status).toBe(404);
    await put('1110');
    for (const path of WAYS.filter((way) => !way.includes('ark:'))) {
      expect([path, (await ask(path)).said.includes(SECRET)]).toEqual([path, true]);
    }
    expect((await ask(`/ark:${HANDLE}`)).status).toBe(302);
  });

  it('nobody sees where a name led that was reserved then', async () => {
    const { ask, register } = await start({ database: await openMigrated() });
    await register(`_status: reserved\n_target: ${SECRET}`);
    const changed = Date.now();
    // Times of ARKs are whole seconds.
    while (Math.floor(Date.now() / 1_000) === Math.floor(changed / 1_000)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await register('_status: public\n_target: https://example.org/open', 'POST');
    const { status, said } = await ask(`/timemap/ark:${HANDLE}`);
    expect([status, said.match(/rel="[^"]*memento"/g)?.length]).toEqual([200, 1]);
    const before = { headers: { 'accept-datetime': new Date(changed).toUTCString() } };
    const { said: led } = await ask(`/ark:${HANDLE}`, undefined, before);
    expect((await ask(new URL(led.split(' ')[0] ?? '').pathname)).said).toContain('https://example.org/open');
  });

  it('nobody sees a reserved PURL', async () => {
    const { ask, node, depositor, reader } = await start({ database: await openMigrated() });
    const path = '/api/v1/minters/dom/purls/a';
    const headers = { 'content-type': 'application/json' };
    await ask(path, depositor, { method: 'PUT', body: JSON.stringify({ target: SECRET }), headers });
    expect((await ask(path)).said).toContain(SECRET);
    await node.minters.setState('dom', { id: 'a', state: { kind: 'reserved' }, contact: 'x' });
    expect((await ask(path)).status).toBe(404);
    expect((await ask(path, reader)).said).toContain(SECRET);
  });
});

describe('the URL interface of noid', () => {
  it('shows no more at once than one answer holds, however often an element is named, and always one value', async () => {
    const { ask, node, depositor } = await start();
    const value = Buffer.alloc(5 * 1_048_576, 'x');
    await node.minters.bind('any', { how: 'set', id: HANDLE, element: 'big', value, contact: 'x' });
    for (const key of [undefined, depositor]) {
      expect((await ask(`/nd/noidu_any?get+${HANDLE}+big`, key)).said.length).toBeGreaterThan(value.byteLength);
      const many = await ask(`/nd/noidu_any?get+${HANDLE}${'+big'.repeat(20)}`, key);
      expect(many.said.length).toBeLessThan(2 * value.byteLength);
    }
  });
});

describe('where reading is not public', () => {
  it('leads by handles, and shows their values to holders of keys only', async () => {
    const { ask, depositor, reader } = await start({}, { 'public-reading': 'no' });
    const put = (name: string, type: string) => {
      const body = JSON.stringify([{ index: 1, type, data: SECRET }]);
      const given = { method: 'PUT', body, headers: { 'content-type': 'application/json' } };
      return ask(`/api/handles/12345/${name}`, depositor, given);
    };
    await put('led', 'URL');
    await put('shown', 'EMAIL');
    expect((await ask('/hdl/12345/led')).status).toBe(302);
    for (const path of ['/hdl/12345/led?noredirect', '/hdl:12345/led?type=X', '/hdl/12345/shown']) {
      expect([path, (await ask(path)).status]).toEqual([path, 401]);
      const basic = { headers: { authorization: `Basic ${Buffer.from(`x:${reader}`).toString('base64')}` } };
      expect([path, (await ask(path, undefined, basic)).status]).toEqual([path, 200]);
    }
  });
});
