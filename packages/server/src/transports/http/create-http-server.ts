import { relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type FastifyError, type FastifyInstance, type FastifyReply, fastify } from 'fastify';

/** No script, style or request but our own; no page of ours inside another's. */
const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** RFC 9457; what went wrong inside stays inside. */
const sendProblem = (reply: FastifyReply, status: number, title: string, detail?: string): void => {
  reply
    .code(status)
    .type('application/problem+json')
    .send({ title, status, ...(detail && { detail }) });
};

export const createHttpServer = ({
  version,
  consoleFolder,
}: {
  readonly version: string;
  readonly consoleFolder: string;
}): FastifyInstance => {
  const server = fastify({
    bodyLimit: 65_536,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 8_192 },
    // A silent connection, as browsers open in advance, must not keep a stopping node alive.
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply) => {
      sendProblem(reply.headers(SECURITY_HEADERS), error.statusCode ?? 400, 'Bad request');
    },
  });
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  server.get('/health', async () => ({ status: 'ok', version }));
  server.register(fastifyStatic, {
    root: consoleFolder,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = relative(consoleFolder, path).split(sep)[0] === 'assets';
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.setNotFoundHandler((request, reply) => {
    sendProblem(reply, 404, 'Not found', `There is nothing at ${request.url.slice(0, 200)}`);
  });
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    sendProblem(reply, status, status < 500 ? 'Refused' : 'Something went wrong here');
  });
  return server;
};
