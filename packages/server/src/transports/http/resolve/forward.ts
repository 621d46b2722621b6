import { FORWARDED } from '../../../services/noid/ark/resolve-ark.ts';
import type { RequestListener } from '../request-listener.ts';
import { nameRequest } from '../request-log.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { isPersistentUrl } from './is-persistent-url.ts';

const ADDRESS = /^https?:\/\/[^/?#]*/i;

/**
 * Returns the address of the same request at another resolver; undefined if the request came from a resolver already.
 */
export const forwardTarget = (target: string, resolverUrl: string): string | undefined => {
  const path = target.replace(ADDRESS, '');
  if (path.includes(FORWARDED)) return undefined;
  return `${resolverUrl}${path}${path.includes('?') ? '&' : '?'}${FORWARDED}`;
};

/** On a node that resolves nothing itself, sends persistent URLs on to its resolver. */
export const createForwardListener =
  (resolverUrl: string): RequestListener =>
  (request, response) => {
    const { url = '', method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !isPersistentUrl(url)) return false;
    const location = forwardTarget(url, resolverUrl);
    if (location === undefined) return false;
    response
      .writeHead(302, {
        ...SECURITY_HEADERS,
        'x-request-id': nameRequest(request),
        'cache-control': 'private, max-age=60',
        'content-length': '0',
        location,
      })
      .end();
    return true;
  };
