import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged, isUnexpected } from '../negotiation/is-unchanged.ts';
import { readRange } from '../negotiation/read-range.ts';
import { reprDigest } from '../negotiation/repr-digest.ts';
import { mayBeRemembered } from '../remembered/remembered-answers.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';

interface SentFile {
  /** What the file is called where it is saved. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** The same for the same bytes, and for no others. */
  readonly mark: string;
  /** Undefined where nobody has read all of it. */
  readonly sha256?: string;
  /** Microseconds. */
  readonly updatedAt: bigint;
  /** Whether caches may keep it for others. */
  readonly isForEveryone: boolean;
  /** A URL at which the store itself has the file; undefined if this node sends it. */
  link?(headers: { readonly mediaType: string; readonly disposition: string }): Promise<string | undefined>;
  read(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/** The policy of a document, which somebody else wrote: it is shown, but may not act with the rights of this site. */
const DOCUMENT_POLICY =
  "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; frame-ancestors 'none'";

/**
 * PDF viewers of browsers are scripts of their own, which a sandbox would stop. The page of the item shows the file in a
 * frame.
 */
const PDF_POLICY = SECURITY_HEADERS['content-security-policy'].replace(
  "frame-ancestors 'none'",
  "frame-ancestors 'self'",
);

/** Types that browsers show without running anything; others are offered for saving. */
const SHOWN = /^(?:text\/|image\/|audio\/|video\/|application\/(?:pdf|json|xml))/;

/** Smaller files are sent at once, and may be remembered. */
const MAX_SMALL_BYTES = 131_072;

/** Bytes that are not those of the catalogue are sent as they are, but not remembered. */
const readSmall = async (opened: Readable, { sha256 }: SentFile): Promise<Buffer | Readable> => {
  const bytes = await buffer(opened);
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : Readable.from([bytes]);
};

/** Sends one file, or a part of it (RFC 9110 sections 13 and 14). */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  headers: { readonly link: string; readonly vary?: string },
): Promise<void> => {
  const etag = `"${file.mark}"`;
  const modified = new Date(Number(file.updatedAt / 1_000n));
  if (isUnexpected(request.headers, { etag, modified })) {
    reply.code(412).header('cache-control', 'no-store').send();
    return;
  }
  const isKnown = isUnchanged(request.headers, { etag, modified });
  const range = isKnown ? undefined : readRange(request.headers, { bytes: file.bytes, etag, modified });
  const length = range && range !== 'unsatisfiable' ? range.end - range.start + 1 : file.bytes;
  const isSent = !isKnown && range !== 'unsatisfiable' && request.method !== 'HEAD' && length > 0;
  const disposition = create(file.name, { type: SHOWN.test(file.mediaType) ? 'inline' : 'attachment' });
  const elsewhere = isSent ? await file.link?.({ mediaType: file.mediaType, disposition }) : undefined;
  if (elsewhere !== undefined) {
    reply
      .code(307)
      .headers({ ...headers, etag, location: elsewhere, 'cache-control': 'no-store' })
      .send();
    return;
  }
  // The file is opened before any header is set: caches must not keep a refusal as they may keep the file.
  const opened = isSent ? await file.read(range) : '';
  const isSmall = range === undefined && file.bytes <= MAX_SMALL_BYTES && mayBeRemembered(request);
  const content = opened !== '' && isSmall ? await readSmall(opened, file) : opened;
  // Nobody would read to its end what is sent to a client that has gone.
  if (reply.raw.destroyed && content instanceof Readable) content.destroy();
  reply.headers({
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    ...headers,
    ...reprDigest(request.headers, file.sha256),
    'cache-control': file.isForEveryone ? 'public, max-age=3600' : 'private, no-store',
    'content-disposition': disposition,
    'content-security-policy': file.mediaType === 'application/pdf' ? PDF_POLICY : DOCUMENT_POLICY,
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
  // Fastify would give a HEAD reply another length, unless its content is a stream.
  reply.send(request.method === 'HEAD' ? Readable.from([]) : content);
};
