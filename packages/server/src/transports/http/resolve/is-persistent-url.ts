import { readPersistentUrl } from '@perene/core/reading';

/**
 * Matches markers, aliases, a whole URL that was pasted, an IBIp with a digit in its prefix, and the points of a
 * subdomain or of a host that was pasted with the label.
 */
const LIKELY =
  /^\/(?!(?:attachment|displaydoccontent)\.cgi\/)(?:(?:ibi|rep)\/|ibi:|upn:|doi:|hdl:|urn:|info:(?:doi|hdl)\/|https?:\/|(?=[a-z]*\d)(?=[\da-vyz]*[wx])[\da-z]{6,64}(?:[/!+:?]|$)|[\da-z][^/?#.]*\.[^/?#]*\/)/i;
/**
 * Matches an IBIp without digits, or a subdomain of one word. Ordinary words look like them, so the label must be
 * right.
 */
const POSSIBLE = /^\/(?:(?=[\da-vyz]*[wx])[\da-z]{2,64}\/|[\da-z-]+\/[\da-z.@-]+\/\d{4,8}\/\d)/i;
/** Matches a label of before RTC-10, whether it can be decoded or is an alias; its letter case matters. */
const LEGACY = /^\/(?=[^/]*Z)[2-9A-HJ-NP-VX-Za-km-z]{2,}\/[2-9A-HJ-NP-Va-km-z]+(?:[/!+:?]|$)/;
const MODIFIERS = /[!+:?].*$/s;
const ADDRESS = /^https?:\/\/[^/?#]*/i;
const ESCAPE = /%([2-7][\da-f])/gi;
/** Enough for the longest label. */
const MAX_START_LENGTH = 512;
const SLASH = 47;
const EXTRA_SLASHES = /^(https?:\/\/[^/?#]+)?\/{2,}/i;

/** Addresses that end in a slash are often put before a path that begins with one. */
export const joinSlashes = (url: string): string => url.replace(EXTRA_SLASHES, '$1/');

/**
 * Whether a request is for a persistent URL: one that can be read, or a text that was meant to be one, for which a page
 * shows what is wrong. Everything else goes to the router.
 */
export const isPersistentUrl = (url: string): boolean => {
  // RFC 9112 section 3.2.2: a request may name the whole URL.
  const path = url.charCodeAt(0) === SLASH ? url : url.replace(ADDRESS, '');
  const start = path.slice(0, MAX_START_LENGTH);
  const plain = start.includes('%') ? start.replace(ESCAPE, readEscape) : start;
  return LIKELY.test(plain) || (POSSIBLE.test(plain) && isLabelled(path, plain)) || LEGACY.test(plain);
};

/** Whether the label is right. What follows it may be wrong, and then the reader is told so. */
const isLabelled = (path: string, plain: string): boolean =>
  readPersistentUrl(path).ok || readPersistentUrl(plain.replace(MODIFIERS, '')).ok;

const readEscape = (_escape: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));
