import { Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowCopy, watchCopyUse } from '../../../memory/copy-use.ts';
import { isArk } from '../ark/ark-routes.ts';
import type { Metrics } from '../metrics.ts';
import { writeProblem } from '../problems.ts';

/** How many seconds old the copy of the database is that an answer was made of. */
export const COPY_AGE = 'perene-copy-age';

/** Pages and files of items, their data, collections, and names that lead elsewhere. */
const COPIED = /^\/(?:items\/|col\/|collections(?:[/?]|$)|thumbnails\/|api\/v1\/items\/|doi\/|purl\/)/;

const mayBeCopied = ({ method, originalUrl }: Pick<FastifyRequest, 'method' | 'originalUrl'>): boolean =>
  (method === 'GET' || method === 'HEAD') && (COPIED.test(originalUrl) || isArk(originalUrl));

const DENIED = 404;
/** Headers of the answer that is taken back. */
const TAKEN_BACK = ['content-length', 'content-disposition', 'content-range', 'etag', 'last-modified', 'link'];

/**
 * Lets these requests be answered from the copy of the database while that is gone, and says so in a header. What the copy
 * lacks may be in the database, so nothing is denied meanwhile.
 */
export const registerCopiedAnswers = (server: FastifyInstance, metrics: Pick<Metrics, 'countCopied'>): void => {
  const watched = new WeakMap<object, () => number | undefined>();

  server.addHook('onRequest', (request, _reply, done) => {
    if (!mayBeCopied(request)) {
      done();
      return;
    }
    watched.set(request.raw, watchCopyUse());
    allowCopy(done);
  });
  server.addHook('onSend', async (request, reply, payload) => {
    const age = watched.get(request.raw)?.();
    if (age === undefined) return payload;
    reply.header(COPY_AGE, String(age));
    const isAnswered = reply.statusCode !== DENIED;
    metrics.countCopied({ isAnswered });
    return isAnswered ? payload : takeBack(request, reply, payload);
  });
};

const takeBack = (request: FastifyRequest, reply: FastifyReply, payload: unknown): string => {
  if (payload instanceof Readable) payload.destroy();
  for (const name of TAKEN_BACK) reply.removeHeader(name);
  reply.header('cache-control', 'no-cache');
  return writeProblem(request, reply, refuse('database-away'));
};
