import { createClient } from '@perene/api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOOPBACK } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { deposit, send } from './client.ts';

interface Change {
  readonly cursor: string;
  readonly repository: string;
  readonly action: string;
  readonly state?: string;
  readonly describes?: string;
}

const read = async ({ url }: ApiServer, query = '', headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/api/v1/changes${query}`, { headers });
  const text = await response.text();
  const lines = text.split('\n').filter((line) => line !== '');
  return { response, changes: response.ok ? lines.map((line) => JSON.parse(line) as Change) : [] };
};

describe('GET /changes', () => {
  it('tells every change, one a line, and goes on after any of them', async () => {
    const server = await startApiServer();
    expect(await read(server)).toMatchObject({ changes: [] });
    const item = await deposit(server);
    await send(server, 'PATCH', `/items/${item.repository}`, { as: 'admin', json: { language: 'pt' } });
    const { response, changes } = await read(server);
    expect(response.headers.get('content-type')).toBe('application/jsonl');
    expect(changes).toEqual([
      {
        cursor: changes[0]?.cursor,
        at: expect.any(String),
        repository: item.repository,
        action: 'added',
        state: 'Original',
      },
      {
        cursor: changes[1]?.cursor,
        at: expect.any(String),
        repository: item.metadata?.repository,
        action: 'added',
        state: 'Original',
        describes: item.repository,
      },
      {
        cursor: changes[2]?.cursor,
        at: expect.any(String),
        repository: item.repository,
        action: 'edited',
        state: 'Original',
      },
    ]);
    expect((await read(server, '?after=0')).changes).toEqual(changes);
    const after = `?after=${changes[0]?.cursor}`;
    expect((await read(server, `${after}&limit=1`)).changes).toEqual([changes[1]]);
    expect((await read(server, `?after=${changes[2]?.cursor}`)).changes).toEqual([]);
  });

  it('gives a page of JSON to whoever asks for it, as the client does', async () => {
    const server = await startApiServer();
    const item = await deposit(server);
    const client = createClient({ url: server.url });
    const page = await client.readChanges({ limit: 1 });
    expect(page).toMatchObject({ changes: [{ repository: item.repository }], next: page.changes[0]?.cursor });
    const rest = await client.readChanges({ after: page.next });
    expect(rest.changes).toHaveLength(1);
    expect(await client.readChanges({ after: rest.next })).toEqual({ changes: [], next: rest.next });
  });

  it('waits for a change, if it is asked to', async () => {
    const server = await startApiServer();
    const waiting = read(server, '?wait=50');
    const item = await deposit(server);
    expect((await waiting).changes[0]).toMatchObject({ repository: item.repository });
  });

  it('sends events as changes come, and goes on after the last that a browser has seen', async () => {
    const server = await startApiServer();
    const first = await deposit(server);
    const { changes } = await read(server);
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const response = await fetch(`${server.url}/api/v1/changes`, {
      headers: { accept: 'text/event-stream', 'last-event-id': changes[0]?.cursor ?? '' },
      signal: leaving.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string): Promise<void> => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
    };
    await until(`id: ${changes[1]?.cursor}\ndata: {`);
    expect(text).not.toContain(changes[0]?.cursor);
    const second = await deposit(server);
    await until(second.repository);
    expect(text).toContain(first.repository);
  });

  it.each([
    ['?after=1', 400, 'cursor-invalid'],
    ['?after=1-1', 410, 'changes-restored'],
    ['?after=99-1', 410, 'changes-restored'],
    ['?limit=1001', 400, 'request-invalid'],
    ['?wait=51', 400, 'request-invalid'],
  ])('refuses %s', async (query, status, code) => {
    const server = await startApiServer();
    await deposit(server);
    const response = await fetch(`${server.url}/api/v1/changes${query}`);
    expect([response.status, await response.json()]).toMatchObject([status, { code }]);
  });

  it('lets only so many wait at a time', async () => {
    const server = await startApiServer();
    const leaving = new AbortController();
    const ask = () => fetch(`${server.url}/api/v1/changes?wait=50`, { signal: leaving.signal });
    const asked = Array.from({ length: 201 }, ask);
    const refused = await Promise.race(asked);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    leaving.abort();
    await Promise.allSettled(asked);
  });

  it('is closed where reading is not public', async () => {
    const server = await startApiServer({ isReadingPublic: false });
    expect((await read(server)).response.status).toBe(401);
    expect((await send(server, 'GET', '/changes', { headers: { accept: 'application/json' } })).status).toBe(200);
  });
});

it('a network that waits too often takes no room from others', async () => {
  const server = await startApiServer({ trustedProxies: LOOPBACK });
  await deposit(server);
  const { changes } = await read(server);
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const wait = (from: string) =>
    fetch(`${server.url}/api/v1/changes?wait=20&after=${changes.at(-1)?.cursor}`, {
      headers: { 'x-forwarded-for': from },
      signal: stop.signal,
    });
  const statuses: number[] = [];
  for (const _ of Array.from({ length: 21 })) {
    void wait('192.0.2.1').then(
      ({ status }) => statuses.push(status),
      () => undefined,
    );
  }
  await expect.poll(() => statuses).toEqual([503]);
  const other = wait('192.0.2.2');
  await deposit(server);
  expect((await other).status).toBe(200);
});
