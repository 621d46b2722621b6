import { Refusal } from '@perene/api/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ArchiveOperations } from '../../../../services/archive/archive-operations.ts';
import type { LocalCollections } from '../../../../services/archive/collections/collection-operations.ts';
import { readText } from '../find/search-address.ts';
import { visitorOf } from '../item/shown-item.ts';
import { sendPage } from '../send-page.ts';
import { renderCollectionsPage } from './collection-list.ts';
import { renderCollectionPage, renderMissingCollection } from './collection-page.ts';
import { collectionAddress } from './titles.ts';

export interface CollectionServices {
  readonly archive: Pick<ArchiveOperations, 'list'>;
  readonly collections: LocalCollections;
}

const COLLECTIONS_PER_PAGE = 60;
const ITEMS_PER_PAGE = 20;

/** Answers `/collections`. */
export const answerCollections = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { collections }: CollectionServices,
): Promise<FastifyReply> => {
  const visitor = visitorOf(request);
  const cursor = readText(request.originalUrl, 'cursor') || undefined;
  const page = await collections.list({ cursor, limit: COLLECTIONS_PER_PAGE, isOpenOnly: !visitor.hasKey });
  return sendPage(request, reply, {
    page: renderCollectionsPage(page, visitor),
    language: visitor.language,
    isForEveryone: !visitor.hasKey,
  });
};

/** Answers `/collections/<name>`; a name that the collection had before leads to its address of now. */
export const answerCollection = async (
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
  { archive, collections }: CollectionServices,
): Promise<FastifyReply> => {
  const visitor = visitorOf(request);
  const { language } = visitor;
  const isOpenOnly = !visitor.hasKey;
  const collection = await collections.show(request.params.name, { isOpenOnly }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'collection-not-found') return undefined;
    throw error;
  });
  if (collection === undefined) {
    return sendPage(request, reply, { page: renderMissingCollection(visitor), language, status: 404 });
  }
  const { search } = new URL(request.originalUrl, 'http://localhost');
  if (collection.name !== request.params.name) {
    return reply.redirect(`${collectionAddress(collection.name)}${search}`, 301);
  }
  const cursor = readText(request.originalUrl, 'cursor') || undefined;
  const asked = { cursor, limit: ITEMS_PER_PAGE, isOpenOnly };
  const page = await (collection.kind === 'series'
    ? collections.items(collection.name, asked)
    : archive.list({ ...asked, facets: { collection: collection.name }, sort: 'newest' }));
  const rendered = renderCollectionPage({ collection, page, cursor }, visitor);
  return sendPage(request, reply, { page: rendered, language, isForEveryone: isOpenOnly });
};
