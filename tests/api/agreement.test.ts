import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { BODILESS, OPERATION_LIST } from '@perene/api';
import { describe, expect, it } from 'vitest';
import { startApiServer } from './api-server.ts';
import { formOf, send } from './client.ts';

/** Any method, also those that `fetch` does not send. */
const sendLine = async (url: string, method: string, path: string, headers = '', body = ''): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  return text(socket);
};

describe('a method that an address lacks', () => {
  it('is refused as such, whatever comes with it', async () => {
    const { url } = await startApiServer();
    for (const [method, headers, body] of [
      ['QUERY', '', ''],
      ['QUERY', 'Content-Type: application/json\r\n', '{}'],
      ['PUT', 'Content-Type: application/json\r\n', '{'],
      ['PUT', 'Content-Type: text/plain\r\n', 'x'],
      ['PROPFIND', '', ''],
      ['TRACE', '', ''],
    ] as const) {
      const answer = (await sendLine(url, method, '/api/v1/items', headers, body)).toLowerCase();
      expect(answer).toContain('http/1.1 405 ');
      expect(answer).toContain('allow: post, get, head');
      expect(answer).toContain('"method-not-allowed"');
    }
    const answer = await sendLine(url, 'QUERY', '/api/v1/nothing');
    expect(answer).toContain('HTTP/1.1 404 ');
    expect(answer).toContain('"address-unknown"');
  });
});

describe('a number in a query', () => {
  it('is taken in digits, and in no other spelling', async () => {
    const server = await startApiServer();
    const statusOf = async (limit: string) => (await send(server, 'GET', `/items?limit=${limit}`)).status;
    for (const limit of ['5', '05', '500']) expect(await statusOf(limit), limit).toBe(200);
    const others = ['true', '1e1', '0x5', '%205', '5.0', '+5', '-5', '', 'null', '5&limit=6', '9'.repeat(400)];
    for (const limit of others) expect(await statusOf(limit), limit).toBe(400);
  });
});

describe('a body', () => {
  it('is missed where one is needed', async () => {
    const server = await startApiServer();
    expect(await send(server, 'POST', '/items')).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
  });

  it('of another media type is refused by every operation', async () => {
    const server = await startApiServer();
    const TYPES = ['multipart/form-data; boundary=x', 'application/offset+octet-stream', 'text/plain', 'nonsense'];
    for (const [id, { path, method, headers, bytes = 'application/json', formPart }] of OPERATION_LIST) {
      if (BODILESS.includes(method)) continue;
      const needed = Object.fromEntries((headers?.required ?? []).map((name) => [name, '0']));
      for (const type of TYPES) {
        if (type.startsWith(formPart === undefined ? bytes : 'multipart/')) continue;
        const sent = { 'tus-resumable': '1.0.0', ...needed, 'content-type': type };
        const address = path.replaceAll(/\{\w+\}/g, 'x');
        expect(
          await send(server, method, address, { as: 'admin', body: 'x', headers: sent }),
          `${id} ${type}`,
        ).toMatchObject({ status: 415, body: { code: 'media-type-unsupported' } });
      }
    }
  });

  it('that nothing was foreseen for is refused', async () => {
    const server = await startApiServer();
    const load = (json?: unknown) => send(server, 'POST', '/proposals/7/accept', { as: 'admin', json });
    for (const json of [{ reason: 'x' }, [], 'x']) expect((await load(json)).status, `${json}`).toBe(400);
    for (const json of [undefined, {}]) expect((await load(json)).status).toBe(404);
  });

  it('may be a form for a deposit', async () => {
    const server = await startApiServer();
    expect((await send(server, 'POST', '/items', { body: formOf({}, { 'a.txt': 'a' }) })).status).toBe(201);
  });
});

describe('a request whose head is too large', () => {
  it('is refused with the status and code that the document tells', async () => {
    const { url } = await startApiServer();
    const answer = await sendLine(url, 'GET', `/api/v1/resolve?url=${'x'.repeat(20_000)}`);
    expect(answer).toContain('HTTP/1.1 431 ');
    expect(answer).toContain('"head-too-large"');
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    for (const methods of Object.values(document.paths))
      for (const { responses } of Object.values(methods)) expect(responses).toHaveProperty('431');
  });

  it('is not that of the longest URL that the document allows', async () => {
    const { url } = await startApiServer();
    const answer = await sendLine(url, 'GET', `/api/v1/resolve?url=${'x'.repeat(8_192)}`);
    expect(answer).toContain('HTTP/1.1 200 ');
  });
});
