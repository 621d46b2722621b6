import { parseNetwork } from '@perene/core/item';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { KeyView } from '../../packages/server/src/services/keys/key-ring.ts';
import { startApiServer } from './api-server.ts';
import { deposit, send } from './client.ts';

const whoAmI = async (url: string, key: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/v1/whoami`, { headers: { authorization: `Bearer ${key}`, ...headers } });

describe('keys', () => {
  it('are made, listed and revoked, and count only in between', async () => {
    const server = await startApiServer();
    const made = await send<KeyView & { key: string }>(server, 'POST', '/keys', {
      as: 'admin',
      json: { name: ' Ana Lima ', role: 'depositor' },
    });
    expect(made.status).toBe(201);
    const { key, ...view } = made.body;
    expect(key).toMatch(new RegExp(`^perene_${view.id}_[A-Za-z0-9_-]{43}$`));
    expect(view).toMatchObject({ name: 'Ana Lima', role: 'depositor' });

    const { body } = await send<{ keys: KeyView[] }>(server, 'GET', '/keys', { as: 'admin' });
    expect(body.keys).toHaveLength(Object.keys(server.keys).length + 1);
    expect(body.keys).toContainEqual(view);
    expect(JSON.stringify(body)).not.toContain(key);

    const known = await whoAmI(server.url, key);
    expect([known.status, await known.json()]).toEqual([200, { id: view.id, name: 'Ana Lima', role: 'depositor' }]);
    expect((await send(server, 'DELETE', `/keys/${view.id}`, { as: 'admin' })).status).toBe(204);
    expect((await whoAmI(server.url, key)).status).toBe(401);
    const again = await send(server, 'DELETE', `/keys/${view.id}`, { as: 'admin' });
    expect(again).toMatchObject({ status: 404, body: { code: 'key-not-found' } });
  });

  it('of the only admin cannot be revoked', async () => {
    const server = await startApiServer();
    const own = (await (await whoAmI(server.url, server.keys.admin)).json()) as KeyView;
    const refused = await send(server, 'DELETE', `/keys/${own.id}`, { as: 'admin' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'key-last-admin' } });
    const json = { name: 'second', role: 'admin' };
    expect((await send(server, 'POST', '/keys', { as: 'admin', json })).status).toBe(201);
    expect((await send(server, 'DELETE', `/keys/${own.id}`, { as: 'admin' })).status).toBe(204);
  });

  it.each([
    { name: '', role: 'reader' },
    { name: 'two\nlines', role: 'reader' },
    { name: 'x'.repeat(201), role: 'reader' },
  ])('are not made for $name', async (json) => {
    const server = await startApiServer();
    expect(await send(server, 'POST', '/keys', { as: 'admin', json })).toMatchObject({
      status: 422,
      body: { code: 'key-name-invalid' },
    });
  });

  it.each([{ name: 'x' }, { name: 'x', role: 'king' }, { name: 5, role: 'reader' }, {}])(
    'are not made of %j',
    async (json) => {
      const server = await startApiServer();
      expect(await send(server, 'POST', '/keys', { as: 'admin', json })).toMatchObject({
        status: 400,
        body: { code: 'request-invalid' },
      });
    },
  );
});

describe('roles', () => {
  const WRITES = [
    ['POST', '/ibis', 'depositor'],
    ['POST', '/items', 'depositor'],
    ['PATCH', '/items/8JMKD3MGP8W/34PGRBS', 'depositor'],
    ['DELETE', '/items/8JMKD3MGP8W/34PGRBS', 'admin'],
    ['POST', '/uploads', 'depositor'],
    ['PATCH', '/uploads/x', 'depositor'],
    ['DELETE', '/uploads/x', 'depositor'],
    ['POST', '/keys', 'admin'],
    ['GET', '/keys', 'admin'],
    ['DELETE', '/keys/x', 'admin'],
  ] as const;

  it('keep writing from those who may not', async () => {
    const server = await startApiServer();
    for (const [method, path, role] of WRITES) {
      const unknown = await send(server, method, path, { as: 'nobody' });
      expect([method, path, unknown.status, unknown.body['code']]).toEqual([method, path, 401, 'key-missing']);
      expect(unknown.headers.get('www-authenticate')).toMatch(/^Bearer/);
      const lesser = await send(server, method, path, { as: role === 'admin' ? 'depositor' : 'reader' });
      expect([method, path, lesser.status, lesser.body['code']]).toEqual([method, path, 403, 'role-missing']);
    }
  });

  it('let everybody read, unless reading is not public', async () => {
    for (const isReadingPublic of [true, false]) {
      const server = await startApiServer({ isReadingPublic });
      const { repository } = await deposit(server);
      for (const path of [
        '/items',
        `/items/${repository}`,
        `/items/${repository}/files`,
        `/items/${repository}/history`,
        `/items/${repository}/claims`,
        '/statistics',
      ]) {
        expect((await send(server, 'GET', path, { as: 'nobody' })).status).toBe(isReadingPublic ? 200 : 401);
        expect((await send(server, 'GET', path, { as: 'reader' })).status).toBe(200);
      }
      expect((await send(server, 'GET', '/whoami', { as: 'nobody' })).status).toBe(401);
    }
  });
});

/** On a busy machine, twenty requests may take as long as it takes until one more is allowed. */
const stopTime = (): void => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
};

describe('wrong keys', () => {
  it.each(['', 'Basic eDp5', 'Bearer', 'Bearer x', `Bearer perene_0123456789abcdef_${'x'.repeat(43)}`])(
    'are refused, also where reading is public: %j',
    async (authorization) => {
      const server = await startApiServer();
      const refused = await fetch(`${server.url}/api/v1/items`, { headers: { authorization } });
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ code: 'key-wrong' });
    },
  );

  it('are refused where all but one character are right', async () => {
    const server = await startApiServer();
    const last = server.keys.admin.at(-1);
    expect((await whoAmI(server.url, `${server.keys.admin.slice(0, -1)}${last === 'A' ? 'E' : 'A'}`)).status).toBe(401);
  });

  it('are limited by address; right keys pass all the same', async () => {
    stopTime();
    const network = parseNetwork('127.0.0.0/8');
    if (!network.ok) throw new Error('no network');
    const server = await startApiServer({ trustedProxies: [network.value] });
    const from = (address: string, key: string) => whoAmI(server.url, key, { 'x-forwarded-for': address });
    for (let count = 0; count < 20; count += 1) expect((await from('192.0.2.7', 'x')).status).toBe(401);
    const limited = await from('192.0.2.7', 'x');
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await limited.json()).toMatchObject({ code: 'too-many-wrong-keys' });
    expect((await from('192.0.2.7', server.keys.reader)).status).toBe(200);
    expect((await from('192.0.2.8', 'x')).status).toBe(401);
  });

  it('are limited by the /64 of an IPv6 address, which one host has all of', async () => {
    stopTime();
    const network = parseNetwork('127.0.0.0/8');
    if (!network.ok) throw new Error('no network');
    const server = await startApiServer({ trustedProxies: [network.value] });
    const from = (address: string, key: string) => whoAmI(server.url, key, { 'x-forwarded-for': address });
    for (let count = 0; count < 20; count += 1) {
      expect((await from(`2001:db8::${count}`, 'x')).status).toBe(401);
    }
    expect((await from('2001:db8::ffff:0:1', 'x')).status).toBe(429);
    expect((await from('2001:db8::ffff:0:2', server.keys.reader)).status).toBe(200);
    expect((await from('2001:db8:0:1::1', 'x')).status).toBe(401);
  });

  it('are counted together, wherever on the node they are tried', async () => {
    stopTime();
    const server = await startApiServer();
    for (let count = 0; count < 10; count += 1) {
      expect((await whoAmI(server.url, 'x')).status).toBe(401);
      const page = await fetch(`${server.url}/items`, { headers: { authorization: 'Bearer x' } });
      expect(page.status).toBe(401);
    }
    expect((await whoAmI(server.url, 'x')).status).toBe(429);
  });

  it('are counted for the connection where the proxy is not trusted', async () => {
    stopTime();
    const server = await startApiServer();
    for (let count = 0; count < 20; count += 1)
      await whoAmI(server.url, 'x', { 'x-forwarded-for': `192.0.2.${count}` });
    expect((await whoAmI(server.url, 'x', { 'x-forwarded-for': '192.0.2.99' })).status).toBe(429);
  });
});
