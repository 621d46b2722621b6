import { relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { refuse } from '@perene/api/refusals';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { LogLevel } from '../../config/settings.ts';
import type { LocalArchive } from '../../services/archive/archive-operations.ts';
import { createMethodFinder, type MethodFinder } from './api/allowed-methods.ts';
import { type ApiServices, registerApi } from './api/api.ts';
import { registerOpenApi } from './api/openapi.ts';
import { registerDocs } from './docs/docs-routes.ts';
import { createFarewell } from './farewell.ts';
import { registerHeldAnswers } from './held-answers.ts';
import { createMetrics, type DatabaseWork, type Metrics } from './metrics.ts';
import { PAGE_STYLE, STYLE_ADDRESS } from './page.ts';
import { PUBLIC_STYLE } from './pages/page-style.ts';
import { registerPages } from './pages/register-pages.ts';
import { sendProblem } from './problems.ts';
import type { RequestListener } from './request-listener.ts';
import { registerRequestLog } from './request-log.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { chooseServerOptions } from './server-options.ts';
import { registerUnreadBodies } from './unread-bodies.ts';

/** A node as HTTP serves it: the services of its API, and what stands around them. */
export interface ServedNode extends ApiServices {
  readonly archive: LocalArchive;
  readonly consoleFolder: string;
  /** The guide, as it was built. */
  readonly docsFolder: string;
  /** Whether this node can serve now. */
  readonly isReady: () => Promise<boolean>;
  readonly databaseWork: () => DatabaseWork;
  readonly logLevel: LogLevel;
  /** Takes what is not for the router: messages of the protocol, persistent URLs. */
  readonly protocol: RequestListener;
  /** Adds documents and transfers of the Archive. */
  readonly registerRoutes: (server: FastifyInstance) => void;
}

export const createHttpServer = (node: ServedNode): FastifyInstance => {
  const metrics = createMetrics(node);
  const farewell = createFarewell();
  const server: FastifyInstance = fastify(chooseServerOptions({ ...node, farewell }, metrics));
  farewell.register(server);
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  registerRequestLog(server, metrics);
  registerUnreadBodies(server);
  registerHeldAnswers(server);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  registerUnknown(server, createMethodFinder(node.roles));
  server.get(STYLE_ADDRESS, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(PAGE_STYLE + PUBLIC_STYLE),
  );
  registerOperations(server, { ...node, metrics });
  registerDocs(server, node);
  registerPages(server, node);
  server.register(
    async (api) => {
      registerOpenApi(api, node);
      await api.register((routes) => registerApi(routes, { ...node, metrics }), { prefix: '/v1' });
    },
    { prefix: '/api' },
  );
  node.registerRoutes(server);
  if (node.roles.includes('console')) registerConsole(server, node.consoleFolder);
  return server;
};

/** Refuses addresses, and methods of addresses, that are not there. */
const registerUnknown = (server: FastifyInstance, findMethods: MethodFinder): void => {
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { method, url, originalUrl } = request;
    const allowed = findMethods(url);
    if (allowed.length === 0) {
      const address = originalUrl.slice(0, 200);
      return sendProblem(request, reply, refuse('address-unknown', { reason: 'address', method, address }));
    }
    reply.header('allow', allowed.join(', '));
    return sendProblem(request, reply, refuse('method-not-allowed', { method, allowed: allowed.join(', ') }));
  };
  server.setNotFoundHandler(refuseUnknown);
  // Before its body is looked at, which may be wrong as well.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) return refuseUnknown(request, reply);
    return undefined;
  });
};

/** For those who watch over the node. */
const registerOperations = (
  server: FastifyInstance,
  { version, isReady, metrics }: Pick<ServedNode, 'version' | 'isReady'> & { readonly metrics: Metrics },
): void => {
  server.get('/health', async () => ({ status: 'ok', version }));
  server.get('/ready', async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()));
};

const registerConsole = (server: FastifyInstance, consoleFolder: string): void => {
  server.register(fastifyStatic, {
    root: consoleFolder,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = relative(consoleFolder, path).split(sep)[0] === 'assets';
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // The app finds its page by the path, in the browser.
  for (const path of ['/console', '/console/*']) {
    server.get(path, async (_request, reply) => reply.sendFile('console.html'));
  }
};
