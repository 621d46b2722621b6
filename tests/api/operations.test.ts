import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { OPERATION_LIST } from '@perene/api';
import { describe, expect, it } from 'vitest';
import { repositoryLabel } from '../fixtures/labels.ts';
import { startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { startApiServer } from './api-server.ts';
import { deposit, send } from './client.ts';

const sendRaw = (url: string, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
};

describe('POST /ibis', () => {
  it('mints one label, or as many as are asked for', async () => {
    const server = await startApiServer();
    const one = await send<{ ibis: { repository: string; ibip: string; date: string }[] }>(server, 'POST', '/ibis', {
      json: {},
    });
    expect([one.status, one.body.ibis.length]).toEqual([201, 1]);
    const many = await send<typeof one.body>(server, 'POST', '/ibis', { json: { count: 1_000 } });
    expect(new Set(many.body.ibis.flatMap(({ repository, ibip }) => [repository, ibip])).size).toBe(2_000);
  });

  it.each([
    [{ count: 0 }, 'count-out-of-range'],
    [{ count: 10_001 }, 'count-out-of-range'],
    [{ count: 1.5 }, 'request-invalid'],
    [{ count: '1' }, 'request-invalid'],
    [[], 'request-invalid'],
  ])('refuses %j', async (json, code) => {
    const server = await startApiServer();
    expect(await send(server, 'POST', '/ibis', { json })).toMatchObject({ status: 400, body: { code } });
  });
});

describe('GET /statistics', () => {
  it('counts accesses of days, of one item or of all', async () => {
    const server = await startApiServer();
    const { repository, ibip = '' } = await deposit(server);
    const [day, earlier] = ['2026-01-31', '2025-12-31'];
    for (const [urlKey, on] of [
      ['1', day],
      ['2', day],
      ['3', earlier],
    ] as const) {
      await server.statistics.count({
        urlKey,
        keyExpiresAt: 1n,
        repository: repositoryLabel(repository),
        day: on,
        content: 'Data',
      });
    }
    const counted = { repository, day, content: 'Data', accesses: 2 };
    const read = (query: string) => send(server, 'GET', `/statistics?${query}`);
    expect((await read(`to=${day}`)).body).toEqual({
      from: '2026-01-02',
      to: day,
      counts: [counted],
      isComplete: true,
    });
    expect((await read(`from=${earlier}&to=${day}&item=${encodeURIComponent(ibip)}`)).body['counts']).toHaveLength(2);
    expect((await read('')).body['counts']).toEqual([]);
  });

  it('sums them by day, and by item, those accessed most first', async () => {
    const server = await startApiServer();
    const [one, two, three] = [await deposit(server), await deposit(server), await deposit(server)];
    const add = (repository: string, day: string, content: 'Data' | 'Metadata', accesses: number) => ({
      repository: repositoryLabel(repository),
      day,
      content,
      accesses,
    });
    await server.statistics.add([
      add(one.repository, '2026-01-02', 'Data', 1),
      add(two.repository, '2026-01-02', 'Data', 4),
      add(two.repository, '2026-01-03', 'Data', 5),
      add(two.repository, '2026-01-03', 'Metadata', 2),
      add(three.repository, '2026-01-03', 'Data', 7),
      add(three.repository, '2025-01-03', 'Data', 100),
    ]);
    const read = async (query: string) =>
      (await send(server, 'GET', `/statistics?from=2026-01-01&to=2026-01-31&${query}`)).body;
    expect(await read('group=day')).toMatchObject({
      counts: [
        { day: '2026-01-02', content: 'Data', accesses: 5 },
        { day: '2026-01-03', content: 'Data', accesses: 12 },
        { day: '2026-01-03', content: 'Metadata', accesses: 2 },
      ],
      isComplete: true,
    });
    expect((await read(`group=day&item=${encodeURIComponent(one.ibip ?? '')}`))['counts']).toEqual([
      { day: '2026-01-02', content: 'Data', accesses: 1 },
    ]);
    const items = [
      { repository: two.repository, content: 'Data', accesses: 9 },
      { repository: two.repository, content: 'Metadata', accesses: 2 },
      { repository: three.repository, content: 'Data', accesses: 7 },
      { repository: one.repository, content: 'Data', accesses: 1 },
    ];
    expect(await read('group=item')).toMatchObject({ counts: items, isComplete: true });
    expect(await read('group=item&top=2')).toMatchObject({ counts: items.slice(0, 3), isComplete: false });
  });

  it.each([
    ['from=yesterday', 400, 'request-invalid'],
    ['from=2026-01-32&to=2026-02-01', 400, 'request-invalid'],
    ['group=week', 400, 'request-invalid'],
    ['top=5', 400, 'request-invalid'],
    ['group=item&top=501', 400, 'request-invalid'],
    ['to=2026-99-99', 400, 'request-invalid'],
    ['from=2026-02-01&to=2026-01-01', 400, 'request-invalid'],
    ['item=x', 400, 'label-invalid'],
    ['item=8JMKD3MGP8W/34PGRBS', 404, 'item-not-found'],
  ])('refuses %s', async (query, status, code) => {
    const server = await startApiServer();
    expect(await send(server, 'GET', `/statistics?${query}`)).toMatchObject({ status, body: { code } });
  });
});

describe('the server', () => {
  it('says whether it lives, and whether it can serve', async () => {
    for (const [isReady, status] of [
      [async () => true, 200],
      [async () => false, 503],
      [async () => Promise.reject(new Error('broken')), 503],
    ] as const) {
      const { url } = await startApiServer({ isReady });
      expect((await fetch(`${url}/health`)).status).toBe(200);
      expect((await fetch(`${url}/ready`)).status).toBe(status);
    }
  });

  it('counts what it does', async () => {
    const server = await startApiServer();
    await deposit(server);
    await send(server, 'POST', '/ibis', { json: { count: 7 } });
    await send(server, 'GET', '/items/x');
    const response = await fetch(`${server.url}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const lines = (await response.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'perene_minted_ibis_total 7',
        'perene_deposits_total 1',
        'perene_url_requests_total 0',
        'http_request_duration_seconds_count{method="GET",route="/api/v1/items/:ibi",status="400"} 1',
      ]),
    );
    expect(lines.some((line) => line.startsWith('process_cpu_seconds_total '))).toBe(true);
  });

  it('names requests, or keeps the name that they came with', async () => {
    const { url } = await startApiServer();
    const nameOf = async (headers: Record<string, string>) =>
      (await fetch(`${url}/health`, { headers })).headers.get('x-request-id');
    expect(await nameOf({ 'x-request-id': 'abc-123' })).toBe('abc-123');
    for (const insane of ['a b', 'x'.repeat(65), 'é'])
      expect(await nameOf({ 'x-request-id': insane })).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers unknown addresses, and what is not HTTP, with a problem and the security headers', async () => {
    const { url } = await startApiServer();
    for (const [path, method] of [
      ['/nothing', 'GET'],
      ['/api/v1/nothing', 'GET'],
      ['/health', 'POST'],
    ] as const) {
      const response = await fetch(`${url}${path}`, { method });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.json()).toMatchObject({ code: 'address-unknown' });
    }
    for (const [path, method, allow] of [
      ['/api/v1/items', 'PUT', 'POST, GET, HEAD'],
      ['/api/v1/items/sid.inpe.br/mtc-m18@80/2009/02.16.17.46', 'POST', 'GET, HEAD, PATCH, DELETE'],
      ['/api/v1/keys/1?x=1', 'GET', 'DELETE'],
    ] as const) {
      const response = await fetch(`${url}${path}`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
      expect(await response.json()).toMatchObject({ code: 'method-not-allowed' });
    }
    for (const [bytes, status] of [
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nLong: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
      ['GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ] as const) {
      const answer = await sendRaw(url, bytes);
      expect(answer).toContain(`HTTP/1.1 ${status} `);
      expect(answer.toLowerCase()).toContain('content-type: application/problem+json');
      expect(answer).toContain("default-src 'none'");
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ status });
    }
  });

  it.each(OPERATION_LIST)('refuses a query that %s does not foresee', async (_id, { method, path, headers, bytes }) => {
    const server = await startApiServer();
    const needed = Object.fromEntries((headers?.required ?? []).map((name) => [name, '1']));
    const { status } = await send(server, method, `${path.replaceAll(/\{\w+\}/g, 'x')}?nonsense=1`, {
      as: 'admin',
      headers: { 'tus-resumable': '1.0.0', ...needed, ...(bytes && { 'content-type': bytes }) },
    });
    expect(status).toBe(400);
  });

  it('keeps what went wrong inside to itself', async () => {
    const { url } = await startApiServer({
      registerRoutes: (server) =>
        void server.get('/broken', async () => {
          throw new Error('a secret of the inside');
        }),
    });
    const response = await fetch(`${url}/broken`);
    const body = await response.text();
    expect(response.status).toBe(500);
    expect(body).not.toContain('secret');
    expect(JSON.parse(body)).toMatchObject({ status: 500, type: 'about:blank' });
  });

  it('lets large bodies take their time, but neither slow headers nor silence', async () => {
    let timeouts: readonly number[] = [];
    await startApiServer({
      registerRoutes: ({ server }) => {
        timeouts = [server.requestTimeout, server.headersTimeout, server.timeout];
      },
    });
    expect(timeouts).toEqual([0, 30_000, 60_000]);
  });

  it('serves the console', async () => {
    const { url } = await startApiServer();
    const response = await fetch(`${url}/index.html`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await response.text()).toContain('<title>Console</title>');
  });
});

describe('the log', () => {
  it('has one JSON line for each request, without keys and queries', async () => {
    const node = await startPerene(createTemporaryFolder());
    const key = `perene_0123456789abcdef_${'s'.repeat(43)}`;
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'the-request' };
    await fetch(`${node.url}/api/v1/items?q=secret-words`, { headers });
    await node.stop();
    const lines = node
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ request }) => request === 'the-request')).toEqual([
      expect.objectContaining({ method: 'GET', path: '/api/v1/items', status: 401, milliseconds: expect.any(Number) }),
    ]);
    expect(node.printed()).not.toContain(key);
    expect(node.printed()).not.toContain('secret-words');
  });
});
