import type { ItemSummary } from '@perene/api';
import type { FastifyInstance } from 'fastify';
import type { ArchiveOperations } from '../../../services/archive/archive-operations.ts';
import { feedAddress, readSearch, searchAddress } from '../pages/find/search-address.ts';
import { itemAddress } from '../pages/item/item-address.ts';
import { sendKept } from './send-compressed.ts';
import { documentOf, element, type Xml } from './xml.ts';

const ENTRIES = 50;
const ATOM = 'application/atom+xml';
/** The date of a feed without entries, because Atom needs one. */
const NEVER = '1970-01-01T00:00:00Z';

/** Registers the feed of the newest items, or of those that a search finds (Atom, RFC 4287). */
export const registerFeed = (
  routes: FastifyInstance,
  { archive, publicUrl }: { readonly archive: Pick<ArchiveOperations, 'list'>; readonly publicUrl: string },
): void => {
  const { host } = new URL(publicUrl);
  routes.get('/feed.atom', { config: { isSearch: true } }, async (request, reply) => {
    const search = readSearch(request.originalUrl);
    const { words, facets } = search;
    const { items } = await archive.list({ words, facets, sort: 'newest', limit: ENTRIES, isOpenOnly: true });
    const self = `${publicUrl}${feedAddress(search)}`;
    const sought = [words, ...Object.values(facets)].filter((text) => text !== '').join(', ');
    const updated =
      items
        .map((item) => item.changed)
        .toSorted()
        .at(-1) ?? NEVER;
    const feed = element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      element('id', {}, self),
      element('title', {}, sought === '' ? `${host}: new items` : `${host}: ${sought}`),
      element('updated', {}, updated),
      element('author', {}, element('name', {}, host)),
      element('link', { rel: 'self', type: ATOM, href: self }),
      element('link', {
        rel: 'alternate',
        type: 'text/html',
        href: `${publicUrl}${searchAddress({ ...search, sort: undefined })}`,
      }),
      items.map((item) => describeItem(item, publicUrl)),
    );
    return sendKept(request, reply, { mediaType: `${ATOM}; charset=utf-8`, text: documentOf(feed) });
  });
};

const describeItem = (item: ItemSummary, publicUrl: string): Xml => {
  const label = item.ibip ?? item.repository;
  return element(
    'entry',
    { 'xml:lang': item.language },
    element('id', {}, item.persistentUrl),
    // A title is a text, even if it looks like HTML.
    element('title', { type: 'text' }, item.title ?? label),
    element('summary', { type: 'text' }, [...item.creators, item.persistentUrl].join('; ')),
    element('updated', {}, item.changed),
    element('published', {}, item.created),
    item.creators.map((name) => element('author', {}, element('name', {}, name))),
    element('link', { rel: 'alternate', type: 'text/html', href: `${publicUrl}${itemAddress(label)}` }),
  );
};
