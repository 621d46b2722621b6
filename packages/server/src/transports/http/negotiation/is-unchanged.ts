import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the client already has the answer (RFC 9110 section 13.1). `Cache-Control: no-cache` in a request is meant
 * for caches on the way: fetch adds it to every request that has a condition.
 */
export const isUnchanged = (
  headers: IncomingHttpHeaders,
  { etag, modified }: { readonly etag: string; readonly modified?: Date },
): boolean => {
  const known = headers['if-none-match'];
  if (known !== undefined)
    return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modified !== undefined && Math.floor(modified.getTime() / 1_000) <= since / 1_000;
};

/**
 * Whether the client wants the answer only as it knew it, and it is not so any more (RFC 9110 sections 13.1.1 and
 * 13.1.4). Weak tags never match, because parts of the answer may be put together.
 */
export const isUnexpected = (
  headers: IncomingHttpHeaders,
  { etag, modified }: { readonly etag: string; readonly modified: Date },
): boolean => {
  const expected = headers['if-match'];
  if (expected !== undefined) return !expected.split(',').some((tag) => [etag, '*'].includes(tag.trim()));
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return Math.floor(modified.getTime() / 1_000) > since / 1_000;
};
