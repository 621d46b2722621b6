import type { OutgoingHttpHeaders } from 'node:http';
import { readableFileName } from '@perene/core/item';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedDocument } from '../../../services/archive/documents/open-document.ts';
import { isUnchanged, isUnexpected } from '../negotiation/is-unchanged.ts';
import { readRange } from '../negotiation/read-range.ts';

type File = Extract<OpenedDocument, { kind: 'file' }>;

/** The policy of a document, which somebody else wrote: it is shown, but may not act with the rights of this site. */
const DOCUMENT_POLICY =
  "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; frame-ancestors 'none'";

/** Types that browsers show without running anything; others are offered for saving. */
const SHOWN = /^(?:text\/|image\/|audio\/|video\/|application\/(?:pdf|json|xml))/;

/** Sends one file, or a part of it (RFC 9110 sections 13 and 14). */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  document: File,
  link: string,
): Promise<void> => {
  const { file } = document;
  const etag = `"${file.sha256}"`;
  const modified = new Date(Number(document.updatedAt / 1_000n));
  if (isUnexpected(request.headers, { etag, modified })) {
    reply.code(412).header('cache-control', 'no-store').send();
    return;
  }
  const isKnown = isUnchanged(request.headers, { etag, modified });
  const range = isKnown ? undefined : readRange(request.headers, { bytes: file.bytes, etag, modified });
  const length = range && range !== 'unsatisfiable' ? range.end - range.start + 1 : file.bytes;
  const isSent = !isKnown && range !== 'unsatisfiable' && request.method !== 'HEAD' && length > 0;
  // The file is opened before any header is set: caches must not keep a refusal as they may keep the file.
  const content = isSent ? await document.read(range) : '';
  reply.headers({
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    // Others who ask here may like metadata more than the file.
    vary: 'accept',
    link,
    'cache-control': document.isForEveryone ? 'public, max-age=3600' : 'private, no-store',
    'content-disposition': disposition(file.path, file.mediaType),
    // PDF viewers of browsers are scripts of their own, which a sandbox would stop.
    ...(file.mediaType !== 'application/pdf' && { 'content-security-policy': DOCUMENT_POLICY }),
  });
  if (isKnown) {
    reply.code(304).send();
    return;
  }
  reply.header('content-type', file.mediaType);
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
    return;
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  reply.header('content-length', length);
  if (request.method === 'HEAD') {
    // Fastify would give a reply without content a length of zero.
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end();
  } else reply.send(content);
};

const disposition = (path: string, mediaType: string): string =>
  create(readableFileName(path.split('/').at(-1) ?? path), { type: SHOWN.test(mediaType) ? 'inline' : 'attachment' });
