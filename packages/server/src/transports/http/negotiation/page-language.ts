import type { IncomingHttpHeaders } from 'node:http';
import { matchLanguage, readLanguagePreference } from '@perene/core/federation';

export type PageLanguage = 'en' | 'pt';

/** As `lang` and Content-Language name it. */
export const LANGUAGE_TAGS: Readonly<Record<PageLanguage, string>> = { en: 'en', pt: 'pt-BR' };

/** Keeps what a reader chose; the start page reads it, too. */
const COOKIE = 'perene-language';
const CHOSEN = /(?:^|;\s*)perene-language=(en|pt)(?:;|$)/;
const ASKED = /[?&]lang=(en|pt)(?:&|$)/;
const YEAR_SECONDS = 31_536_000;

const known = (code: string | undefined): PageLanguage | undefined =>
  code === 'en' || code === 'pt' ? code : undefined;

/** What a reader asks for with `?lang=` now. */
export const askedLanguage = (url: string): PageLanguage | undefined => known(ASKED.exec(url)?.[1]);

/** What the client prefers. */
export const preferredLanguage = (acceptLanguage: string): PageLanguage =>
  matchLanguage(readLanguagePreference(acceptLanguage), ['en', 'pt']) === 'pt' ? 'pt' : 'en';

/** Asked for now, chosen before, or what the browser prefers. */
export const languageOf = (url: string, headers: IncomingHttpHeaders): PageLanguage =>
  askedLanguage(url) ??
  known(CHOSEN.exec(headers.cookie ?? '')?.[1]) ??
  preferredLanguage(headers['accept-language'] ?? '');

/** For what was asked with `?lang=`, to be kept. */
export const languageCookie = (language: PageLanguage): string =>
  `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;

const MAX_ADDRESS_LENGTH = 1_000;
/** A path of this site: browsers read two slashes as the start of another host. */
const OWN_PATH = /^\/(?![/\\])/;

/** The same page in that language; where its address cannot be repeated, the start page. */
export const withLanguage = (url: string, language: PageLanguage): string => {
  const own = OWN_PATH.test(url) && url.length <= MAX_ADDRESS_LENGTH ? url : '/';
  const [path = '', query = ''] = own.split(/\?(.*)/s);
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('lang='));
  return `${path}?${[...others, `lang=${language}`].join('&')}`;
};
