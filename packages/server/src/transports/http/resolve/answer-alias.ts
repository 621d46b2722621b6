import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { createAddressReader } from './client-addresses.ts';
import { decide } from './decide.ts';
import { isCounted, type Resolving, sendResolution } from './resolve-listener.ts';

interface AliasAnswer {
  /** False if no item carries the alias. */
  readonly isKnown: boolean;
  readonly send: () => FastifyReply;
}

/** Resolves the alias of a request that the router has taken; returns undefined if the request names none. */
export type AliasAnswers = (request: FastifyRequest, reply: FastifyReply) => Promise<AliasAnswer | undefined>;

/** Answers ARKs: minters are asked first, and only then whether an item carries the ARK. */
export const createAliasAnswers = (resolving: Resolving, metrics: Pick<Metrics, 'countResolution'>): AliasAnswers => {
  const readAddresses = createAddressReader(resolving.trustedProxies);
  return async ({ raw, originalUrl: target, id: requestId, headers }, reply) => {
    const decided = await decide(resolving, {
      target,
      clientAddresses: readAddresses(raw),
      languages: headers['accept-language'],
      isCounted: isCounted(raw),
    });
    const { resolution } = decided;
    if (resolution.kind === 'malformed') return undefined;
    return {
      isKnown: resolution.kind !== 'unknown',
      send() {
        reply.hijack();
        const visit = { request: raw, response: reply.raw, requestId, target };
        metrics.countResolution(sendResolution(visit, decided, resolving).outcome);
        return reply;
      },
    };
  };
};
