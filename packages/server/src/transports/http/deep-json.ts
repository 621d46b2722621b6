import { refuse } from '@perene/api/refusals';
import type { FastifyInstance } from 'fastify';

/** Nothing that is understood here is half as deep; what walks through a value may overflow its stack. */
const MAX_DEPTH = 64;

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((part) => isDeeper(part, depth - 1)));

export const refuseDeepJson = (value: unknown): void => {
  if (isDeeper(value, MAX_DEPTH)) throw refuse('request-invalid', { reason: 'too-deep', max: MAX_DEPTH });
};

/** Refuses bodies of JSON that are nested deeper than anything asked for here. */
export const registerDeepJson = (server: FastifyInstance): void => {
  server.addHook('preValidation', async ({ body, headers }) => {
    if (headers['content-type']?.startsWith('application/json')) refuseDeepJson(body);
  });
};
