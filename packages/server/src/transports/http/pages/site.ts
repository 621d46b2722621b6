import type { PageLanguage } from '../negotiation/page-language.ts';

/** The pages that an institution writes itself, in the order of the footer. */
export const SITE_PAGES = ['about', 'preservation', 'takedown', 'privacy'] as const;
export type SitePageName = (typeof SITE_PAGES)[number];

/** Whose archive this is, as every page shows it. */
export interface Site {
  readonly name: Readonly<Record<PageLanguage, string>>;
  /** Whether somebody has said whose it is. */
  readonly isNamed: boolean;
  /** Whether its labels are for practice only, because the node has no public name. */
  readonly isForPractice?: boolean | undefined;
  readonly accent?: { readonly light: string; readonly dark: string } | undefined;
  /** An e-mail address or a web address. */
  readonly contact?: string | undefined;
  readonly logo?: { readonly content: Buffer; readonly mediaType: string } | undefined;
  /** The texts of the pages, each in the languages it is written in. */
  readonly pages: Readonly<Partial<Record<SitePageName, Readonly<Partial<Record<PageLanguage, string>>>>>>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly site: Site;
  }
}

/** A node that was not told whose it is. */
export const PLAIN_SITE: Site = { name: { en: 'Perene', pt: 'Perene' }, isNamed: false, pages: {} };

export const LOGO_ADDRESS = '/site/logo';

export const sitePageAddress = (name: SitePageName): string => `/site/${name}`;

export const contactAddress = (contact: string): string => (contact.includes('://') ? contact : `mailto:${contact}`);
