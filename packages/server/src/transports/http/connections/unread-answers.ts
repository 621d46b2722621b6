import { Duplex, Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Nobody gets the content of an answer to HEAD. Fastify reads it to its end, without a client that could stop it: a long
 * one would be made for nobody, as often as somebody asks. What somebody still writes into is read on: its writer would
 * fail otherwise.
 */
export const registerUnreadAnswers = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ method }, _reply, payload) => {
    if (method !== 'HEAD' || !(payload instanceof Readable) || payload instanceof Duplex) return payload;
    payload.destroy();
    return Readable.from([]);
  });
};
