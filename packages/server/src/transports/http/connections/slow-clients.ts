import type { IncomingMessage, Server, ServerResponse } from 'node:http';

interface Pace {
  /** How long a client may be slow. */
  readonly periodMs: number;
  /** How many bytes must come, or be taken, in that time. */
  readonly minBytes: number;
}

/** The pace is 500 bytes a second. */
const PACE: Pace = { periodMs: 30_000, minBytes: 15_000 };

/** The bytes of one request and its answer at the end of the last period. */
interface Exchange {
  received: number;
  sent: number;
}

/**
 * Cuts connections whose client sends its body, or takes its answer, more slowly than anybody needs. Each of them holds
 * memory, and one byte from time to time would hold it for ever. A client that waits for this node is not slow.
 */
export const cutSlowClients = (server: Server, { periodMs, minBytes }: Pace = PACE): Server => {
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

  const timer = setInterval(look, periodMs);
  timer.unref();
  server.on('close', () => clearInterval(timer));
  return server.on('request', (_request, answer) => {
    exchanges.set(answer, undefined);
    answer.on('close', () => exchanges.delete(answer));
  });
};

/** Whether more of the body is to come, and all that has come was read. */
const isAwaited = (request: IncomingMessage): boolean => !request.complete && request.readableLength === 0;
