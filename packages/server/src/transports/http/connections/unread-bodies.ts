import type { FastifyInstance } from 'fastify';

/** Most clients notice within this time that they were refused. */
const LINGER_MS = 5_000;

/**
 * An answer may be sent while its request is still coming. The rest of the request is read and thrown away: if the
 * connection were closed at once, the client would see it break and not see the answer. A refused client has some
 * seconds to stop.
 */
export const registerUnreadBodies = (server: FastifyInstance): void => {
  server.addHook('onResponse', async ({ raw }, reply) => {
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    if (reply.statusCode < 400) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy();
    }, LINGER_MS);
    timer.unref();
    raw.on('close', () => clearTimeout(timer));
  });
};
