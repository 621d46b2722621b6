import type { PageLanguage } from '../negotiation/page-language.ts';

/** Whose archive this is, as every page shows it. */
export interface Site {
  readonly name: Readonly<Record<PageLanguage, string>>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly site: Site;
  }
}

/** A node that was not told whose it is. */
export const PLAIN_SITE: Site = { name: { en: 'Perene', pt: 'Perene' } };
