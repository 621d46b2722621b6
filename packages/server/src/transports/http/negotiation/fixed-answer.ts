import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type Encoding, isCompressible } from '../remembered/answer-encodings.ts';
import { isUnchanged } from './is-unchanged.ts';

export type FixedAnswer = (request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply) => Promise<FastifyReply>;

/** An answer that stays the same as long as the program runs; it is compressed once for each encoding. */
export const createFixedAnswer = (content: Buffer, mediaType: string): FixedAnswer => {
  // Weak, because it is the same with and without compression.
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const isEncoded = isCompressible(mediaType, content);
  const encoded = new Map<Encoding, Promise<Buffer>>();
  const encode = (encoding: Encoding): Promise<Buffer> => {
    const made = encoded.get(encoding) ?? compress(content, encoding);
    encoded.set(encoding, made);
    return made;
  };
  return async ({ headers }, reply) => {
    reply.header('etag', `W/${etag}`);
    if (isEncoded) reply.header('vary', 'accept-encoding');
    if (isUnchanged(headers, { etag })) return reply.code(304).send();
    reply.type(mediaType);
    const encoding = isEncoded ? chooseEncoding(headers['accept-encoding']?.toString()) : undefined;
    if (encoding === undefined) return reply.send(content);
    return reply.header('content-encoding', encoding).send(await encode(encoding));
  };
};
