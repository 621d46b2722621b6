import { refuse } from '@perene/api/refusals';
import type { Network } from '@perene/core/item';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { NodeRole } from '../../config/roles.ts';
import type { LogLevel } from '../../config/settings.ts';
import { createMethodFinder, type MethodFinder } from './api/allowed-methods.ts';
import { isOldAddress } from './archive/old-address-routes.ts';
import { isArk } from './ark/ark-routes.ts';
import { registerDeepJson } from './bodies/deep-json.ts';
import { registerUnreadBodies } from './bodies/unread-bodies.ts';
import { cutBegunAnswer } from './connections/begun-answers.ts';
import { createGracefulStop } from './connections/graceful-stop.ts';
import { registerHeldAnswers } from './connections/held-answers.ts';
import { registerSearchBudget } from './connections/search-budget.ts';
import { registerUnreadAnswers } from './connections/unread-answers.ts';
import type { Metrics } from './metrics.ts';
import { createFixedAnswer } from './negotiation/fixed-answer.ts';
import { LOOK_ADDRESS, STYLE_ADDRESS } from './page.ts';
import { PLAIN_SITE, type Site } from './pages/site.ts';
import { lookOf, styleSheetOf } from './pages/style/style-sheet.ts';
import { sendProblem } from './problems.ts';
import type { RequestListener } from './request-listener.ts';
import { registerRequestLog } from './request-log.ts';
import { isPersistentUrl } from './resolve/is-persistent-url.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { chooseServerOptions } from './server-options.ts';

/** Creates a server that has no routes of its own except for the style of its pages. */
export const createHttpServer = ({
  roles,
  metrics,
  logLevel,
  trustedProxies,
  maxConnections,
  protocol,
  site = PLAIN_SITE,
}: {
  readonly roles: readonly NodeRole[];
  readonly metrics: Metrics;
  readonly logLevel: LogLevel;
  readonly trustedProxies: readonly Network[];
  /** Of one client address. */
  readonly maxConnections: number;
  /** Takes the requests that are not for the router: messages of the protocol, persistent URLs. */
  readonly protocol: RequestListener;
  readonly site?: Site;
}): FastifyInstance => {
  const gracefulStop = createGracefulStop();
  const options = chooseServerOptions({ logLevel, trustedProxies, maxConnections, protocol, gracefulStop }, metrics);
  const server: FastifyInstance = fastify(options);
  server.decorate('site', site);
  gracefulStop.register(server);
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  registerRequestLog(server, metrics);
  registerUnreadBodies(server);
  registerUnreadAnswers(server);
  registerHeldAnswers(server);
  registerSearchBudget(server);
  registerDeepJson(server);
  server.setErrorHandler((error, request, reply) =>
    cutBegunAnswer(error, request, reply) ? reply : sendProblem(request, reply, error),
  );
  registerUnknown(server, createMethodFinder(roles));
  for (const [address, sheet] of [
    [STYLE_ADDRESS, styleSheetOf(site)],
    [LOOK_ADDRESS, lookOf(site)],
  ] as const) {
    const answer = createFixedAnswer(Buffer.from(sheet), 'text/css; charset=utf-8');
    server.get(address, async (request, reply) =>
      answer(request, reply.header('cache-control', 'public, max-age=600')),
    );
  }
  return server;
};

/** The methods of persistent URLs, ARKs and documents, which somebody else than the router may serve. */
const READING = ['GET', 'HEAD'];
const isForReading = (url: string): boolean => isPersistentUrl(url) || isOldAddress(url) || isArk(url);

/** Refuses addresses that do not exist, and methods that an address does not have. */
const registerUnknown = (server: FastifyInstance, findMethods: MethodFinder): void => {
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { method, url, originalUrl } = request;
    const allowed = !READING.includes(method) && isForReading(originalUrl) ? READING : findMethods(url);
    if (allowed.length === 0) {
      const address = originalUrl.slice(0, 200);
      return sendProblem(request, reply, refuse('address-unknown', { reason: 'address', method, address }));
    }
    reply.header('allow', allowed.join(', '));
    return sendProblem(request, reply, refuse('method-not-allowed', { method, allowed: allowed.join(', ') }));
  };
  server.setNotFoundHandler(refuseUnknown);
  // The request is refused before its body is read, which may be wrong as well.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) return refuseUnknown(request, reply);
    return undefined;
  });
};
