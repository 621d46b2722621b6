import { Readable } from 'node:stream';
import { EVENT_STREAM, JSON_LINES } from '@perene/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../../../concurrency/attempt-limit.ts';
import type { ChangePage, ChangeReader, ChangeView } from '../../../../services/archive/harvest/read-changes.ts';
import { ranksAbove } from '../../negotiation/media-types.ts';
import type { Bind } from '../bind-operation.ts';

export const registerChangesRoute = (bind: Bind, { changes }: { readonly changes: ChangeReader }): void => {
  bind(
    'readChanges',
    (request, reply) => {
      const { after = request.headers['last-event-id'] || undefined, limit, wait } = request.query;
      const waitSeconds = isStream(request) ? 0 : wait;
      return changes.read({ after, limit, waitSeconds, client: networkOf(request.ip), signal: whileOpen(reply) });
    },
    {
      render(request, reply, page) {
        reply.header('vary', 'accept');
        if (isStream(request)) {
          const { limit } = request.query;
          const client = networkOf(request.ip);
          const later = changes.follow({ after: page.next, limit, client, signal: whileOpen(reply) });
          return { mediaType: EVENT_STREAM, content: Readable.from(streamEvents(page, later)) };
        }
        if (ranksAbove('application/json', JSON_LINES, request.headers.accept ?? '')) return undefined;
        const lines = page.changes.map((change) => `${JSON.stringify(change)}\n`);
        return { mediaType: JSON_LINES, content: Buffer.from(lines.join('')) };
      },
    },
  );
};

/** Browsers that open a stream of events accept nothing else. */
const isStream = ({ headers, method }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').toLowerCase().includes(EVENT_STREAM);

/** Is aborted when the client has gone. */
const whileOpen = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
};

async function* streamEvents(first: ChangePage, later: AsyncIterable<ChangePage>): AsyncGenerator<string> {
  yield `retry: 2000\n\n${first.changes.map(formatEvent).join('')}`;
  for await (const { changes } of later) {
    yield changes.length === 0 ? ': nothing new\n\n' : changes.map(formatEvent).join('');
  }
}

const formatEvent = (change: ChangeView): string => `id: ${change.cursor}\ndata: ${JSON.stringify(change)}\n\n`;
