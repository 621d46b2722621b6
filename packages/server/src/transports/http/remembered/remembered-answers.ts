import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runNoting } from '../../../memory/reading-notes.ts';
import type { Memory, Reading, Recollection } from '../../../memory/recollection.ts';
import type { NoteVisit } from '../archive/note-visit.ts';
import { createOutbox } from '../connections/outbox.ts';
import { isUnchanged } from '../negotiation/is-unchanged.ts';
import type { RequestListener } from '../request-listener.ts';
import { nameRequest } from '../request-log.ts';
import { compress, type Encoding, isCompressible } from './answer-encodings.ts';
import { type AskedAnswer, readAsked } from './asked-answer.ts';

const MAX_BYTES = 128 * 1_048_576;
/** A larger answer would take the place of too many others. */
const MAX_ANSWER_BYTES = 1_048_576;
const BYTES_EACH = 2_000;
const REMEMBERED_STATUSES = [200, 302];

type Visited = Parameters<NoteVisit>[1];

/** An answer that is the same for everyone who asks for the same in the same way. */
interface KeptAnswer {
  readonly status: number;
  readonly route: string;
  /** Names and values in turn, without those that differ by encoding or request. */
  readonly headers: readonly string[];
  /** Without quotes; undefined for a redirect. */
  readonly tag: string | undefined;
  readonly modified: Date | undefined;
  readonly body: Buffer;
  readonly isCompressible: boolean;
  readonly encoded: Map<Encoding, Promise<Buffer> | Buffer>;
  readonly visited: Visited | undefined;
}

/** What is known of a request while it is answered anew. */
interface Answering {
  readonly asked: AskedAnswer;
  readonly reading: Reading;
  /** The conditions of the request, which are judged once the whole answer is known. */
  readonly conditions: Pick<IncomingHttpHeaders, 'if-none-match' | 'if-modified-since'>;
  said: { readonly visited: Visited | undefined; readonly isTagged: boolean } | undefined;
}

const answering = new WeakMap<IncomingMessage, Answering>();

/** Whether the answer can be remembered, if it is the same for everyone. */
export const mayBeRemembered = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => answering.has(raw);

/**
 * Says that the answer to this request is the same for everyone, and what is visited with it. Without this, nothing is
 * remembered. `isTagged`: the ETag of the answer is that of its bytes.
 */
export const rememberAnswer = (
  { raw }: Pick<FastifyRequest, 'raw'>,
  { visited, isTagged = true }: { readonly visited?: Visited; readonly isTagged?: boolean } = {},
): void => {
  const known = answering.get(raw);
  if (known !== undefined) known.said = { visited, isTagged };
};

const UNKEPT_HEADERS = ['x-request-id', 'etag', 'content-length', 'content-encoding', 'connection', 'date', 'vary'];

/** Marks an answer from memory that nobody could compare with the database, because that is gone. */
export const LATE = ['perene-late', 'yes'] as const;

/** Answers to strangers, as bytes. */
export const createRememberedAnswers = ({
  recollection,
  noteVisit,
}: {
  readonly recollection: Recollection;
  readonly noteVisit: NoteVisit;
}): { readonly listener: RequestListener; register(server: FastifyInstance): void } => {
  const memory: Memory<KeptAnswer> = recollection.createMemory({
    maxBytes: MAX_BYTES,
    // Its encoded forms are smaller.
    sizeOf: ({ body, isCompressible: isEncoded }) => BYTES_EACH + body.length * (isEncoded ? 2 : 1),
  });

  return {
    listener(request, response, { log, metrics }) {
      const asked = readAsked(request);
      if (asked === undefined) return false;
      const kept = memory.find(asked.key);
      if (kept === undefined) {
        const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
        if (request.method === 'GET') {
          const conditions = { ...(tags && { 'if-none-match': tags }), ...(since && { 'if-modified-since': since }) };
          answering.set(request, { asked, reading: recollection.begin(), conditions, said: undefined });
          delete request.headers['if-none-match'];
          delete request.headers['if-modified-since'];
        }
        return false;
      }
      const start = performance.now();
      const requestId = nameRequest(request);
      const finish = (encoding: Encoding | undefined, body: Buffer): void => {
        const isKnown = isKnownTo(request.headers, kept);
        const status = isKnown ? 304 : kept.status;
        const headers = headersOf(kept, encoding);
        headers.push('x-request-id', requestId);
        const currency = recollection.look();
        if (currency === 'late') headers.push(...LATE);
        if (!isKnown) headers.push('content-length', String(body.length));
        post({ response, status, headers, body: isKnown || request.method === 'HEAD' ? undefined : body });
        if (kept.visited !== undefined) noteVisit({ raw: request, headers: request.headers }, kept.visited);
        const milliseconds = performance.now() - start;
        const { method = '', url = '' } = request;
        log.info({ request: requestId, method, path: url.replace(/\?.*$/s, ''), status, milliseconds }, 'answered');
        metrics.countRemembered(currency);
        metrics.observeRequest({ method, route: kept.route, status, seconds: milliseconds / 1_000 });
      };
      const encoding = kept.isCompressible ? asked.encoding : undefined;
      const body = encoding === undefined ? kept.body : encode(kept, encoding);
      if (Buffer.isBuffer(body)) finish(encoding, body);
      else body.then((encoded) => finish(encoding, encoded)).catch(() => finish(undefined, kept.body));
      return true;
    },
    register(server) {
      server.addHook('preHandler', ({ raw }, _reply, done) => {
        const known = answering.get(raw);
        if (known === undefined) done();
        else runNoting(known.reading, done);
      });
      server.addHook('onSend', async (request, reply, payload) => {
        const known = answering.get(request.raw);
        if (known === undefined) return payload;
        const kept = keptOf(known, request, reply, payload);
        if (kept !== undefined) memory.keep(known.asked.key, kept, known.reading);
        return sendAnew(known, reply, payload, kept);
      });
    },
  };
};

/** Makes what can be remembered of an answer, if it said that it is the same for everyone. */
const keptOf = (
  { said }: Answering,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): KeptAnswer | undefined => {
  if (said === undefined || !REMEMBERED_STATUSES.includes(reply.statusCode)) return undefined;
  if (reply.hasHeader('set-cookie')) return undefined;
  const isEmpty = payload === undefined || payload === null || payload === '';
  const body = isEmpty ? Buffer.alloc(0) : typeof payload === 'string' ? Buffer.from(payload) : payload;
  if (!Buffer.isBuffer(body) || body.length > MAX_ANSWER_BYTES) return undefined;
  const headers = reply.getHeaders();
  const mediaType = String(headers['content-type'] ?? '');
  const isEncoded = isCompressible(mediaType, body) && headers['accept-ranges'] === undefined;
  const vary = [headers['vary'], ...(isEncoded ? ['accept-encoding'] : [])].filter(Boolean).join(', ');
  const given = /^"([^"]*)"$/.exec(String(headers['etag'] ?? ''))?.[1];
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const modified = headers['last-modified'];
  return {
    status: reply.statusCode,
    route: request.routeOptions.url ?? 'unknown',
    headers: [
      ...Object.entries(headers).flatMap(([name, value]) =>
        UNKEPT_HEADERS.includes(name) || value === undefined ? [] : [name, String(value)],
      ),
      ...(vary === '' ? [] : ['vary', vary]),
    ],
    tag: reply.statusCode !== 200 ? undefined : said.isTagged ? (given ?? hash) : `${given ?? ''}-${hash}`,
    modified: typeof modified === 'string' ? new Date(modified) : undefined,
    body,
    isCompressible: isEncoded,
    encoded: new Map(),
    visited: said.visited,
  };
};

/** Sends an answer that was made just now as it would be sent from memory. */
const sendAnew = async (
  { asked, conditions }: Answering,
  reply: FastifyReply,
  payload: unknown,
  kept: KeptAnswer | undefined,
): Promise<unknown> => {
  if (kept?.tag === undefined) {
    const { etag, 'last-modified': changed } = reply.getHeaders();
    const modified = typeof changed === 'string' ? { modified: new Date(changed) } : {};
    const isConditional = Object.keys(conditions).length > 0;
    const isOld = isConditional && reply.statusCode === 200 && typeof etag === 'string';
    if (!isOld || !isUnchanged(conditions, { etag, ...modified })) return payload;
    // A file was opened to be sent.
    if (payload instanceof Readable) payload.destroy();
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  }
  const encoding = kept.isCompressible ? asked.encoding : undefined;
  const headers = headersOf(kept, encoding);
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] ?? '', headers[index + 1]);
  if (isKnownTo(conditions, kept)) {
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  }
  if (encoding === undefined) return payload;
  reply.removeHeader('content-length');
  return encode(kept, encoding);
};

const TAG_ENDS: Readonly<Record<Encoding, string>> = { br: '-br', gzip: '-gz' };

/** Each encoding has a tag of its own, because its bytes are others (RFC 9110, section 8.8.3.3). */
const headersOf = ({ headers, tag }: KeptAnswer, encoding: Encoding | undefined): string[] => {
  const list = [...headers];
  if (tag !== undefined) list.push('etag', `"${tag}${encoding === undefined ? '' : TAG_ENDS[encoding]}"`);
  if (encoding !== undefined) list.push('content-encoding', encoding);
  return list;
};

/** Whether the client has the answer, in whatever encoding. */
const isKnownTo = (headers: IncomingHttpHeaders, { tag, modified }: KeptAnswer): boolean => {
  if (tag === undefined) return false;
  const tags = headers['if-none-match'];
  if (tags === undefined && headers['if-modified-since'] === undefined) return false;
  const plain = tags?.replaceAll(/-(?:br|gz)"/g, '"');
  return isUnchanged(
    { ...headers, ...(plain !== undefined && { 'if-none-match': plain }) },
    { etag: `"${tag}"`, ...(modified && { modified }) },
  );
};

/** Compresses an answer when somebody first asks for it so. */
const encode = (kept: KeptAnswer, encoding: Encoding): Promise<Buffer> | Buffer => {
  const known = kept.encoded.get(encoding);
  if (known !== undefined) return known;
  const making = compress(kept.body, encoding).then((bytes) => {
    kept.encoded.set(encoding, bytes);
    return bytes;
  });
  kept.encoded.set(encoding, making);
  return making;
};

interface Posted {
  readonly response: ServerResponse;
  readonly status: number;
  readonly headers: string[];
  readonly body: Buffer | undefined;
}

const post = createOutbox<Posted>(({ response, status, headers, body }) => {
  if (!response.headersSent) response.writeHead(status, headers).end(body);
});
