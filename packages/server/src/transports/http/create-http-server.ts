import { relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance, fastify } from 'fastify';
import type { LogLevel } from '../../config/settings.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { type ApiNeeds, registerApi } from './api/api.ts';
import { registerOpenApi } from './api/openapi.ts';
import { registerDocs } from './docs/docs-routes.ts';
import { createFarewell } from './farewell.ts';
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

export interface HttpServerNeeds extends ApiNeeds {
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
  readonly registerArchive: (server: FastifyInstance) => void;
}

export const createHttpServer = (needs: HttpServerNeeds): FastifyInstance => {
  const { version } = needs;
  const metrics = createMetrics(needs);
  const farewell = createFarewell();
  const server: FastifyInstance = fastify(chooseServerOptions({ ...needs, farewell }, metrics));
  farewell.register(server);
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  registerRequestLog(server, metrics);
  registerUnreadBodies(server);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  server.setNotFoundHandler((request, reply) =>
    sendProblem(
      request,
      reply,
      new Refusal('address-unknown', `there is nothing at ${request.originalUrl.slice(0, 200)} for ${request.method}`),
    ),
  );
  server.get(STYLE_ADDRESS, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(PAGE_STYLE + PUBLIC_STYLE),
  );
  registerOperations(server, { ...needs, metrics });
  registerDocs(server, needs);
  registerPages(server, needs);
  server.register(
    async (api) => {
      await registerOpenApi(api, { version });
      await api.register((routes) => registerApi(routes, { ...needs, metrics }), { prefix: '/v1' });
    },
    { prefix: '/api' },
  );
  needs.registerArchive(server);
  if (needs.roles.includes('console')) registerConsole(server, needs.consoleFolder);
  return server;
};

/** For those who watch over the node. */
const registerOperations = (
  server: FastifyInstance,
  { version, isReady, metrics }: Pick<HttpServerNeeds, 'version' | 'isReady'> & { readonly metrics: Metrics },
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
