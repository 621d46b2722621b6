import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

interface Turns {
  /** The answer that was begun last. */
  current: ServerResponse;
  readonly queue: Exchange[];
}

/**
 * Begins a request only when the client has taken the answers to all that it sent before on the same connection. Many
 * short requests that come together would otherwise make as many long answers, and all of them would wait in memory.
 */
export const takeTurns = (begin: Listener): Listener => {
  const connections = new WeakMap<Socket, Turns>();

  const goOn = (socket: Socket, turns: Turns): void => {
    const next = socket.writable ? turns.queue.shift() : undefined;
    if (next === undefined) {
      setImmediate(closeAll, turns.queue.splice(0));
      return;
    }
    const [request, response] = next;
    turns.current = response;
    if (turns.queue.length > 0) response.once('close', () => goOn(socket, turns));
    begin(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const turns = connections.get(socket);
    if (turns === undefined) connections.set(socket, { current: response, queue: [] });
    else if (turns.current.closed) turns.current = response;
    else {
      // Only now, because few clients send ahead.
      if (turns.queue.push([request, response]) === 1) turns.current.once('close', () => goOn(socket, turns));
      return;
    }
    begin(request, response);
  };
};

/** Before version 24, Node.js does not tell of answers that waited behind others that their connection has ended. */
const closeAll = (queue: readonly Exchange[]): void => {
  for (const [, response] of queue) if (!response.closed) response.emit('close');
};
