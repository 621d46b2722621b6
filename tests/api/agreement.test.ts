import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { BODILESS, describeApi, MAX_MINTED_COUNT, OPERATION_LIST, OPERATIONS, type OperationId } from '@perene/api';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { startApiServer } from './api-server.ts';
import { deposit, formOf, send } from './client.ts';

/** Sends any method, also those that `fetch` does not send. */
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

describe('a text that no database can keep', () => {
  it('is the fault of the request, wherever it stands', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    await send(server, 'POST', '/minters', { as: 'admin', json: { name: 'theses' } });
    const there: Readonly<Record<string, string>> = { ibi: repository, name: 'theses', id: '1', element: 'where' };
    for (const [id, operation] of OPERATION_LIST) {
      const { method, path, query, body, example } = operation;
      const address = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => there[name] ?? '');
      const texts = Object.entries((query?.properties ?? {}) as Record<string, { type?: string }>);
      const queries = texts.filter(([, { type }]) => type === 'string').map(([name]) => `${address}?${name}=a%00b`);
      const paths = Object.keys(there).map((name) => path.replace(`{${name}}`, 'a%00b').replaceAll(/\{(\w+)\}/g, '1'));
      for (const tried of [...queries, ...paths.filter((text) => text.includes('%00'))]) {
        const json = body && example.request;
        expect((await send(server, method, tried, { as: 'admin', json })).status, `${id} ${tried}`).toBeLessThan(500);
      }
      for (const [name, value] of Object.entries(example.request ?? {})) {
        if (typeof value !== 'string' || !(name in (body?.properties ?? {}))) continue;
        const given = Object.entries(example.request ?? {}).filter(([other]) => other in (body?.properties ?? {}));
        for (const wrong of ['a\0b', 'a\ud800']) {
          const json = { ...Object.fromEntries(given), [name]: wrong };
          expect((await send(server, method, address, { as: 'admin', json })).status, `${id} ${name}`).toBeLessThan(
            500,
          );
        }
      }
    }
    expect(await send(server, 'GET', '/archives?cursor=a%00b')).toMatchObject({
      status: 400,
      body: { code: 'value-unkept', parameters: { reason: 'null-character' } },
    });
  });
});

describe('what the document tells beyond the schemas', () => {
  it('is checked by the services, with codes of their own', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    await send(server, 'POST', '/minters', { as: 'admin', json: { name: 'theses' } });
    const item = `/items/${repository}`;
    const key = '0123456789';
    const long = 'x'.repeat(2_001);
    for (const [id, path, { json, headers = {} }, code] of [
      ['mintIbis', '/ibis', { json: { count: 0 } }, 'count-out-of-range'],
      ['mintIbis', '/ibis', { json: { count: MAX_MINTED_COUNT + 1 } }, 'count-out-of-range'],
      ['mintIdentifiers', '/minters/theses/mint', { json: { count: 0 } }, 'count-out-of-range'],
      ['mintIdentifiers', '/minters/theses/mint', { json: { count: 100_001 } }, 'count-out-of-range'],
      ['createMinter', '/minters', { json: { name: 'Ana Lima' } }, 'minter-name-invalid'],
      ['createMinter', '/minters', { json: { name: 'x'.repeat(64) } }, 'minter-name-invalid'],
      ['createKey', '/keys', { json: { name: '', role: 'reader' } }, 'key-name-invalid'],
      ['createKey', '/keys', { json: { name: 'x'.repeat(201), role: 'reader' } }, 'key-name-invalid'],
      ['registerArchive', '/archives', { json: { service: repository, registrationKey: '1' } }, 'registration-invalid'],
      [
        'registerArchive',
        '/archives',
        { json: { service: repository, registrationKey: `${key}-${key}-${key}` } },
        'registration-invalid',
      ],
      ['removeItem', item, { json: { reason: '' } }, 'reason-missing'],
      ['removeItem', item, { json: { reason: long } }, 'reason-missing'],
      ['refuseProposal', '/proposals/1/refuse', { json: { reason: '' } }, 'reason-missing'],
      ['bindElement', '/minters/theses/ids/x/bindings/y', { json: { value: 'x', base64: 'eA==' } }, 'request-invalid'],
      ['editItem', item, { json: {}, headers: { 'if-match': '3' } }, 'request-invalid'],
      ['beginUpload', '/uploads', { headers: { 'tus-resumable': '0.2.2', 'upload-length': '1' } }, 'tus-version'],
      ['beginUpload', '/uploads', { headers: { 'upload-length': '1' } }, 'tus-version'],
    ] as readonly (readonly [OperationId, string, { json?: object; headers?: Record<string, string> }, string])[]) {
      const { method } = OPERATIONS[id];
      const { body } = await send(server, method, path, { as: 'admin', json, headers });
      expect(body['code'], `${id} ${JSON.stringify(json)}`).toBe(code);
      expect(isDescribed(id, json, headers), `${id} ${JSON.stringify(json ?? headers)}`).toBe(false);
    }
  });

  it('allows what the services take', () => {
    for (const [id, json] of [
      ['mintIbis', { count: MAX_MINTED_COUNT }],
      ['mintIdentifiers', { count: 100_000 }],
      ['createMinter', { name: '0-_z' }],
      ['registerArchive', { service: 'x', registrationKey: '0123456789-0123456789' }],
      ['editItem', {}],
      ['bindElement', { value: 'x' }],
      ['bindElement', {}],
    ] as const)
      expect(isDescribed(id, json, {}), id).toBe(true);
    for (const condition of ['*', '"3"']) expect(isDescribed('editItem', {}, { 'if-match': condition })).toBe(true);
  });
});

/** Whether the document allows a body and headers. */
const isDescribed = (id: OperationId, body: unknown, headers: Readonly<Record<string, string>>): boolean => {
  const { paths } = describeApi({ version: '1' });
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const { parameters = [], requestBody } = operations.find(({ operationId }) => operationId === id) ?? {};
  const schema = requestBody?.content['application/json']?.schema;
  const areHeadersRight = parameters
    .filter((parameter) => parameter.in === 'header')
    .every(({ name, required, schema: header }) =>
      headers[name] === undefined ? !required : Value.Check(header as TSchema, headers[name]),
    );
  return areHeadersRight && (schema === undefined || Value.Check(schema as TSchema, body));
};
