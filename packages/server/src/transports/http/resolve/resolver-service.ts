import type { ServerResponse } from 'node:http';
import type { Network } from '@perene/core/item';
import { unescapeFilePath } from '@perene/core/item';
import { RESOLVER_SERVICE } from '../../../ports/federation/messenger.ts';
import type { ResolverAnswer, ResolverService } from '../../../services/resolver/members/create-resolver-service.ts';
import type { RequestListener } from '../request-listener.ts';
import { createAddressReader } from './client-addresses.ts';

const PATH = `/${RESOLVER_SERVICE}`.toLowerCase();
const ADDRESS = /^https?:\/\/[^/?#]*/i;
const UNAVAILABLE: ResolverAnswer = { status: 503, body: 'status.archive unavailable' };

/** Serves `GET /J8LNKB5R7W/3FUQHC5?servicesubject=...`: what Archives ask of the resolver (RTC-11 section 7.2). */
export const createResolverServiceListener = ({
  service,
  trustedProxies,
}: {
  readonly service: ResolverService;
  readonly trustedProxies: readonly Network[];
}): RequestListener => {
  const readAddresses = createAddressReader(trustedProxies);
  return (request, response, { log, metrics }) => {
    const { url = '', method = '' } = request;
    const target = url.startsWith('/') ? url : url.replace(ADDRESS, '');
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    if (!isHere(path) || (method !== 'GET' && method !== 'HEAD')) return false;
    const start = performance.now();
    const isHead = method === 'HEAD';
    // Only the last address is certain; the sender may have invented the others.
    const by = readAddresses(request).at(-1) ?? 'unknown';
    const finish = (answer: ResolverAnswer): void => {
      const { status, event } = answer;
      // The query is not logged, because it has keys.
      if (event !== undefined) log.info({ ...event, status, client: by }, 'membership');
      send(response, answer, isHead);
      const seconds = (performance.now() - start) / 1_000;
      metrics.observeRequest({ method, route: 'resolver-service', status, seconds });
    };
    service.answer(mark < 0 ? '' : target.slice(mark + 1), { by, isHead }).then(finish, (error: unknown) => {
      log.error({ err: error }, 'a message to the resolver was not answered');
      finish(UNAVAILABLE);
    });
    return true;
  };
};

/** The case of labels does not matter, and clients may escape any character of them. */
const isHere = (path: string): boolean =>
  path.length >= PATH.length && path.length <= PATH.length * 3 && unescapeFilePath(path)?.toLowerCase() === PATH;

/** Decision 37: exactly this type, without a character set. */
const send = (response: ServerResponse, { status, body, retryAfterSeconds }: ResolverAnswer, isHead: boolean): void => {
  response.writeHead(status, {
    'content-type': 'text/plain',
    ...(!isHead && { 'content-length': body.length }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  });
  response.end(isHead ? undefined : body, 'latin1');
};
