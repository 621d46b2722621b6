import type { FastifyInstance } from 'fastify';

/** As long as most clients need to notice that they were refused, or to send more. */
const LINGER_MS = 5_000;
const MAX_LINGERS = 12;

/**
 * An answer may go out while its request is still coming. The rest is read and thrown away: if the connection were
 * closed at once, the client would see it break instead of the answer. A refused client has some seconds to stop; one
 * that goes on sending has a minute, because many clients read the answer only after they have sent everything.
 */
export const registerUnreadBodies = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ raw }, reply) => {
    // Fastify would close the connection of a body that is too large, and its answer would be lost.
    if (!raw.complete && reply.statusCode < 500) reply.removeHeader('connection');
  });
  server.addHook('onResponse', async ({ raw }, reply) => {
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    if (reply.statusCode < 400) return;
    const { socket } = raw;
    let received = socket.bytesRead;
    let lingers = 0;
    const timer = setInterval(() => {
      lingers += 1;
      if (lingers === MAX_LINGERS || socket.bytesRead === received) raw.destroy();
      received = socket.bytesRead;
    }, LINGER_MS);
    timer.unref();
    raw.on('close', () => clearInterval(timer));
  });
};
