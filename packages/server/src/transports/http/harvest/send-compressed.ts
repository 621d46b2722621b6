import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged } from '../negotiation/is-unchanged.ts';

const compress = promisify(gzip);
const MIN_BYTES = 1_024;
const GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?!;\s*q=0(?:\.0+)?\s*(?:,|$))(?:;|,|$)/i;

const takesGzip = ({ headers }: FastifyRequest): boolean => GZIP.test(String(headers['accept-encoding'] ?? ''));

/** Sends a text; compressed in another thread, if the client takes it so. */
export const sendCompressed = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, text }: { readonly mediaType: string; readonly text: string },
): Promise<FastifyReply> => {
  const content = Buffer.from(text);
  reply.type(mediaType).header('vary', 'accept-encoding');
  if (content.length < MIN_BYTES || !takesGzip(request)) return reply.send(content);
  return reply.header('content-encoding', 'gzip').send(await compress(content));
};

/** Does the same for a text that clients keep, and ask for again. */
export const sendKept = async (
  request: FastifyRequest,
  reply: FastifyReply,
  document: { readonly mediaType: string; readonly text: string },
): Promise<FastifyReply> => {
  const etag = `"${createHash('sha256').update(document.text).digest('base64url').slice(0, 22)}"`;
  // Weak, because it is the same with and without compression.
  reply.headers({ etag: `W/${etag}`, 'cache-control': 'no-cache' });
  if (isUnchanged(request.headers, { etag })) return reply.code(304).send();
  return sendCompressed(request, reply, document);
};

/** Sends a long text while it is made. */
export const sendStreamed = (
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, steps }: { readonly mediaType: string; readonly steps: AsyncIterable<string> },
): FastifyReply => {
  const text = Readable.from(steps);
  reply.type(mediaType).headers({ vary: 'accept-encoding', 'cache-control': 'no-cache' });
  if (!takesGzip(request)) return reply.send(text);
  // Nobody reads it, so nobody compresses it.
  if (request.method === 'HEAD') return reply.header('content-encoding', 'gzip').send(text);
  const compressed = createGzip();
  text.on('error', (error) => compressed.destroy(error));
  compressed.on('close', () => text.destroy());
  return reply.header('content-encoding', 'gzip').send(text.pipe(compressed));
};
