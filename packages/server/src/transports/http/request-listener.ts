import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Runs before the router: takes a request if it is one of its own, and returns whether it did. */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  watchers: { readonly log: FastifyBaseLogger; readonly metrics: Metrics },
) => boolean;

/** Offers a request to each listener, until one takes it. */
export const firstToTake =
  (...listeners: readonly RequestListener[]): RequestListener =>
  (request, response, watchers) =>
    listeners.some((listener) => listener(request, response, watchers));
