import { refuse } from '@perene/api/refusals';
import type { FastifyInstance } from 'fastify';
import type { AliasAnswers } from '../resolve/answer-alias.ts';

const START = '/doi/';
/** ISO 26324: a directory indicator of 10, a registrant, and a suffix. */
const DOI = /^(10\.\d{1,9}(?:\.\d{1,9})*(?:\/|%2f)[^?#]+)([?][^#]*)?/i;
/** The proxy of all DOIs. */
const PROXY = 'https://doi.org';
/** An item may carry the DOI at any time. */
const REDIRECT_CACHING = 'private, max-age=60';

export interface DoiNeeds {
  readonly answerAlias: AliasAnswers | undefined;
  /** The resolver that knows who carries a DOI; undefined if this node is its own resolver. */
  readonly resolverUrl: string | undefined;
}

/** Serves `/doi/10.1234/abc`: leads to the item that carries the DOI, or on to doi.org. */
export const registerDois = (server: FastifyInstance, { answerAlias, resolverUrl }: DoiNeeds): void => {
  server.get(`${START}*`, async (request, reply) => {
    const text = request.originalUrl.slice(START.length);
    const [, doi, query = ''] = DOI.exec(text) ?? [];
    if (doi === undefined) throw refuse('doi-invalid');
    reply.header('cache-control', REDIRECT_CACHING);
    if (resolverUrl !== undefined) return reply.redirect(`${resolverUrl}${START}${doi}${query}`, 302);
    const alias = await answerAlias?.(request, reply, `/doi:${doi}${query}`);
    return alias?.isKnown ? alias.send() : reply.redirect(`${PROXY}/${doi}${query}`, 302);
  });
};
