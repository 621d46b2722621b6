import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { OPERATIONS } from '@perene/api';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DepositedFile } from '../../services/archive/archive-operations.ts';
import { checkItemName } from '../../services/archive/items/check-labels.ts';
import { createRemoteArchive } from './remote-archive.ts';
import { createRemoteResolver } from './remote-resolver.ts';
import { uploadFile } from './resumable-upload.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A node that answers as the test says, to stand for broken and hostile ones. */
const listen = async (handler: Handler): Promise<string> => {
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
};

const KEY = 'perene_secret';

const open = async (handler: Handler) => createRemoteArchive({ url: await listen(handler), key: KEY });

const answer = (response: ServerResponse, status: number, body: unknown): unknown =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const ITEM = OPERATIONS.showItem.example.answer;
const AUTHOR = { who: 'the key' };

async function* filesOf(contents: Readonly<Record<string, string>>): AsyncGenerator<DepositedFile> {
  for (const [path, content] of Object.entries(contents)) {
    yield { path, bytes: content.length, open: (start) => Readable.from([Buffer.from(content).subarray(start)]) };
  }
}

describe('a remote Archive', () => {
  it('asks with the key, for labels and pages as they are', async () => {
    const asked: unknown[] = [];
    const { operations } = await open((request, response) => {
      asked.push([request.method, request.url, request.headers.authorization]);
      return answer(response, 200, { items: [], entries: [], ...ITEM });
    });
    await operations.show(checkItemName('sid.inpe.br/mtc-m18@80/2009/02.16.17.46'));
    await operations.list({ words: 'água & sal', limit: 2 });
    await operations.history(checkItemName('8JMKD3MGP8W/34PGRBS'), { cursor: '7' });
    await operations.files(checkItemName('8JMKD3MGP8W/34PGRBS'));
    const authorization = `Bearer ${KEY}`;
    expect(asked).toEqual([
      ['GET', '/api/v1/items/sid.inpe.br/mtc-m18%4080/2009/02.16.17.46', authorization],
      ['GET', '/api/v1/items?q=%C3%A1gua+%26+sal&limit=2', authorization],
      ['GET', '/api/v1/items/8JMKD3MGP8W/34PGRBS/history?cursor=7', authorization],
      ['GET', '/api/v1/items/8JMKD3MGP8W/34PGRBS/files', authorization],
    ]);
  });

  it('shows the tombstone that comes with a 410', async () => {
    const { operations } = await open((_request, response) =>
      answer(response, 410, { code: 'item-removed', detail: 'gone', item: { ...ITEM, state: 'Deleted' } }),
    );
    expect(await operations.show(checkItemName('8JMKD3MGP8W/34PGRBS'))).toMatchObject({ state: 'Deleted' });
    await expect(operations.files(checkItemName('8JMKD3MGP8W/34PGRBS'))).rejects.toMatchObject({
      code: 'item-removed',
    });
  });

  it.each([
    ['a refusal it knows', 409, { code: 'edition-exists', detail: 'there is one' }, 'edition-exists', 'there is one'],
    ['a refusal of a newer node', 409, { code: 'new-reason', detail: 'why' }, 'node-refused', 'why'],
    ['a refusal without words', 500, {}, 'node-refused', 'answered 500'],
    ['a key that is missing', 401, { code: 'key-missing', detail: 'header' }, 'key-missing', 'wants a key'],
    ['a key that is repeated', 401, { code: 'key-lost', detail: `${KEY} is wrong` }, 'node-refused', '... is wrong'],
    ['a redirect', 302, {}, 'node-refused', 'leads elsewhere (302)'],
    ['another answer', 200, { items: 'none' }, 'node-refused', 'something else than was asked for'],
  ])('tells %s', async (_what, status, body, code, message) => {
    const { operations } = await open((_request, response) => answer(response, status, body));
    const refusal = await operations.list({}).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(String(refusal)).not.toContain(KEY);
  });

  it('refuses what is no JSON, and what does not end', async () => {
    const { operations } = await open((_request, response) => response.end('<html>'));
    await expect(operations.list({})).rejects.toMatchObject({ message: expect.stringContaining('is no JSON') });
    const endless = await open((_request, response) => Readable.from(endlessBytes()).pipe(response));
    await expect(endless.operations.list({})).rejects.toMatchObject({ message: expect.stringContaining('more than') });
  });

  it('does not follow redirects with the key', async () => {
    let isFollowed = false;
    const elsewhere = await listen((_request, response) => {
      isFollowed = true;
      return answer(response, 200, { items: [] });
    });
    const { operations } = await open((_request, response) => response.writeHead(307, { location: elsewhere }).end());
    await expect(operations.list({})).rejects.toMatchObject({ code: 'node-refused' });
    expect(isFollowed).toBe(false);
  });

  it('sends a deposit again when the connection broke, as the same request', async () => {
    const keys: unknown[] = [];
    let body = '';
    const { operations } = await open(async (request, response) => {
      keys.push(request.headers['idempotency-key']);
      body = await readBody(request);
      return keys.length === 1 ? request.socket.destroy() : answer(response, 201, ITEM);
    });
    const request = { metadata: { title: 'x' }, files: filesOf({ 'a.txt': 'alpha', 'b/ç.txt': 'beta' }) };
    expect(await operations.deposit(request, AUTHOR)).toEqual(ITEM);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    expect(body.replaceAll(/perene-[0-9a-f-]{36}/g, 'BOUNDARY').split('\r\n')).toEqual([
      '--BOUNDARY',
      'Content-Disposition: form-data; name="item"',
      'Content-Type: application/json',
      '',
      '{"metadata":{"title":"x"}}',
      '--BOUNDARY',
      'Content-Disposition: form-data; name="file"; filename="a.txt"',
      'Content-Type: application/octet-stream',
      '',
      'alpha',
      '--BOUNDARY',
      'Content-Disposition: form-data; name="file"; filename="b/ç.txt"',
      'Content-Type: application/octet-stream',
      '',
      'beta',
      '--BOUNDARY--',
      '',
    ]);
  });

  it('does not try again where there is no node', async () => {
    let opened = 0;
    const file = { path: 'a', open: () => Readable.from([String(opened++)]) };
    const { operations } = createRemoteArchive({ url: 'http://127.0.0.1:4', key: undefined });
    await expect(operations.deposit({ files: Readable.from([file]) }, AUTHOR)).rejects.toMatchObject({
      code: 'node-unreachable',
    });
    expect(opened).toBeLessThan(2);
  });

  it('mints in steps, and tells how far it is', async () => {
    const { mint } = await open(async (request, response) => {
      const { count } = JSON.parse(await readBody(request));
      return answer(response, 201, { ibis: Array.from({ length: count }, () => ({ repository: 'x', date: '1' })) });
    });
    const progress: number[] = [];
    expect(await mint(25_000, (minted) => progress.push(minted))).toHaveLength(25_000);
    expect(progress).toEqual([10_000, 20_000, 25_000]);
  });
});

function* endlessBytes(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(1_048_576, 0x20);
}

describe('a resumable upload', () => {
  const CONTENT = Buffer.from('0123456789'.repeat(1_000));
  const file = {
    path: 'a.bin',
    bytes: CONTENT.length,
    open: (start: number) => Readable.from([CONTENT.subarray(start)]),
  };

  /** Accepts `step` bytes of each part, then breaks the connection. */
  const startBreaking = async (step: number) => {
    let received = Buffer.alloc(0);
    const url = await listen(async (request, response) => {
      if (request.method === 'POST') return response.writeHead(201, { location: '/api/v1/uploads/u1' }).end();
      if (request.method === 'HEAD')
        return response
          .writeHead(200, { 'upload-offset': String(received.length), 'upload-length': String(CONTENT.length) })
          .end();
      if (request.headers['upload-offset'] !== String(received.length)) return answer(response, 409, {});
      const part = Buffer.from(await readBody(request));
      received = Buffer.concat([received, part.subarray(0, step)]);
      if (part.length > step) return request.socket.destroy();
      return response.writeHead(204, { 'upload-offset': String(received.length) }).end();
    });
    return { address: { url, key: KEY }, received: () => received };
  };

  it('goes on from where the node has it', async () => {
    const { address, received } = await startBreaking(4_000);
    expect(await uploadFile(address, file)).toBe('u1');
    expect(received().equals(CONTENT)).toBe(true);
  });

  it('gives up where nothing goes on', async () => {
    const { address } = await startBreaking(0);
    await expect(uploadFile(address, file, { retryDelaysMs: [1, 1, 1] })).rejects.toMatchObject({
      code: 'node-unreachable',
    });
  });

  it('notices a file that became shorter', async () => {
    const { address } = await startBreaking(100_000);
    await expect(uploadFile(address, { ...file, bytes: file.bytes + 1 })).rejects.toMatchObject({
      code: 'file-unreadable',
    });
  });

  it.each([
    ['too large', 413, 'file-too-large'],
    ['too many', 503, 'too-many-uploads'],
  ])('tells when it may not begin: %s', async (_what, status, code) => {
    const url = await listen((_request, response) => answer(response, status, { code, detail: 'no' }));
    await expect(uploadFile({ url, key: KEY }, file)).rejects.toMatchObject({ code });
  });
});

describe('a remote resolver', () => {
  const archive = { address: 'a.example.org', service: 'example.org/a/2020/01.01.00.00' };
  const resolve = async (more: object) => {
    const url = await listen((_request, response) => answer(response, 200, { ...more }));
    const request = { target: '/8JMKD3MGP8W/34PGRBS', clientAddresses: [], languages: undefined, isCounted: false };
    return createRemoteResolver({ url, key: undefined }).resolve(request);
  };

  it('gives the labels of Archives in canonical spelling', async () => {
    const told = { ...archive, service: 'Example.org/A/2020/01.01.00.00' };
    const found = { outcome: 'found', url: 'http://a.example.org/doc', archive: told };
    expect(await resolve(found)).toMatchObject({ kind: 'found', archive });
    expect(await resolve({ outcome: 'disputed', claims: [told] })).toMatchObject({ claims: [archive] });
  });

  it.each(['', 'nothing', 'example.org/a/2020/01.01.00.00/../../admin?x='])(
    'is not believed where an Archive has no label: %j',
    async (service) => {
      const wrong = { ...archive, service };
      for (const told of [
        { outcome: 'found', archive: wrong },
        { outcome: 'disputed', claims: [wrong] },
      ])
        await expect(resolve(told)).rejects.toMatchObject({ code: 'peer-refused' });
    },
  );
});
