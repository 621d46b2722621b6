import type { IncomingHttpHeaders } from 'node:http';
import { matchLanguage, readLanguagePreference } from '@perene/core/federation';

export type PageLanguage = 'en' | 'pt';

/** The tags in `lang` and Content-Language. */
export const LANGUAGE_TAGS: Readonly<Record<PageLanguage, string>> = { en: 'en', pt: 'pt-BR' };

/** Keeps the language that a reader chose; the start page reads it, too. */
const COOKIE = 'perene-language';
const CHOSEN = /(?:^|;\s*)perene-language=(en|pt)(?:;|$)/;
const ASKED = /[?&]lang=(en|pt)(?:&|$)/;
const YEAR_SECONDS = 31_536_000;

const known = (code: string | undefined): PageLanguage | undefined =>
  code === 'en' || code === 'pt' ? code : undefined;

/** Returns the language that a reader asks for with `?lang=` now. */
export const askedLanguage = (url: string): PageLanguage | undefined => known(ASKED.exec(url)?.[1]);

/** Returns the language that the client prefers. */
export const preferredLanguage = (acceptLanguage: string): PageLanguage =>
  matchLanguage(readLanguagePreference(acceptLanguage), ['en', 'pt']) === 'pt' ? 'pt' : 'en';

/** Returns the language that was asked for now or chosen before, or else the one that the browser prefers. */
export const languageOf = (url: string, headers: IncomingHttpHeaders): PageLanguage =>
  askedLanguage(url) ??
  known(CHOSEN.exec(headers.cookie ?? '')?.[1]) ??
  preferredLanguage(headers['accept-language'] ?? '');

/** The header that keeps the language that was asked for with `?lang=`. */
export const languageCookie = (language: PageLanguage): string =>
  `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;

const MAX_ADDRESS_LENGTH = 1_000;
/** Matches a path of this site: browsers read two slashes as the start of another host. */
const OWN_PATH = /^\/(?![/\\])/;

/** Returns the address of the same page in that language, or of the start page if the address cannot be repeated. */
export const withLanguage = (url: string, language: PageLanguage): string => {
  const own = OWN_PATH.test(url) && url.length <= MAX_ADDRESS_LENGTH ? url : '/';
  const [path = '', query = ''] = own.split(/\?(.*)/s);
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('lang='));
  return `${path}?${[...others, `lang=${language}`].join('&')}`;
};
