import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { boundConnections } from './bound-connections.ts';

const listen = async (isExempt: (address: string) => boolean): Promise<() => Promise<Socket>> => {
  const server = boundConnections(createServer(), { most: 3, isExempt });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { readonly port: number };
  return async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
};

const isAnswered = async (socket: Socket): Promise<boolean> => {
  // Nothing is asked for, so the server says that this is not HTTP, unless it has closed the connection.
  socket.write('x\r\n\r\n');
  const [said] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as readonly unknown[];
  return said instanceof Buffer;
};

it('a network has so many connections and no more, and others in the place of those that ended', async () => {
  const open = await listen(() => false);
  const [first, second, third] = [await open(), await open(), await open()];
  expect(await isAnswered(await open())).toBe(false);
  expect(await isAnswered(first)).toBe(true);
  await once(first, 'close');
  expect(await isAnswered(await open())).toBe(true);
  expect([second.destroyed, third.destroyed]).toEqual([false, false]);
});

it('who is exempt has any number of connections', async () => {
  const open = await listen((address) => address === '127.0.0.1');
  const sockets = await Promise.all(Array.from({ length: 9 }, open));
  for (const socket of sockets) expect(await isAnswered(socket)).toBe(true);
});
