import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isatty } from 'node:tty';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { destination, pino } from 'pino';
import type { LogLevel } from '../../config/settings.ts';
import type { Metrics } from './metrics.ts';
import { writeReadably } from './readable-log.ts';

const STANDARD_ERROR = 2;
const SANE_REQUEST_ID = /^[\x21-\x7e]{1,64}$/;
const MAX_LOGGED_PATH_LENGTH = 1_024;

/** Writes to standard error: short lines if it is a terminal, otherwise JSON lines. Keys are never logged. */
export const createLogger = (level: LogLevel): FastifyBaseLogger =>
  pino(
    { level, redact: ['*.authorization', '*.headers.authorization', 'authorization', 'key', '*.key'] },
    isatty(STANDARD_ERROR)
      ? { write: (line) => process.stderr.write(writeReadably(line)) }
      : destination(STANDARD_ERROR),
  );

/** Returns the name of the request, which a proxy may have given already. */
export const nameRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
};

/** Logs one line a request, and adds its duration to the metrics. */
export const registerRequestLog = (server: FastifyInstance, metrics: Metrics): void => {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(describe(request, reply), 'answered');
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });
  server.addHook('onRequestAbort', async (request) => {
    request.log.info({ method: request.method, path: pathOf(request) }, 'the client went away');
  });
};

const describe = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  path: pathOf(request),
  status: reply.statusCode,
  milliseconds: Math.round(reply.elapsedTime * 1_000) / 1_000,
  ...(request.principal && { principal: request.principal.id }),
});

/** Leaves out the query, which may have keys of the protocol, and the secret of a link for reviewers. */
const pathOf = ({ originalUrl }: FastifyRequest): string =>
  originalUrl
    .replace(/\?.*$/s, '')
    .replace(/^\/review\/[^/]+/, '/review/...')
    .slice(0, MAX_LOGGED_PATH_LENGTH);
