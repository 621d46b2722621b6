import type { IncomingMessage } from 'node:http';
import { type PageLanguage, preferredLanguage } from '../negotiation/page-language.ts';
import { chooseEncoding, type Encoding } from './answer-encodings.ts';

/** What is asked for, by everything that an answer to a stranger depends on. */
export interface AskedAnswer {
  readonly key: string;
  readonly encoding: Encoding | undefined;
}

const MAX_URL_LENGTH = 512;
const MAX_ACCEPT_LENGTH = 256;
const REMEMBERED = /^\/(?:items\/|col\/|api\/v1\/items\/|ark:|ark%3a)/i;
/**
 * Headers that may change the answer: of people and keys, of parts of a file, of times, of what the client expects.
 */
const DECISIVE = [
  'cookie',
  'authorization',
  'range',
  'if-range',
  'if-match',
  'if-unmodified-since',
  'accept-datetime',
  'accept-profile',
  'want-repr-digest',
  'want-content-digest',
  'expect',
  'upgrade',
] as const;

const MAX_KNOWN = 1_000;
const languages = new Map<string, PageLanguage>();

const languageFor = (accepted: string): PageLanguage => {
  const found = languages.get(accepted);
  if (found !== undefined) return found;
  const language = preferredLanguage(accepted);
  if (languages.size >= MAX_KNOWN) languages.clear();
  languages.set(accepted, language);
  return language;
};

/** Pages tell how often an item was opened until today, and citations when they were made. */
const createToday = (): (() => string) => {
  let day = '';
  let until = 0;
  return () => {
    const now = Date.now();
    if (now < until && now > until - DAY_MS) return day;
    day = new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length);
    until = Date.parse(day) + DAY_MS;
    return day;
  };
};
const DAY_MS = 86_400_000;
const today = createToday();

/** Reads a request whose answer may be the same for everyone; undefined for all others, which are answered anew. */
export const readAsked = ({ method, url = '', headers }: IncomingMessage): AskedAnswer | undefined => {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (url.length > MAX_URL_LENGTH || !REMEMBERED.test(url)) return undefined;
  for (const name of DECISIVE) if (headers[name] !== undefined) return undefined;
  const { accept = '', 'accept-language': accepted = '', 'accept-encoding': encodings } = headers;
  if (accept.length > MAX_ACCEPT_LENGTH || accepted.length > MAX_ACCEPT_LENGTH) return undefined;
  return {
    key: `${url}\n${accept}\n${languageFor(accepted)}${today()}`,
    encoding: chooseEncoding(Array.isArray(encodings) ? encodings.join() : encodings),
  };
};
