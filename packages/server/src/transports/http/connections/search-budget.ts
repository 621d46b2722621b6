import { refuse } from '@perene/api/refusals';
import { FACET_NAMES } from '@perene/core/search';
import type { FastifyInstance } from 'fastify';
import { createWorkBudget } from '../../../concurrency/work-budget.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether this route searches, if something is sought. */
    isSearch?: boolean;
  }
}

/** Some 5 cheap searches a second without end, and 150 at once, for each network; a person never needs as many. */
const BUDGET = { mostMs: 3_000, perSecondMs: 100, mostOfNetwork: 8, mostTogether: 64 };
/** A list of all is not dear. */
const SEEKING: readonly string[] = ['q', ...FACET_NAMES, 'facets', 'sort'];
/** Has all records at once, for those who want them all. */
const DUMPS = '</dumps>; rel="alternate"; type="application/json"';

/** Of all that is read without a key, only searches can cost much; only they are refused to a network that asks for too many. */
export const registerSearchBudget = (server: FastifyInstance): void => {
  const budget = createWorkBudget({ now: () => performance.now(), ...BUDGET });
  server.addHook('preHandler', async ({ routeOptions, originalUrl, principal, ip }, reply) => {
    if (routeOptions.config.isSearch !== true || principal !== undefined || !isSought(originalUrl)) return;
    const seconds = budget.begin(ip);
    if (seconds > 0) {
      reply.headers({ 'retry-after': String(seconds), link: DUMPS });
      throw refuse('too-many-searches', { seconds });
    }
    const start = performance.now();
    reply.raw.once('close', () => budget.end(ip, performance.now() - start));
  });
};

/** Names of parameters may be escaped like anything else in an address. */
const isSought = (url: string): boolean =>
  [...new URLSearchParams(url.replace(/^[^?]*/, ''))].some(([name, value]) => value !== '' && SEEKING.includes(name));
