import { refuse } from '@perene/api/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ArchiveOperations } from '../../../../services/archive/archive-operations.ts';
import { editionsInTime } from '../../../../services/archive/past/editions-in-time.ts';
import { type PastDescription, readPastDescriptions } from '../../../../services/archive/past/past-descriptions.ts';
import { readDatetime } from '../../negotiation/accept-datetime.ts';
import { ranksAbove } from '../../negotiation/media-types.ts';
import {
  chooseMemento,
  formatDatetime,
  linksInTime,
  TIME_MAP_TYPE,
  type Timed,
  writeTimeMap,
} from '../../negotiation/memento.ts';
import { sendPage } from '../send-page.ts';
import { EDITIONS_TIME_MAP, type ItemPart, isMemento, mementoPart, TIME_GATE, TIME_MAP } from './item-address.ts';
import { renderMetadataPage } from './metadata-page.ts';
import { pageAddress } from './representations.ts';
import type { ShownItem, Visitor } from './shown-item.ts';

/** Whether a part of an item is one of RFC 7089 (Memento). */
export const isInTime = (part: ItemPart): boolean =>
  part === TIME_MAP || part === TIME_GATE || part === EDITIONS_TIME_MAP || isMemento(part);

/** Where the descriptions that an item had are found. */
export const timedAddresses = (page: string): Omit<Timed, 'mementos'> => ({
  original: page,
  timeGate: `${page}/${TIME_GATE}`,
  timeMap: `${page}/${TIME_MAP}`,
});

/** The editions of an item: what its persistent URL with `!` leads to, which chooses by time itself. */
const timedEditions = ({ item }: Pick<ShownItem, 'item'>, page: string): Timed => ({
  original: `${item.persistentUrl}!`,
  timeGate: `${item.persistentUrl}!`,
  timeMap: `${page}/${EDITIONS_TIME_MAP}`,
  mementos: editionsInTime(item),
});

/** Answers the addresses of an item's past: its TimeMaps, its TimeGate, and the descriptions that it had. */
export const answerInTime = async (
  {
    request,
    reply,
    visitor,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly visitor: Visitor },
  part: ItemPart,
  shown: ShownItem,
  { archive, publicUrl }: { readonly archive: Pick<ArchiveOperations, 'history'>; readonly publicUrl: string },
): Promise<FastifyReply> => {
  const { item } = shown;
  const page = pageAddress({ item, publicUrl });
  const { searchParams } = new URL(request.originalUrl, 'http://localhost');
  const sendMap = (timed: Timed): FastifyReply =>
    reply
      .header('cache-control', shown.isForEveryone ? 'no-cache' : 'private, no-cache')
      .type(TIME_MAP_TYPE)
      .send(writeTimeMap(timed, Math.trunc(Number(searchParams.get('page'))) || 1));
  if (part === EDITIONS_TIME_MAP) return sendMap(timedEditions(shown, page));

  const past = await readPastDescriptions(archive, item);
  const mementos = past.map(({ at }) => ({ at, url: `${page}/${mementoPart(at)}` }));
  const timed = { ...timedAddresses(page), mementos };
  if (part === TIME_MAP) return sendMap(timed);
  reply.header('link', linksInTime(timed));
  if (part === TIME_GATE) {
    reply.header('vary', 'accept-datetime');
    const chosen = chooseMemento(mementos, readDatetime(request));
    if (chosen !== undefined) return reply.header('cache-control', 'no-cache').redirect(chosen.url, 302);
    throw refuse('file-missing', { reason: 'of-item', label: item.repository, path: part });
  }
  const exact = past.find(({ at }) => mementoPart(at) === part);
  if (exact !== undefined) return sendMemento({ request, reply, visitor }, shown, exact);
  // Between two descriptions, the earlier one was still the description.
  const nearest = chooseMemento(mementos, timeOfPart(part));
  if (nearest !== undefined) return reply.redirect(nearest.url, 302);
  throw refuse('file-missing', { reason: 'of-item', label: item.repository, path: part });
};

const timeOfPart = (part: ItemPart): number => {
  const [, year, month, day, hour, minute, second] =
    /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(part)?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
};

const sendMemento = (
  {
    request,
    reply,
    visitor,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly visitor: Visitor },
  shown: ShownItem,
  { at, fields }: PastDescription,
): FastifyReply => {
  const { item, isForEveryone } = shown;
  reply.headers({ 'memento-datetime': formatDatetime(at), vary: 'accept, accept-language, cookie' });
  if (ranksAbove('application/json', 'text/html', request.headers.accept ?? '*/*')) {
    reply.header('cache-control', isForEveryone ? 'no-cache' : 'private, no-cache');
    return reply.type('application/json').send({ repository: item.repository, fields });
  }
  const metadata = item.metadata && { ...item.metadata, fields, updated: new Date(at).toISOString() };
  const then = { ...shown, item: { ...item, ...(metadata && { metadata }) } };
  const page = renderMetadataPage(then, visitor);
  return sendPage(request, reply, { page, language: visitor.language, isForEveryone });
};
