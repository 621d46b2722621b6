import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as startRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ItemPage } from '@perene/api';
import { describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { formOf, send } from './client.ts';

const BOUNDARY = 'a-boundary-of-tests';
const ITEM = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="item"\r\nContent-Type: application/json\r\n\r\n{}\r\n`;
const FILE = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;
const HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

const listFiles = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true }).map(String);
  } catch {
    return [];
  }
};

/** Checks that nothing is in the catalogue nor on the disk. */
const expectNothing = async (server: ApiServer): Promise<void> => {
  expect((await send<ItemPage>(server, 'GET', '/items')).body.items).toEqual([]);
  expect(listFiles(join(server.folder, 'col'))).toEqual([]);
  expect(listFiles(join(server.folder, 'incoming'))).toEqual([]);
};

/** A node soon removes what a disconnection leaves behind. */
const expectNothingSoon = async (server: ApiServer): Promise<void> => {
  while (listFiles(join(server.folder, 'incoming')).length > 0) await sleep(5);
  await expectNothing(server);
};

describe('multipart bodies', () => {
  it.each([
    ['that end in the middle of a file', `${ITEM}${FILE}some`],
    ['that end after a file', `${ITEM}${FILE}some\r\n`],
    ['that end in the headers of a part', `${ITEM}--${BOUNDARY}\r\nContent-Disp`],
    ['that end in the description', ITEM.slice(0, -4)],
    ['with neither headers nor dashes after a boundary', `${ITEM}${FILE}some\r\n--${BOUNDARY}oops\r\nmore${END}`],
    ['with one dash after a boundary', `${ITEM}${FILE}some\r\n--${BOUNDARY}-\r\nmore${END}`],
    ['with nothing but such a part', `--${BOUNDARY}oops\r\nmore${END}`],
    ['with a file without any name', `${ITEM}${FILE.replace(/; name.*/, '')}some${END}`],
    ['without any part', `--${BOUNDARY}--\r\n`],
    ['that are empty', ''],
    ['of another boundary', `${ITEM}${FILE}some${END}`.replaceAll(BOUNDARY, 'another')],
    ['without a description', `${FILE}some${END}`],
    ['whose description comes last', `${FILE}some\r\n${ITEM}--${BOUNDARY}--\r\n`],
    ['with two descriptions', `${ITEM}${ITEM}${FILE}some${END}`],
    ['whose description is no JSON', `${ITEM.replace('{}', '{')}${FILE}some${END}`],
    ['with a file without a name', `${ITEM}${FILE.replace('; filename="a.bin"', '')}some${END}`],
  ])('are refused, and leave nothing: those %s', async (_what, body) => {
    const server = await startApiServer();
    const refused = await send(server, 'POST', '/items', { body, headers: HEADERS });
    expect(refused).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
    await expectNothing(server);
  });

  it.each([
    ['that ends before the offer', ITEM.slice(0, -4)],
    ['that ends in the offer', ITEM.slice(0, -3)],
    [
      'whose offer is nested too deeply',
      `${ITEM.replace('{}', `${'['.repeat(5_000)}${']'.repeat(5_000)}`)}${FILE}some${END}`,
    ],
    ['whose offer is no JSON', `${ITEM.replace('{}', '{')}${FILE}some${END}`],
    ['without an offer', `${FILE}some${END}`],
  ])('are refused as a transfer: one %s', async (_what, body) => {
    const server = await startApiServer();
    const id = '0123456789abcdef0123456789abcdef';
    const refused = await send(server, 'POST', `/transfers/${id}`, { as: 'steward', body, headers: HEADERS });
    expect(refused).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
    await expectNothing(server);
  });

  it('are refused without a boundary', async () => {
    const server = await startApiServer();
    const refused = await send(server, 'POST', '/items', {
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
  });

  it('are refused where the description is too long', async () => {
    const server = await startApiServer();
    const body = formOf({ language: 'x'.repeat(1_100_000) }, { 'a.txt': 'a' });
    expect(await send(server, 'POST', '/items', { body })).toMatchObject({
      status: 413,
      body: { code: 'request-too-large' },
    });
    await expectNothing(server);
  });

  it('may hold a file of exactly the largest size, and none that is larger', async () => {
    const server = await startApiServer({ limits: { maxFileBytes: 100_000 } });
    const largest = await send<ItemView>(server, 'POST', '/items', { body: formOf({}, { a: 'x'.repeat(100_000) }) });
    expect(largest.body.files).toMatchObject([{ bytes: 100_000 }]);
    for (const bytes of [100_001, 5_000_000]) {
      const refused = await send(server, 'POST', '/items', { body: formOf({}, { b: 'b', a: 'x'.repeat(bytes) }) });
      expect(refused).toMatchObject({ status: 413, body: { code: 'file-too-large' } });
    }
    expect((await send<ItemPage>(server, 'GET', '/items')).body.items).toHaveLength(1);
    expect(listFiles(join(server.folder, 'incoming'))).toEqual([]);
  });

  it('leave nothing where the client goes away in the middle', async () => {
    const server = await startApiServer();
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/v1/items HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.keys.depositor}\r\n` +
        `Content-Type: ${HEADERS['content-type']}\r\nContent-Length: 100000000\r\n\r\n${ITEM}${FILE}${'x'.repeat(3_000_000)}`,
    );
    while (!listFiles(join(server.folder, 'incoming')).some((name) => name.includes('partial'))) await sleep(5);
    socket.destroy();
    await expectNothingSoon(server);
  });

  it('get their refusal while they are still being sent, however large they are', async () => {
    const server = await startApiServer({ limits: { maxFileBytes: 1_000 } });
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sending = startRequest(`${server.url}/api/v1/items`, {
        method: 'POST',
        headers: { ...HEADERS, authorization: `Bearer ${server.keys.depositor}` },
      });
      sending.on('error', reject);
      sending.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          sending.destroy();
          resolve({ status: response.statusCode, text });
        });
      });
      sending.write(`${ITEM}${FILE}`);
      const chunk = Buffer.alloc(65_536);
      const sendMore = (): void => {
        if (!sending.destroyed) sending.write(chunk, () => setImmediate(sendMore));
      };
      sendMore();
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'file-too-large' });
    await expectNothing(server);
  });

  it('stream to the disk: memory stays flat under 400 MB', async () => {
    const server = await startApiServer();
    const bytes = 400 * 1_048_576;
    const chunk = Buffer.alloc(1_048_576, 'x');
    let most = 0;
    async function* content() {
      yield Buffer.from(`${ITEM}${FILE}`);
      for (let sent = 0; sent < bytes; sent += chunk.length) {
        yield chunk;
        most = Math.max(most, process.memoryUsage().arrayBuffers);
      }
      yield Buffer.from(END);
    }
    const before = process.memoryUsage().arrayBuffers;
    const sending = startRequest(`${server.url}/api/v1/items`, {
      method: 'POST',
      headers: { ...HEADERS, authorization: `Bearer ${server.keys.depositor}` },
    });
    const answered = once(sending, 'response');
    await pipeline(content, sending);
    const [response] = await answered;
    const body = (await json(response)) as ItemView;
    expect([response.statusCode, body.files[0]?.bytes]).toEqual([201, bytes]);
    expect(most - before).toBeLessThan(128 * 1_048_576);
  });
});
