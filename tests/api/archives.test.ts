import { describe, expect, it } from 'vitest';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { parsedLabel } from '../fixtures/labels.ts';
import { startApiServer } from './api-server.ts';
import { send } from './client.ts';

const SERVICE = 'dpi.inpe.br/banon/1999/01.09.22.14';
const request = { service: SERVICE, registrationKey: '1234567890', email: 'banon@dpi.inpe.br' };

interface Listed {
  readonly archives: readonly Record<string, unknown>[];
  readonly next?: string;
}

describe('archives over the API', () => {
  it('are asked for by anybody, approved and revoked by an admin', async () => {
    const server = await startApiServer();
    const json = { ...request, service: 'DPI.inpe.br/Banon/1999/01.09.22.14' };
    const asked = await send(server, 'POST', '/archives', { as: 'nobody', json });
    expect(asked).toMatchObject({ status: 201, body: { service: SERVICE, state: 'requested', confirmed: false } });
    expect(JSON.stringify(asked.body)).not.toMatch(/banon@|1234567890|scrypt/);
    for (const as of ['nobody', 'reader', 'depositor'] as const) {
      const { status } = await send(server, 'POST', `/archives/${SERVICE}/approve`, { as });
      expect(status).toBe(as === 'nobody' ? 401 : 403);
    }
    expect(await send(server, 'POST', `/archives/${SERVICE}/approve`, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { state: 'registered', number: 0, administratorEmail: 'banon@dpi.inpe.br', mail: 'none' },
    });
    const escaped = SERVICE.toUpperCase().replaceAll('/', '%2F');
    expect(await send(server, 'POST', `/archives/${escaped}/revoke`, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { service: SERVICE, state: 'revoked', number: 0 },
    });
  });

  it('are registered at once by an admin, once however often it is sent', async () => {
    const server = await startApiServer();
    const register = () =>
      send(server, 'POST', '/archives', { as: 'admin', json: request, headers: { 'idempotency-key': 'one' } });
    const first = await register();
    expect(first).toMatchObject({ status: 201, body: { state: 'registered', number: 0 } });
    expect((await register()).body).toEqual(first.body);
    const other = await send(server, 'POST', '/archives', { as: 'nobody', json: request });
    expect(other).toMatchObject({ status: 409, body: { code: 'archive-registered' } });
    const depositor = { ...request, service: 'example.org/a/2026/01.01.00.00' };
    expect(await send(server, 'POST', '/archives', { as: 'depositor', json: depositor })).toMatchObject({
      body: { state: 'requested' },
    });
  });

  it('are listed page by page; addresses of people only to those with a key', async () => {
    const server = await startApiServer();
    const labels = [1, 2, 3].map((number) => `example.org/a/2026/01.01.00.0${number}`);
    for (const service of labels)
      await send(server, 'POST', '/archives', { as: 'admin', json: { ...request, service } });
    const list = async (query: string, as: 'nobody' | 'reader' = 'nobody') =>
      (await send<Listed>(server, 'GET', `/archives${query}`, { as })).body;
    const first = await list('?limit=2');
    expect(first.archives.map(({ service }) => service)).toEqual(labels.slice(0, 2));
    expect(first.archives[0]).not.toHaveProperty('administratorEmail');
    const second = await list(`?limit=2&cursor=${first.next}`);
    expect(second.archives.map(({ service }) => service)).toEqual(labels.slice(2));
    expect(second).not.toHaveProperty('next');
    expect((await list('', 'reader')).archives[0]).toMatchObject({ administratorEmail: 'banon@dpi.inpe.br' });
  });

  it.each([
    [{ ...request, registrationKey: '1' }, 422, 'registration-invalid'],
    [{ ...request, email: 'x' }, 422, 'registration-invalid'],
    [{ ...request, service: 'x' }, 400, 'label-invalid'],
    [{ service: SERVICE }, 400, 'request-invalid'],
    [{ ...request, more: 1 }, 400, 'request-invalid'],
  ])('refuse %j', async (json, status, code) => {
    const server = await startApiServer();
    expect(await send(server, 'POST', '/archives', { as: 'nobody', json })).toMatchObject({ status, body: { code } });
  });

  it('refuse what is not there, wrong keys, and a flood of requests', async () => {
    const server = await startApiServer();
    expect(await send(server, 'POST', `/archives/${SERVICE}/approve`, { as: 'admin' })).toMatchObject({
      status: 404,
      body: { code: 'archive-not-found' },
    });
    const wrong = await fetch(`${server.url}/api/v1/archives`, {
      method: 'POST',
      headers: { authorization: 'Bearer wrong', 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    expect(wrong.status).toBe(401);
    const statuses: number[] = [];
    for (let turn = 0; turn < 21; turn += 1) {
      statuses.push((await send(server, 'POST', '/archives', { as: 'nobody', json: request })).status);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });

  it('are open to requests where reading is not', async () => {
    const server = await startApiServer({ isReadingPublic: false });
    expect((await send(server, 'GET', '/archives', { as: 'nobody' })).status).toBe(401);
    expect((await send(server, 'POST', '/archives', { as: 'nobody', json: request })).status).toBe(201);
  });
});

describe.each(DATABASES)('alerts over the API, in $name', ({ openMigrated }) => {
  it('are listed, the last seen first', async () => {
    const database = await openMigrated();
    const server = await startApiServer({ database });
    const alerts = createSqlMembers(database);
    const claims = [
      { service: parsedLabel(SERVICE), address: 'a.example.org', url: 'http://a.example.org/x' },
      { service: parsedLabel('example.org/b/2026/01.01.00.00'), address: 'b.example.org' },
    ];
    for (const [index, ibi] of ['a/1', 'a/2', 'a/3'].entries()) {
      await alerts.noteAlert({ ibi, claims, at: 1_794_798_226_530_000n + BigInt(index) });
    }
    const list = async (query: string) =>
      (await send<{ alerts: readonly { ibi: string }[]; next?: string }>(server, 'GET', `/alerts${query}`)).body;
    const first = await list('?limit=2');
    expect(first.alerts).toEqual([
      expect.objectContaining({ ibi: 'a/3', claims, times: 1, lastSeen: '2026-11-16T03:03:46.530002Z' }),
      expect.objectContaining({ ibi: 'a/2' }),
    ]);
    expect((await list(`?limit=2&cursor=${encodeURIComponent(first.next ?? '')}`)).alerts).toEqual([
      expect.objectContaining({ ibi: 'a/1' }),
    ]);
    expect(await send(server, 'GET', '/alerts?cursor=x')).toMatchObject({
      status: 400,
      body: { code: 'cursor-invalid' },
    });
  });
});
