import type { Server } from 'node:http';
import { networkOf } from '../../../concurrency/attempt-limit.ts';

/**
 * Closes new connections of a network that has so many open already. Proxies that are trusted, and programs on this
 * machine, have as many as they like, because all readers may come through them.
 */
export const boundConnections = <Some extends Server>(
  server: Some,
  { most, isExempt }: { readonly most: number; readonly isExempt: (address: string) => boolean },
): Some => {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isExempt(address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= most) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
  return server;
};
