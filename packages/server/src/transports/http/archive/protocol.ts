import type { IncomingMessage, ServerResponse } from 'node:http';
import { unescapeFilePath } from '@perene/core/item';
import type { FastifyBaseLogger } from 'fastify';
import type { ArchiveService, ServiceAnswer } from '../../../services/archive/exchange/archive-service.ts';
import { createOutbox } from '../connections/outbox.ts';
import type { Metrics } from '../metrics.ts';

/** Takes a request if it is a message of the protocol; returns whether it did. */
export type ProtocolListener = (
  request: IncomingMessage,
  response: ServerResponse,
  watchers: { readonly log: FastifyBaseLogger; readonly metrics: Pick<Metrics, 'countUrlRequest'> },
) => boolean;

const UNAVAILABLE: ServiceAnswer = { status: 503, body: 'status.archive unavailable' };

/**
 * Messages of resolvers to the Archive service: `GET /<label>?servicesubject=...` (RTC-11 section 6.1). Resolvers ask
 * much more often than people do, so these are answered before the router.
 */
export const createProtocolListener = (service: ArchiveService): ProtocolListener => {
  const path = `/${service.label}`;
  const lower = path.toLowerCase();
  const post = createOutbox(send);
  return (request, response, { log, metrics }) => {
    const { url = '', method } = request;
    const mark = url.indexOf('?');
    const asked = mark < 0 ? url : url.slice(0, mark);
    if ((asked !== path && !isAt(lower, asked)) || (method !== 'GET' && method !== 'HEAD')) return false;
    metrics.countUrlRequest();
    const isHead = method === 'HEAD';
    const refuse = (error: unknown): void => {
      log.error({ err: error }, 'a message of the protocol was not answered');
      post({ ...UNAVAILABLE, response, isHead });
    };
    try {
      const answer = service.answer(mark < 0 ? '' : url.slice(mark + 1), { isHead });
      if (answer instanceof Promise) answer.then((late) => post({ ...late, response, isHead }), refuse);
      else post({ ...answer, response, isHead });
    } catch (error) {
      refuse(error);
    }
    return true;
  };
};

/** The case of labels does not matter, and clients may escape the "@" in them. */
const isAt = (lower: string, asked: string): boolean =>
  asked.length >= lower.length && unescapeFilePath(asked)?.toLowerCase() === lower;

interface Outgoing extends ServiceAnswer {
  readonly response: ServerResponse;
  readonly isHead: boolean;
}

/** The type is exact, without a character set. The answer is not cached, because each one has a new key. */
const send = ({ response, status, body, isHead }: Outgoing): void => {
  response.writeHead(status, {
    'content-type': 'text/plain',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(isHead ? undefined : body, 'latin1');
};
