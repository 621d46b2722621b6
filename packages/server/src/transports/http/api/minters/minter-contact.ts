import type { FastifyRequest } from 'fastify';
import { principalOf } from '../authentication.ts';

/** Values of bindings come with them. */
export const MAX_BINDING_BODY_BYTES = 16 * 1_048_576;

/** As the records of a minter show who did something. */
export const contactOf = (request: Pick<FastifyRequest, 'principal' | 'ip'>): string =>
  `${principalOf(request).name}@${request.ip}`;
