import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, refuse } from '@perene/api/refusals';
import { parseIpAddress } from '@perene/core';
import { type Network, networkContains } from '@perene/core/item';
import { type FastifyHttpOptions, type FastifyServerOptions, LogController } from 'fastify';
import type { LogLevel } from '../../config/settings.ts';
import { escapeLabel } from './api/items/item-urls.ts';
import { escapeDocument } from './archive/documents.ts';
import { routeOldAddress } from './archive/old-address-routes.ts';
import { routeArk } from './ark/ark-routes.ts';
import { boundConnections } from './connections/bound-connections.ts';
import type { GracefulStop } from './connections/graceful-stop.ts';
import { cutSlowClients } from './connections/slow-clients.ts';
import { takeTurns } from './connections/take-turns.ts';
import { routeHandle } from './handle/handle-proxy-routes.ts';
import type { Metrics } from './metrics.ts';
import { describeProblem, sendProblem } from './problems.ts';
import type { RequestListener } from './request-listener.ts';
import { createLogger, nameRequest } from './request-log.ts';
import { withoutPorts } from './resolve/client-addresses.ts';
import { joinSlashes } from './resolve/is-persistent-url.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const MAX_BODY_BYTES = 1_048_576;
const HEADERS_TIMEOUT_MS = 30_000;
/** A large file may take long, but a connection on which nothing comes is closed. */
const SILENCE_TIMEOUT_MS = 60_000;
const MAX_PARAMETER_LENGTH = 8_192;
const LOOPBACK = /^(?:(?:::ffff:)?127\.|::1$)/;

export const chooseServerOptions = (
  needs: {
    readonly logLevel: LogLevel;
    readonly trustedProxies: readonly Network[];
    readonly maxConnections: number;
    readonly protocol: RequestListener;
    readonly gracefulStop: GracefulStop;
  },
  metrics: Metrics,
) => {
  const log = createLogger(needs.logLevel);
  return {
    serverFactory(handle) {
      const begin = takeTurns((request, response) => {
        request.url = joinSlashes(request.url ?? '/');
        const forwarded = request.headers['x-forwarded-for'];
        if (forwarded !== undefined) request.headers['x-forwarded-for'] = withoutPorts(String(forwarded));
        if (!needs.protocol(request, response, { log, metrics })) handle(request, response);
      });
      const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: 0 }, begin);
      boundConnections(server, {
        most: needs.maxConnections,
        isExempt: (address) => isTrusted(address, needs.trustedProxies) || LOOPBACK.test(address),
      });
      return needs.gracefulStop.watch(cutSlowClients(server.setTimeout(SILENCE_TIMEOUT_MS)));
    },
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    // Browsers open connections in advance; such a silent connection must not keep a stopping node alive.
    forceCloseConnections: true,
    trustProxy: needs.trustedProxies.length > 0 && ((address: string) => isTrusted(address, needs.trustedProxies)),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    requestIdHeader: false,
    genReqId: nameRequest,
    rewriteUrl: ({ url }) => routeOldAddress(routeHandle(routeArk(escapeDocument(escapeLabel(url ?? '/'))))),
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply.headers(SECURITY_HEADERS), error);
    },
    clientErrorHandler: answerBrokenRequest,
  } satisfies FastifyHttpOptions<Server> & FastifyServerOptions;
};

const isTrusted = (text: string, networks: readonly Network[]): boolean => {
  const address = parseIpAddress(text);
  return address.ok && networks.some((network) => networkContains(network, address.value));
};

/** Answers what is not an HTTP request, or has too many headers, and so reaches no route. */
const answerBrokenRequest = (error: Error & { readonly code?: string }, socket: Socket): void => {
  const { _httpMessage: begun } = socket as Socket & { readonly _httpMessage?: ServerResponse };
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy(error);
    return;
  }
  const problem = describeProblem(refusalOfClientError(error.code), 'en');
  const body = JSON.stringify(problem);
  const headers = { ...SECURITY_HEADERS, 'content-type': 'application/problem+json', connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${problem.status} Refused\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

const refusalOfClientError = (code: string | undefined): Refusal => {
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('head-too-large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('request-too-slow');
  return refuse('request-invalid', { reason: 'unknown-protocol' });
};
