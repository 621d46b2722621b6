import { parseRepositoryName } from '@perene/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VisitCounter } from '../../../services/archive/usage/count-visits.ts';
import { isCounted } from '../negotiation/is-counted.ts';
import type { AddressReader } from '../resolve/client-addresses.ts';

/** Notes that somebody was served an item, or its description. */
export type NoteVisit = (
  request: Pick<FastifyRequest, 'raw' | 'headers'>,
  visited: { readonly repository: string; readonly content: 'Data' | 'Metadata' },
) => void;

/** COUNTER counts what was served, or was unchanged since the visitor last had it. */
export const createVisitNotes =
  (visits: Pick<VisitCounter, 'note'>, readAddresses: AddressReader): NoteVisit =>
  ({ raw, headers }, { repository, content }) => {
    const label = parseRepositoryName(repository);
    if (!label.ok || !isCounted(raw) || isPartOfPage(headers)) return;
    const { 'user-agent': agent = '' } = headers;
    // The last address is the one that was seen, and not claimed.
    visits.note({ repository: label.value.text, content, address: readAddresses(raw).at(-1) ?? '', agent });
  };

/** Pictures, films and frames that a page of this node shows, such as previews: the page itself is the visit. */
const isPartOfPage = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && PARTS.has(String(headers['sec-fetch-dest']));

const PARTS = new Set([
  'audio',
  'embed',
  'font',
  'frame',
  'iframe',
  'image',
  'object',
  'script',
  'style',
  'track',
  'video',
]);

/** Whoever asks for a later part of a file goes on with what was counted before. */
export const isFromStart = (reply: FastifyReply): boolean =>
  reply.statusCode === 200 ||
  reply.statusCode === 304 ||
  // The store sends the file.
  reply.statusCode === 307 ||
  (reply.statusCode === 206 && /^bytes 0-/.test(String(reply.getHeader('content-range'))));
