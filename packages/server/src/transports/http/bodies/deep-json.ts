import { refuse } from '@perene/api/refusals';
import type { FastifyInstance } from 'fastify';

/**
 * More than twice as deep as any request that is understood here. Code that walks through a deep value may overflow its
 * stack.
 */
const MAX_DEPTH = 64;

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((part) => isDeeper(part, depth - 1)));

export const refuseDeepJson = (value: unknown): void => {
  if (isDeeper(value, MAX_DEPTH)) throw refuse('request-invalid', { reason: 'too-deep', max: MAX_DEPTH });
};

/** Refuses JSON bodies that are nested more deeply than any request needs. */
export const registerDeepJson = (server: FastifyInstance): void => {
  server.addHook('preValidation', async ({ body, headers }) => {
    if (headers['content-type']?.startsWith('application/json')) refuseDeepJson(body);
  });
};
