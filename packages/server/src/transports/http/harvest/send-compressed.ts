import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
const MIN_BYTES = 1_024;
const GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?!;\s*q=0(?:\.0+)?\s*(?:,|$))/i;

/** Sends a text; compressed in another thread, if the client takes it so. */
export const sendCompressed = async (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { mediaType, text }: { readonly mediaType: string; readonly text: string },
): Promise<FastifyReply> => {
  const content = Buffer.from(text);
  reply.type(mediaType).header('vary', 'accept-encoding');
  if (content.length < MIN_BYTES || !GZIP.test(String(headers['accept-encoding'] ?? ''))) return reply.send(content);
  return reply.header('content-encoding', 'gzip').send(await compress(content));
};
