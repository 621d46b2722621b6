import type { FastifyRequest } from 'fastify';
import { principalOf } from '../authentication.ts';

/** These bodies carry the values of bindings. */
export const MAX_BINDING_BODY_BYTES = 16 * 1_048_576;

/** Returns the contact as the records of a minter show it. */
export const contactOf = (request: Pick<FastifyRequest, 'principal' | 'ip'>): string =>
  `${principalOf(request).name}@${request.ip}`;
