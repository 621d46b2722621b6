import { readPersistentUrl } from '@perene/core';

/** Markers, an IBIp with a digit in its prefix, the points of a subdomain or of a host that was pasted with the label. */
const LIKELY =
  /^\/(?:(?:ibi|rep)\/|ibi:|upn:|(?=[a-z]*\d)(?=[\da-vyz]*[wx])[\da-z]{6,64}(?:[/!+:?]|$)|[\da-z][^/?#.]*\.[^/?#]*\/)/i;
/** An IBIp without digits, or a subdomain of one word: ordinary words look like them, so that they must be right. */
const POSSIBLE = /^\/(?:(?=[\da-vyz]*[wx])[\da-z]{2,64}\/|[\da-z-]+\/[\da-z.@-]+\/\d{4,8}\/\d)/i;
const ADDRESS = /^https?:\/\/[^/?#]*/i;
const ESCAPE = /%([2-7][\da-f])/gi;
/** Enough for the longest label. */
const MAX_START_LENGTH = 512;
const SLASH = 47;

/**
 * Whether a request is for a persistent URL: for one that can be read, or for what was meant to be one, whose reader is
 * told what is wrong with it. Everything else belongs to the router.
 */
export const isPersistentUrl = (url: string): boolean => {
  // RFC 9112 section 3.2.2: a request may name the whole URL.
  const path = url.charCodeAt(0) === SLASH ? url : url.replace(ADDRESS, '');
  const start = path.slice(0, MAX_START_LENGTH);
  const plain = start.includes('%') ? start.replace(ESCAPE, readEscape) : start;
  return LIKELY.test(plain) || (POSSIBLE.test(plain) && readPersistentUrl(path).ok);
};

const readEscape = (_escape: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));
