import type { IncomingHttpHeaders } from 'node:http';

/** `sha-256=0` says that this algorithm is not wanted; RFC 9530 section 4. */
const UNWANTED = /(?:^|,)\s*sha-256\s*=\s*0\s*(?:;[^,]*)?(?=,|$)/;

/**
 * The digest of the whole content, whatever part of it is sent (RFC 9530 section 3). SHA-256 is the only one that is
 * known beforehand, so who would rather have another (`Want-Repr-Digest`) gets this one.
 */
export const reprDigest = (
  headers: IncomingHttpHeaders,
  sha256: string | undefined,
): { readonly 'repr-digest'?: string } => {
  const wanted = [headers['want-repr-digest'] ?? []].flat().join(',');
  if (sha256 === undefined || UNWANTED.test(wanted)) return {};
  return { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` };
};
