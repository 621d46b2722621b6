import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Network, parseNetwork } from '@perene/core/item';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EVERY_NETWORK, LOOPBACK, type LookUpAll } from './allowed-address.ts';
import { createPeerDispatcher, within } from './dispatcher.ts';

type Options = Parameters<typeof createPeerDispatcher>[0];

const networkOf = (given: string): Network => {
  const network = parseNetwork(given);
  if (!network.ok) throw new Error(given);
  return network.value;
};

const open = (options: Partial<Options> = {}) => {
  const dispatcher = createPeerDispatcher({ allowedNetworks: LOOPBACK, keepAlive: true, ...options });
  onTestFinished(() => dispatcher.close());
  return {
    ...dispatcher,
    get: (url: string, signal?: AbortSignal) =>
      dispatcher.send({ method: 'GET', url: new URL(url), ...(signal && { signal }) }),
  };
};

const sayYes: RequestListener = (_request, response) => response.end('yes');

/** Listens by default at every address of this machine, and records at which one it is reached. */
const startServer = async (answer = sayYes, host = '::') => {
  const reached: (string | undefined)[] = [];
  const server = createServer(answer);
  server.on('connection', (socket) => reached.push(socket.localAddress?.replace('::ffff:', '')));
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { reached, port: (server.address() as AddressInfo).port };
};

/** Makes a look-up that returns these lists, one after the other. */
const namesAre =
  (...lists: readonly (readonly string[])[]): LookUpAll =>
  (_host, _options, callback) => {
    const [list = [], ...rest] = lists;
    if (rest.length > 0) lists = rest;
    process.nextTick(() =>
      callback(
        null,
        list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
  };

describe('the guard against private addresses', () => {
  it.each([
    ['an IPv4 address', '127.0.0.1'],
    ['an IPv4 address as one number', '2130706433'],
    ['an IPv6 address', '[::1]'],
    ['an IPv4 address inside an IPv6 address', '[::ffff:127.0.0.1]'],
    ['a name of this machine', 'localhost'],
  ])('lets nothing out to %s', async (_what, host) => {
    const { port, reached } = await startServer();
    for (const protocol of ['http', 'https']) {
      const sending = open({ allowedNetworks: [] }).get(`${protocol}://${host}:${port}/`);
      await expect(sending).rejects.toMatchObject({ code: 'peer-not-allowed', parameters: { reason: 'private' } });
    }
    expect(reached).toEqual([]);
    expect((await open().get(`http://${host}:${port}/`)).statusCode).toBe(200);
  });

  it.each([
    ['a loopback address', ['127.0.0.1']],
    ['an IPv6 address of this machine', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a private network', ['10.1.2.3', '192.168.0.1', 'fd00::1']],
  ])('lets nothing out to a name that means %s', async (_what, addresses) => {
    const { port, reached } = await startServer();
    const { get } = open({ allowedNetworks: [], lookUp: namesAre(addresses) });
    await expect(get(`http://archive.example:${port}/`)).rejects.toMatchObject({ code: 'peer-not-allowed' });
    expect(reached).toEqual([]);
  });

  it.each([
    ['first', ['127.0.0.1', '::1']],
    ['last', ['::1', '127.0.0.1']],
  ])('takes the public address of a name that has a private one, too, which comes %s', async (_place, addresses) => {
    const { port, reached } = await startServer();
    const { get } = open({ allowedNetworks: [networkOf('::1')], lookUp: namesAre(addresses) });
    expect(await text((await get(`http://archive.example:${port}/`)).body)).toBe('yes');
    expect(reached).toEqual(['::1']);
  });

  it('does not fall back to the private address where the public one is silent', async () => {
    const { port, reached } = await startServer(sayYes, '127.0.0.1');
    const { get } = open({ allowedNetworks: [networkOf('::1')], lookUp: namesAre(['::1', '127.0.0.1']) });
    await expect(get(`http://archive.example:${port}/`)).rejects.toMatchObject({
      code: 'peer-unreachable',
      parameters: { cause: 'ECONNREFUSED' },
    });
    expect(reached).toEqual([]);
  });

  it('is asked by every connection: a name that comes to mean this machine is refused', async () => {
    const { port, reached } = await startServer();
    const lookUp = namesAre(['::1'], ['127.0.0.1']);
    const { get } = open({ allowedNetworks: [networkOf('::1')], keepAlive: false, lookUp });
    expect((await get(`http://archive.example:${port}/`)).statusCode).toBe(200);
    await expect(get(`http://archive.example:${port}/`)).rejects.toMatchObject({ code: 'peer-not-allowed' });
    expect(reached).toEqual(['::1']);
  });

  it('follows no redirect past it', async () => {
    const inside = await startServer();
    const { port } = await startServer((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    expect((await open().get(`http://127.0.0.1:${port}/`)).statusCode).toBe(302);
    expect(inside.reached).toEqual([]);
  });

  it('lets everything through where the operator named the other side', async () => {
    const { port } = await startServer();
    const { get } = open({ allowedNetworks: EVERY_NETWORK });
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      expect((await get(`http://${host}:${port}/`)).statusCode).toBe(200);
    }
  });
});

const MANY = Buffer.alloc(1_048_576, 'a');
const never: LookUpAll = () => undefined;
const silent = { code: 'peer-unreachable', parameters: { reason: 'silent' } };

describe('limits', () => {
  it('of time while nobody knows the address yet', async () => {
    await expect(open({ lookUp: never, connectMs: 20 }).get('http://archive.example/')).rejects.toMatchObject(silent);
  });

  it('of the whole time, a connection that is not made included', async () => {
    const { get } = open({ lookUp: never });
    const url = new URL('http://archive.example/');
    const late = within({ deadlineMs: 20 }, url, (signal) => get(url.href, signal));
    await expect(late).rejects.toMatchObject({ parameters: { reason: 'late', milliseconds: 20 } });
    const stopped = within({ deadlineMs: 600_000, signal: AbortSignal.timeout(20) }, url, (signal) =>
      get(url.href, signal),
    );
    await expect(stopped).rejects.toMatchObject({ parameters: { reason: 'not-waited' } });
    const before = within({ deadlineMs: 600_000, signal: AbortSignal.abort() }, url, (signal) => get(url.href, signal));
    await expect(before).rejects.toMatchObject({ parameters: { reason: 'not-waited' } });
  });

  it('of silence, before an answer and within it', async () => {
    const { port } = await startServer((request, response) => {
      if (request.url === '/begun') response.writeHead(200).write('a');
    });
    const { send } = open();
    const ask = (path: string) => send({ method: 'GET', url: new URL(`http://localhost:${port}${path}`), idleMs: 50 });
    await expect(ask('/')).rejects.toMatchObject(silent);
    await expect(text((await ask('/begun')).body)).rejects.toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' });
  });

  it('of headers', async () => {
    const { port } = await startServer((_request, response) =>
      response.writeHead(200, { long: 'a'.repeat(20_000) }).end(),
    );
    await expect(open().get(`http://localhost:${port}/`)).rejects.toMatchObject({
      code: 'peer-unreachable',
      parameters: { cause: 'UND_ERR_HEADERS_OVERFLOW' },
    });
  });

  it('of connections: the seventeenth request waits for one of sixteen', async () => {
    const waiting: (() => void)[] = [];
    const { port, reached } = await startServer((_request, response) => {
      waiting.push(() => response.end('yes'));
    });
    const { get } = open();
    const answers = Array.from({ length: 17 }, async () => text((await get(`http://localhost:${port}/`)).body));
    await expect.poll(() => waiting.length).toBe(16);
    for (const answer of waiting.splice(0)) answer();
    await expect.poll(() => waiting.length).toBe(1);
    for (const answer of waiting) answer();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['yes']));
    expect(reached.length).toBe(16);
  });
});

describe('connections', () => {
  it('that were kept and are closed by the other side are made again, once', async () => {
    let count = 0;
    const { port } = await startServer((request, response) => {
      count += 1;
      if (count === 2) request.socket.destroy();
      else response.end(String(count));
    });
    const { get } = open();
    expect(await text((await get(`http://localhost:${port}/`)).body)).toBe('1');
    expect(await text((await get(`http://localhost:${port}/`)).body)).toBe('3');
    const { port: broken, reached } = await startServer((request) => request.socket.destroy());
    await expect(get(`http://localhost:${broken}/`)).rejects.toMatchObject({ code: 'peer-unreachable' });
    expect(reached.length).toBe(2);
  });

  it('that serve one request are not made again: what is handed over must not be sent twice', async () => {
    const { port, reached } = await startServer((request) => request.socket.destroy());
    const { send } = open({ keepAlive: false });
    const url = new URL(`http://localhost:${port}/`);
    await expect(send({ method: 'POST', url, body: 'a' })).rejects.toMatchObject({ code: 'peer-unreachable' });
    expect(reached.length).toBe(1);
  });

  it('are used again by requests that follow each other, unless each has its own', async () => {
    const { port, reached } = await startServer();
    const askOften = async (keepAlive: boolean): Promise<number> => {
      const { get } = open({ keepAlive });
      const before = reached.length;
      for (let time = 0; time < 10; time += 1) await text((await get(`http://localhost:${port}/`)).body);
      return reached.length - before;
    };
    expect(await askOften(true)).toBeLessThan(10);
    expect(await askOften(false)).toBe(10);
  });

  it('that break in the middle of an answer leave no half of it', async () => {
    const { port } = await startServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
    });
    const { body } = await open().get(`http://localhost:${port}/`);
    await expect(text(body)).rejects.toThrow();
  });

  it('end with the dispatcher, and requests that wait for them fail', async () => {
    const { port, reached } = await startServer(() => undefined);
    const { get, close } = open({ lookUp: never });
    const outcomes = Promise.allSettled(
      ['http://[::1]', 'http://there.example'].map((origin) => get(`${origin}:${port}/`)),
    );
    await expect.poll(() => reached.length).toBe(1);
    await close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(get(`http://[::1]:${port}/`)).rejects.toMatchObject({ code: 'peer-unreachable' });
  });
});

describe('what is sent', () => {
  const megabytes = async function* (count: number): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < count; sent += 1) yield MANY;
  };

  it('arrives whole', async () => {
    const { port } = await startServer(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += chunk.length;
      response.end(String(bytes));
    });
    const url = new URL(`http://localhost:${port}/`);
    const answer = await open({ keepAlive: false }).send({ method: 'POST', url, body: megabytes(8) });
    expect(await text(answer.body)).toBe(String(8 * MANY.length));
  });

  it('is not sent to its end where the answer comes before', async () => {
    const { port } = await startServer((_request, response) => response.writeHead(401).end('no'));
    let isEnded = false;
    const endless = async function* (): AsyncGenerator<Buffer> {
      try {
        for (;;) yield MANY;
      } finally {
        isEnded = true;
      }
    };
    const url = new URL(`http://localhost:${port}/`);
    const answer = await open({ keepAlive: false }).send({ method: 'POST', url, body: endless() });
    expect([answer.statusCode, await text(answer.body)]).toEqual([401, 'no']);
    await expect.poll(() => isEnded).toBe(true);
  });

  it('and breaks at its source fails with what the source says', async () => {
    const { port } = await startServer((request) => void request.resume());
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield MANY;
      throw Object.assign(new Error('the disk broke'), { code: 'EIO' });
    };
    const url = new URL(`http://localhost:${port}/`);
    const sending = open({ keepAlive: false }).send({ method: 'POST', url, body: broken() });
    await expect(sending).rejects.toMatchObject({ parameters: { reason: 'failed', cause: 'EIO' } });
  });
});
