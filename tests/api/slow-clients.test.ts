import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registerHeldAnswers } from '../../packages/server/src/transports/http/connections/held-answers.ts';
import { cutSlowClients } from '../../packages/server/src/transports/http/connections/slow-clients.ts';

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
  const start = async (pace = PACE) => {
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
    const { port } = await start({ periodMs: 1_000, minBytes: 1_000 });
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await sleep(100);
        pieces += 1;
        controller.enqueue(new Uint8Array(1_000));
        if (pieces === 25) controller.close();
      },
    });
    const answer = await fetch(`http://127.0.0.1:${port}/1`, { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(await answer.text()).toBe('25000 x');
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
