import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

const MAX_HELD_BYTES = 64 * 1_048_576;

/**
 * Bounds the total size of the answers that wait in memory until their readers have taken them. If a new answer exceeds
 * the bound, the oldest are given up, because their readers are the slowest.
 */
export const registerHeldAnswers = (server: FastifyInstance, maxBytes = MAX_HELD_BYTES): void => {
  const held = new Map<ServerResponse, number>();
  let bytes = 0;
  const release = (answer: ServerResponse): void => {
    bytes -= held.get(answer) ?? 0;
    held.delete(answer);
  };
  server.addHook('onSend', async (_request, { raw }, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    held.set(raw, payload.length);
    bytes += payload.length;
    raw.once('close', () => release(raw));
    for (const oldest of held.keys()) {
      if (bytes <= maxBytes || oldest === raw) break;
      release(oldest);
      // An answer that waits behind others of its connection has no socket yet.
      oldest.req.socket.destroy();
    }
    return payload;
  });
};
