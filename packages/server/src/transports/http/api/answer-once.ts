import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { principalOf } from './authentication.ts';
import type { IdempotencyMemory } from './idempotency-memory.ts';

/**
 * Returns the key of the request, which belongs to the API key that it came with; undefined if the request has none.
 */
export const keyedRequestOf = (
  request: Pick<FastifyRequest, 'headers' | 'method' | 'principal' | 'url'>,
  body: unknown,
): { readonly key: string; readonly fingerprint: string } | undefined => {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  const asked = `${request.method} ${request.url}\n${JSON.stringify(body ?? null)}`;
  return {
    key: `${principalOf(request).id}:${key}`,
    fingerprint: createHash('sha256').update(asked).digest('hex'),
  };
};

export const answerOnce = <Answer>(
  memory: IdempotencyMemory,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const keyed = keyedRequestOf(request, request.body);
  return keyed === undefined ? work() : memory.once(keyed, work);
};
