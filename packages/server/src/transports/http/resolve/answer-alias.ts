import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { isCounted } from '../negotiation/is-counted.ts';
import { createAddressReader } from './client-addresses.ts';
import { decide, tellCopied } from './decide.ts';
import { type Resolving, sendResolution } from './resolve-listener.ts';

interface AliasAnswer {
  /** False if no item carries the alias. */
  readonly isKnown: boolean;
  readonly send: () => FastifyReply;
}

/** Resolves the alias of a request that the router has taken; returns undefined if the request names none. */
export type AliasAnswers = (
  request: FastifyRequest,
  reply: FastifyReply,
  /** The path with the alias; that of the request, unless it writes aliases in another way. */
  target?: string,
) => Promise<AliasAnswer | undefined>;

/** Answers ARKs: minters are asked first, and only then whether an item carries the ARK. */
export const createAliasAnswers = (
  resolving: Resolving,
  metrics: Pick<Metrics, 'countResolution' | 'countCopied'>,
): AliasAnswers => {
  const readAddresses = createAddressReader(resolving.trustedProxies);
  return async ({ raw, originalUrl, id: requestId, headers }, reply, target = originalUrl) => {
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
        tellCopied(visit, metrics, decided);
        metrics.countResolution(sendResolution(visit, decided, resolving).outcome);
        return reply;
      },
    };
  };
};
