import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * Begins a request only when the client has taken the answers to all that it sent before on the same connection. Many
 * short requests that come together would otherwise make as many long answers, and all of them would wait in memory.
 */
export const takeTurns = (begin: Listener): Listener => {
  const waiting = new WeakMap<Socket, Exchange[]>();

  const start = (...[request, response]: Exchange): void => {
    response.once('close', () => goOn(request.socket));
    begin(request, response);
  };

  const goOn = (socket: Socket): void => {
    const queue = waiting.get(socket) ?? [];
    const next = socket.writable ? queue.shift() : undefined;
    if (next !== undefined) {
      start(...next);
      return;
    }
    waiting.delete(socket);
    if (queue.length > 0) setImmediate(closeAll, queue);
  };

  return (request, response) => {
    if (request.socket.destroyed) return;
    const queue = waiting.get(request.socket);
    if (queue !== undefined) {
      queue.push([request, response]);
      return;
    }
    waiting.set(request.socket, []);
    start(request, response);
  };
};

/** Before version 24, Node.js does not tell of answers that waited behind others that their connection has ended. */
const closeAll = (queue: readonly Exchange[]): void => {
  for (const [, response] of queue) if (!response.closed) response.emit('close');
};
