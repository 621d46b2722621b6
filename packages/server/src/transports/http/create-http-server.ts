import fastifyStatic from '@fastify/static';
import { type FastifyInstance, fastify } from 'fastify';

/** No script, style or request but our own; no page of ours inside another's. */
const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export const createHttpServer = ({
  version,
  consoleFolder,
}: {
  readonly version: string;
  readonly consoleFolder: string;
}): FastifyInstance => {
  const server = fastify({ bodyLimit: 65_536, requestTimeout: 30_000, routerOptions: { maxParamLength: 8_192 } });
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  server.get('/health', async () => ({ status: 'ok', version }));
  server.register(fastifyStatic, {
    root: consoleFolder,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = path.includes('/assets/');
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.setNotFoundHandler(async (request, reply) => {
    reply.code(404).type('application/problem+json');
    return { title: 'Not found', status: 404, detail: `There is nothing at ${request.url.slice(0, 200)}` };
  });
  return server;
};
