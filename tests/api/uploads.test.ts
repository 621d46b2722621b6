import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { type Answer, formOf, send } from './client.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const encode = (text: string): string => Buffer.from(text).toString('base64');

const begin = async (server: ApiServer, bytes: number, path = 'data/large.bin'): Promise<string> => {
  const headers = { ...TUS, 'upload-length': String(bytes), 'upload-metadata': `filename ${encode(path)},other` };
  const { status, headers: answered } = await send(server, 'POST', '/uploads', { headers });
  expect([status, answered.get('tus-resumable')]).toEqual([201, '1.0.0']);
  const location = answered.get('location') ?? '';
  expect(location).toMatch(/^\/api\/v1\/uploads\/[0-9a-f]{32}$/);
  return location.slice('/api/v1'.length);
};

const append = (server: ApiServer, path: string, offset: number, body: string): Promise<Answer> =>
  send(server, 'PATCH', path, { body, headers: { ...PART, 'upload-offset': String(offset) } });

const offsetOf = async (server: ApiServer, path: string): Promise<number> => {
  const { status, headers } = await send(server, 'HEAD', path, { headers: TUS });
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  return Number(headers.get('upload-offset'));
};

const deposit = (server: ApiServer, uploads: readonly object[], headers: Record<string, string> = {}) =>
  send<ItemView>(server, 'POST', '/items', { json: { metadata: { title: 'Large' }, uploads }, headers });

describe('uploads', () => {
  it('say what they can do', async () => {
    const server = await startApiServer({ limits: { maxFileBytes: 1_000 } });
    const { status, headers } = await send(server, 'OPTIONS', '/uploads', { as: 'nobody' });
    expect([status, headers.get('tus-version'), headers.get('tus-extension'), headers.get('tus-max-size')]).toEqual([
      204,
      '1.0.0',
      'creation,termination',
      '1000',
    ]);
  });

  it('may break off at any moment, and the node goes on', async () => {
    const server = await startApiServer();
    const path = await begin(server, 1_000);
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtExceptionMonitor', note);
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', note));
    const { hostname, port } = new URL(server.url);
    const lines = { ...PART, host: hostname, authorization: `Bearer ${server.keys.depositor}`, 'upload-offset': '0' };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    // It breaks off before, while and after the node begins to read the part.
    for (let time = 0; time < 200; time += 1) {
      const socket = connect(Number(port), hostname);
      socket.write(`PATCH /api/v1${path} HTTP/1.1\r\n${head.join('')}content-length: 900\r\n\r\n`);
      await once(socket, 'connect');
      await sleep((time % 20) / 4);
      socket.destroy();
    }
    let answer = await append(server, path, 0, 'x'.repeat(1_000));
    for (; answer.status === 423; answer = await append(server, path, 0, 'x'.repeat(1_000))) await sleep(5);
    expect(answer.status).toBe(204);
    expect(uncaught).toEqual([]);
  });

  it('come in parts, and become files of an item', async () => {
    const server = await startApiServer();
    const path = await begin(server, 10);
    const first = await append(server, path, 0, 'hello');
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '5']);
    expect(await offsetOf(server, path)).toBe(5);
    const id = path.split('/').at(-1);
    expect(await deposit(server, [{ id }])).toMatchObject({ status: 409, body: { code: 'upload-incomplete' } });
    expect((await append(server, path, 5, 'world')).headers.get('upload-offset')).toBe('10');

    const headers = { 'idempotency-key': 'once' };
    const { status, body } = await deposit(server, [{ id }], headers);
    expect([status, body.files]).toEqual([201, [expect.objectContaining({ path: 'data/large.bin', bytes: 10 })]]);
    expect(readdirSync(join(server.folder, 'uploads'))).toEqual([]);
    expect((await deposit(server, [{ id }], headers)).body.repository).toBe(body.repository);
    expect(await deposit(server, [{ id }])).toMatchObject({ status: 404, body: { code: 'upload-not-found' } });
    expect((await send(server, 'HEAD', path, { headers: TUS })).status).toBe(404);
  });

  it('go on where a connection broke', async () => {
    const server = await startApiServer();
    const text = 'x'.repeat(3_000_000);
    const path = await begin(server, text.length);
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PATCH /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.keys.depositor}\r\n` +
        `Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n` +
        `Content-Length: ${text.length}\r\n\r\n${text.slice(0, 1_000_000)}`,
    );
    while ((await offsetOf(server, path)) < 1_000_000) await sleep(5);
    const busy = await append(server, path, 1_000_000, 'x');
    expect(busy).toMatchObject({ status: 423, body: { code: 'upload-busy' } });
    socket.destroy();

    let answer = await append(server, path, 1_000_000, text.slice(1_000_000));
    while (answer.status === 423) {
      await sleep(5);
      answer = await append(server, path, 1_000_000, text.slice(1_000_000));
    }
    expect(answer).toMatchObject({ status: 204 });
    const { body } = await deposit(server, [{ id: path.split('/').at(-1), path: 'another name.bin' }]);
    expect(body.files).toMatchObject([{ path: 'another name.bin', bytes: text.length }]);
  });

  it('go together with files of a form', async () => {
    const server = await startApiServer();
    const path = await begin(server, 0);
    const item = { uploads: [{ id: path.split('/').at(-1) }] };
    const { body } = await send<ItemView>(server, 'POST', '/items', { body: formOf(item, { 'a.txt': 'a' }) });
    expect(body.files.map((file) => file.path).sort()).toEqual(['a.txt', 'data/large.bin']);
  });

  it('can be used again where the deposit was refused', async () => {
    const server = await startApiServer();
    const path = await begin(server, 1);
    await append(server, path, 0, 'x');
    const id = path.split('/').at(-1);
    const refused = await send(server, 'POST', '/items', { json: { uploads: [{ id }], target: 'missing' } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'target-missing' } });
    expect((await deposit(server, [{ id }])).status).toBe(201);
  });

  it('belong to the key that began them', async () => {
    const server = await startApiServer();
    const path = await begin(server, 1);
    await append(server, path, 0, 'x');
    for (const [method, headers] of [
      ['HEAD', TUS],
      ['PATCH', { ...PART, 'upload-offset': '1' }],
      ['DELETE', TUS],
    ] as const) {
      expect((await send(server, method, path, { as: 'admin', headers })).status).toBe(404);
    }
    const json = { uploads: [{ id: path.split('/').at(-1) }] };
    expect(await send(server, 'POST', '/items', { as: 'admin', json })).toMatchObject({
      status: 404,
      body: { code: 'upload-not-found' },
    });
  });

  it('are forgotten on demand', async () => {
    const server = await startApiServer();
    const path = await begin(server, 5);
    expect((await send(server, 'DELETE', path, { headers: TUS })).status).toBe(204);
    expect((await send(server, 'DELETE', path, { headers: TUS })).status).toBe(404);
    expect(readdirSync(join(server.folder, 'uploads'))).toEqual([]);
  });

  it('refuse wrong offsets, and more bytes than were announced', async () => {
    const server = await startApiServer();
    const path = await begin(server, 5);
    expect(await append(server, path, 1, 'x')).toMatchObject({ status: 409, body: { code: 'upload-offset' } });
    expect(await append(server, path, 0, '123456')).toMatchObject({ status: 413, body: { code: 'file-too-large' } });
    const unannounced = async function* () {
      yield Buffer.from('123');
      yield Buffer.from('456');
    };
    const chunked = await send(server, 'PATCH', path, {
      body: unannounced() as unknown as BodyInit,
      headers: { ...PART, 'upload-offset': '0' },
    });
    expect(chunked).toMatchObject({ status: 413, body: { code: 'file-too-large' } });
    expect(await offsetOf(server, path)).toBeLessThanOrEqual(5);
  });

  it.each([
    ['POST', '/uploads', { 'upload-length': '1' }, 412, 'tus-version'],
    ['POST', '/uploads', { 'tus-resumable': '0.2.2', 'upload-length': '1' }, 412, 'tus-version'],
    ['POST', '/uploads', TUS, 400, 'request-invalid'],
    ['POST', '/uploads', { ...TUS, 'upload-length': '-1' }, 400, 'request-invalid'],
    ['POST', '/uploads', { ...TUS, 'upload-length': '1001' }, 413, 'file-too-large'],
    [
      'POST',
      '/uploads',
      { ...TUS, 'upload-length': '1', 'upload-metadata': `filename ${encode('../x')}` },
      422,
      'file-name-invalid',
    ],
    ['PATCH', '/uploads/x', { ...PART, 'upload-offset': '0' }, 404, 'upload-not-found'],
    ['PATCH', '/uploads/..%2Fx', { ...PART, 'upload-offset': '0' }, 404, 'upload-not-found'],
    ['PATCH', '/uploads/x', { ...PART }, 400, 'request-invalid'],
    [
      'PATCH',
      '/uploads/x',
      { ...TUS, 'content-type': 'application/json', 'upload-offset': '0' },
      415,
      'media-type-unsupported',
    ],
    ['DELETE', '/uploads/x', TUS, 404, 'upload-not-found'],
  ] as const)('refuse %s %s with %j', async (method, path, headers, status, code) => {
    const server = await startApiServer({ limits: { maxFileBytes: 1_000 } });
    const body = method === 'PATCH' ? '{}' : undefined;
    const refused = await send(server, method, path, { headers, ...(body !== undefined && { body }) });
    expect(refused).toMatchObject({ status, body: { code } });
    if (code === 'tus-version') expect(refused.headers.get('tus-version')).toBe('1.0.0');
  });
});
