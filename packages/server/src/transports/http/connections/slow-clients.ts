import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Pace {
  /** How long a client may be slow. */
  readonly periodMs: number;
  /** How many bytes must come, or be taken, in that time. */
  readonly minBytes: number;
  /** How many bytes of answers may wait in memory for all clients together, and how often that is looked at. */
  readonly maxHeldBytes: number;
  readonly heldPeriodMs: number;
}

/** The pace is 500 bytes a second. */
const PACE: Pace = { periodMs: 30_000, minBytes: 15_000, maxHeldBytes: 256 * 1_048_576, heldPeriodMs: 1_000 };

/** The bytes of one request and its answer at the end of the last period. */
interface Exchange {
  received: number;
  sent: number;
}

/**
 * Cuts connections whose client sends its body, or takes its answer, more slowly than anybody needs. Each of them holds
 * memory, and one byte from time to time would hold it for ever. A client that waits for this node is not slow. If too
 * much waits for all of them, the connections for which most waits are cut, however short they are open.
 */
export const cutSlowClients = (server: Server, pace: Partial<Pace> = {}): Server => {
  const { periodMs, minBytes, maxHeldBytes, heldPeriodMs } = { ...PACE, ...pace };
  const exchanges = new Map<ServerResponse, Exchange | undefined>();

  const isSlow = (answer: ServerResponse): boolean => {
    const { req, socket } = answer;
    if (socket === null) return false;
    const before = exchanges.get(answer);
    const now = { received: socket.bytesRead, sent: socket.bytesWritten - socket.writableLength };
    exchanges.set(answer, now);
    if (before === undefined) return false;
    if (isAwaited(req)) return now.received - before.received < minBytes;
    return socket.writableLength > 0 && now.sent - before.sent < minBytes;
  };

  const look = (): void => {
    for (const answer of exchanges.keys()) if (isSlow(answer)) answer.socket?.destroy();
  };

  const cutMostHeld = (): void => {
    const held = new Map<Socket, number>();
    let total = 0;
    for (const { req, writableLength } of exchanges.keys()) {
      if (writableLength === 0) continue;
      held.set(req.socket, (held.get(req.socket) ?? 0) + writableLength);
      total += writableLength;
    }
    if (total <= maxHeldBytes) return;
    for (const [socket, bytes] of [...held].toSorted(([, one], [, other]) => other - one)) {
      if (total <= maxHeldBytes) return;
      socket.destroy();
      total -= bytes;
    }
  };

  const timers = [setInterval(look, periodMs), setInterval(cutMostHeld, heldPeriodMs)];
  for (const timer of timers) timer.unref();
  server.on('close', () => timers.forEach(clearInterval));
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number): number => {
    const now = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, now);
    return now;
  };
  return server.prependListener('request', ({ socket }, answer) => {
    if (count(socket, 1) > MAX_UNANSWERED) {
      cutReading(socket);
      return;
    }
    exchanges.set(answer, undefined);
    answer.once('close', () => {
      exchanges.delete(answer);
      count(socket, -1);
    });
  });
};

/** How many requests a client may send ahead on one connection. */
const MAX_UNANSWERED = 64;

/**
 * Cuts a connection whose requests are being read. Node.js reads all that came together to their end, and would keep
 * each with its answer until all connections that can be read have had their turn.
 */
const cutReading = (socket: Socket & { readonly parser?: { onIncoming: () => number } | null }): void => {
  if (socket.parser) socket.parser.onIncoming = () => 0;
  socket.destroy();
};

/** Whether more of the body is to come, and all that has come was read. */
const isAwaited = (request: IncomingMessage): boolean => !request.complete && request.readableLength === 0;
