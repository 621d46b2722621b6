import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { registerUnreadBodies } from '../../packages/server/src/transports/http/bodies/unread-bodies.ts';
import { registerHeldAnswers } from '../../packages/server/src/transports/http/connections/held-answers.ts';
import { cutSlowClients } from '../../packages/server/src/transports/http/connections/slow-clients.ts';
import { createHttpServer } from '../../packages/server/src/transports/http/create-http-server.ts';
import { createMetrics } from '../../packages/server/src/transports/http/metrics.ts';

const MEBIBYTE = 1_048_576;

const open = (port: number, lines: string): Socket => {
  const socket = connect(port, '127.0.0.1').pause();
  // The client sees a reset when its connection is cut.
  socket.on('error', () => undefined);
  socket.write(lines);
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
};

/** Resolves when the connection is reset or ended. */
const closing = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

describe('a slow client', () => {
  const PACE = { periodMs: 100, minBytes: 1_000 };

  /** Answers with as many bytes as the path says, once the whole body has come. */
  const start = async (pace: Parameters<typeof cutSlowClients>[1] = PACE) => {
    const server = cutSlowClients(
      createServer(async (request, response) => {
        try {
          const received = (await buffer(request)).length;
          response.end(`${received} ${'x'.repeat(Number(request.url?.slice(1)))}`);
        } catch {
          // The connection was cut.
        }
      }),
      pace,
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { server, port: (server.address() as AddressInfo).port };
  };

  it('is cut at once where more waits for all of them than memory has room for, and others are not', async () => {
    const { port } = await start({ periodMs: 600_000, minBytes: 1, maxHeldBytes: 20 * MEBIBYTE, heldPeriodMs: 50 });
    const modest = open(port, `GET /${MEBIBYTE} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const greedy = open(port, `GET /${MEBIBYTE} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(60));
    await new Promise<void>((resolve) => {
      // A paused socket does not tell that it was closed, but cannot be written to.
      const timer = setInterval(() => greedy.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\n'), 50);
      greedy.once('error', () => {
        clearInterval(timer);
        resolve();
      });
    });
    let taken = 0;
    modest.on('data', (bytes) => {
      taken += bytes.length;
    });
    modest.resume();
    await expect.poll(() => taken).toBeGreaterThan(MEBIBYTE);
  });

  it('is cut where it sends more requests ahead than anybody needs, and no more of them are taken', async () => {
    const { port, server } = await start();
    const some = open(port, 'GET /1 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60)).setEncoding('utf8').resume();
    let answers = '';
    some.on('data', (text) => {
      answers += text;
    });
    await expect.poll(() => answers.split('HTTP/1.1 200').length).toBe(61);
    let taken = 0;
    server.on('request', () => {
      taken += 1;
    });
    const many = open(port, 'GET /1 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000)).resume();
    await closing(many);
    expect(taken).toBe(65);
  });

  it('is cut where its body hardly comes, and others are answered', async () => {
    const { port } = await start();
    const slow = open(port, 'POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n').resume();
    let isClosed = false;
    closing(slow).then(() => {
      isClosed = true;
    });
    while (!isClosed) {
      slow.write('x');
      expect(await (await fetch(`http://127.0.0.1:${port}/3`)).text()).toBe('0 xxx');
      await sleep(10);
    }
  });

  it('is cut where it hardly takes its answer', async () => {
    const { port, server } = await start();
    const connected = once(server, 'connection');
    const slow = open(port, `GET /${64 * MEBIBYTE} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [connection] = (await connected) as [Socket];
    await closing(connection);
    expect(slow.destroyed).toBe(false);
  });

  it('is not one that sends enough', async () => {
    const pass = stopTimers();
    const { port, server } = await start();
    const connected = once(server, 'connection');
    const client = open(port, 'POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n');
    const [connection] = (await connected) as [Socket];
    for (let period = 0; period < 5; period += 1) {
      await sendAndPass(client, connection, { bytes: PACE.minBytes, pass: () => pass(PACE.periodMs) });
    }
    const [answer] = (await once(client.resume(), 'data')) as [Buffer];
    expect(answer.toString()).toContain('5000 x');
  });
});

/** Time passes only where the test lets it, because a busy machine sends little in any time. */
const stopTimers = (): ((milliseconds: number) => void) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (milliseconds) => vi.advanceTimersByTime(milliseconds);
};

/** Time passes once the other side has the bytes. */
const sendAndPass = async (
  client: Socket,
  connection: Socket,
  { bytes, pass }: { readonly bytes: number; readonly pass: () => void },
): Promise<void> => {
  const before = connection.bytesRead;
  client.write('x'.repeat(bytes));
  while (connection.bytesRead < before + bytes) {
    expect(connection.destroyed).toBe(false);
    await sleep(1);
  }
  pass();
};

describe('a client that sends many requests ahead', () => {
  /** Counts the requests that were begun, and the answers that came to an end; each answer has 16 MiB. */
  const start = async () => {
    const counts = { begun: 0, closed: 0 };
    const server = createHttpServer({
      roles: [],
      metrics: createMetrics({
        databaseWork: () => ({ transactions: 0, commits: 0 }),
        minters: { list: async () => ({ minters: [] }) },
      }),
      logLevel: 'silent',
      trustedProxies: [],
      maxConnections: 256,
      // As the listeners before the router do, which no hook of the router sees.
      protocol: ({ url }, response) => {
        if (url === '/small') response.end('small');
        else {
          counts.begun += 1;
          setImmediate(() => response.end('x'.repeat(16 * MEBIBYTE)));
        }
        return true;
      },
    });
    server.server.on('request', ({ url }, response) => {
      if (url === '/small') return;
      response.on('close', () => {
        counts.closed += 1;
      });
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    const { port } = server.server.address() as AddressInfo;
    const askSmall = async () => (await fetch(`http://127.0.0.1:${port}/small`)).text();
    return { counts, port, server: server.server, askSmall };
  };
  const REQUESTS = 6;
  const LINES = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(REQUESTS);

  it('gets each answer only when it has taken the one before', async () => {
    const { counts, port, server, askSmall } = await start();
    const connected = once(server, 'connection');
    const client = open(port, LINES);
    const [connection] = (await connected) as [Socket];
    await expect.poll(() => connection.writableLength).toBeGreaterThan(0);
    expect(await askSmall()).toBe('small');
    expect(counts.begun).toBe(1);
    client.resume();
    while (client.bytesRead < REQUESTS * 16 * MEBIBYTE) await once(client, 'data');
    expect(counts.begun).toBe(REQUESTS);
  });

  it('leaves nothing behind when it goes', async () => {
    const { counts, port, askSmall } = await start();
    const client = open(port, LINES);
    await once(client, 'readable');
    client.destroy();
    await expect.poll(() => counts.closed).toBe(REQUESTS);
    expect(await askSmall()).toBe('small');
    expect(counts).toEqual({ begun: 1, closed: REQUESTS });
  });
});

describe('a client that was refused before it had sent everything', () => {
  /** Refuses every body. */
  const open = async () => {
    const pass = stopTimers();
    const server = fastify({ bodyLimit: 10, forceCloseConnections: true });
    registerUnreadBodies(server);
    server.post('/', async () => 'taken');
    await server.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    const { port } = server.server.address() as AddressInfo;
    const connected = once(server.server, 'connection');
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => {
      client.destroy();
    });
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n';
    client.write(`${head}xxx`);
    const [connection] = (await connected) as [Socket];
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toContain('413');
    const linger = () => pass(5_000);
    return { client, connection, linger, send: () => sendAndPass(client, connection, { bytes: 1, pass: linger }) };
  };

  it('goes on for a minute, and no longer', async () => {
    const { connection, send } = await open();
    for (let times = 1; times < 12; times += 1) {
      await send();
      expect(connection.destroyed).toBe(false);
    }
    await send();
    expect(connection.destroyed).toBe(true);
  });

  it('is cut where it neither stops nor sends', async () => {
    const { connection, linger, send } = await open();
    await send();
    expect(connection.destroyed).toBe(false);
    linger();
    expect(connection.destroyed).toBe(true);
  });
});

it('answers that nobody takes have a bounded size together, and the oldest are given up', async () => {
  const server = fastify({ forceCloseConnections: true });
  registerHeldAnswers(server, 40 * MEBIBYTE);
  server.get('/large', async () => 'x'.repeat(16 * MEBIBYTE));
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const asked: Socket[] = [];
  for (let number = 0; number < 3; number += 1) {
    const socket = open(port, 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    asked.push(socket);
  }
  const [first, second] = asked;
  if (first === undefined || second === undefined) throw new Error('three were asked');
  await closing(first.resume());
  expect(first.bytesRead).toBeLessThan(16 * MEBIBYTE);
  second.resume();
  while (second.bytesRead < 16 * MEBIBYTE) await once(second, 'data');
});
