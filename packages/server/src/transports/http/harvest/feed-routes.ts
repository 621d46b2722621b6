import type { ItemSummary } from '@perene/api';
import type { FastifyInstance } from 'fastify';
import type { ArchiveOperations } from '../../../services/archive/archive-operations.ts';
import { itemAddress } from '../pages/item/item-address.ts';
import { sendKept } from './send-compressed.ts';
import { documentOf, element, type Xml } from './xml.ts';

const ENTRIES = 50;
const ATOM = 'application/atom+xml';
/** The date of a feed without entries, because Atom needs one. */
const NEVER = '1970-01-01T00:00:00Z';

/** Registers the feed of the newest items (Atom, RFC 4287). */
export const registerFeed = (
  routes: FastifyInstance,
  { archive, publicUrl }: { readonly archive: Pick<ArchiveOperations, 'list'>; readonly publicUrl: string },
): void => {
  const { host } = new URL(publicUrl);
  routes.get('/feed.atom', async (request, reply) => {
    const { items } = await archive.list({ limit: ENTRIES, isOpenOnly: true });
    const updated =
      items
        .map((item) => item.changed)
        .toSorted()
        .at(-1) ?? NEVER;
    const feed = element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      element('id', {}, `${publicUrl}/feed.atom`),
      element('title', {}, `${host}: new items`),
      element('updated', {}, updated),
      element('author', {}, element('name', {}, host)),
      element('link', { rel: 'self', type: ATOM, href: `${publicUrl}/feed.atom` }),
      element('link', { rel: 'alternate', type: 'text/html', href: `${publicUrl}/items` }),
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
    element('title', {}, item.title ?? label),
    element('updated', {}, item.changed),
    element('published', {}, item.created),
    item.creators.map((name) => element('author', {}, element('name', {}, name))),
    element('link', { rel: 'alternate', type: 'text/html', href: `${publicUrl}${itemAddress(label)}` }),
  );
};
