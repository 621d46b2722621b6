import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dump, DumpFiles } from '../../../ports/archive/dumps.ts';
import { isUnchanged } from '../negotiation/is-unchanged.ts';
import { readRange } from '../negotiation/read-range.ts';
import { reprDigest } from '../negotiation/repr-digest.ts';
import { sendKept } from './send-compressed.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** Registers the dumps of all records, which are made once a day. */
export const registerDumps = (
  routes: FastifyInstance,
  { dumps, publicUrl }: { readonly dumps: Pick<DumpFiles, 'list' | 'open'>; readonly publicUrl: string },
): void => {
  routes.get('/dumps', async (request, reply) => {
    const listed = (await dumps.list()).map(({ name, madeAt, ...dump }) => ({
      url: `${publicUrl}/dumps/${name}`,
      made: formatTime(dateFromMicroseconds(BigInt(madeAt))),
      ...dump,
    }));
    const text = `${JSON.stringify({ dumps: listed })}\n`;
    return sendKept(request, reply, { mediaType: 'application/json; charset=utf-8', text });
  });
  routes.get<{ Params: { name: string } }>('/dumps/:name', async (request, reply) => {
    const dump = (await dumps.list()).find(({ name }) => name === request.params.name);
    if (dump !== undefined) return sendDump(request, reply, dump, dumps);
    const { method, originalUrl } = request;
    throw refuse('address-unknown', { reason: 'address', method, address: originalUrl.slice(0, 200) });
  });
};

const sendDump = async (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { name, bytes, sha256, madeAt }: Dump,
  dumps: Pick<DumpFiles, 'open'>,
): Promise<FastifyReply> => {
  const etag = `"${sha256}"`;
  const modified = new Date(Number(BigInt(madeAt) / 1_000n));
  if (isUnchanged(headers, { etag, modified })) return reply.header('etag', etag).code(304).send();
  const range = readRange(headers, { bytes, etag, modified });
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  const content = await dumps.open(name, range);
  reply.headers({
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': FOREVER,
    ...reprDigest(headers, sha256),
    'content-length': range === undefined ? bytes : range.end - range.start + 1,
  });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  return reply.type('application/zstd').send(content);
};
