import { Refusal } from '@perene/api/refusals';
import { readPersistentUrl } from '@perene/core/reading';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NodeRole } from '../../../config/roles.ts';
import type { Opens } from '../../../ports/archive/desk/collections.ts';
import type { LocalArchive } from '../../../services/archive/archive-operations.ts';
import type { LocalCollections } from '../../../services/archive/collections/collection-operations.ts';
import type { DocumentReader } from '../../../services/archive/documents/open-document.ts';
import type { Thumbnails } from '../../../services/archive/thumbnails/open-thumbnail.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import { createAuthentication, type SessionReading } from '../api/authentication.ts';
import type { NoteVisit } from '../archive/note-visit.ts';
import { registerThumbnails } from '../archive/thumbnail-routes.ts';
import { isPersistentUrl } from '../resolve/is-persistent-url.ts';
import { answerCollection, answerCollections } from './collections/answer-collections.ts';
import { findGuesses } from './find/find-guesses.ts';
import { readSearch, readText, searchAddress } from './find/search-address.ts';
import { renderNotKept, renderSearchPage } from './find/search-page.ts';
import { readStartAssets, renderStartPage, type StartContent } from './find/start-page.ts';
import { answerItem } from './item/answer-item.ts';
import { itemAddress } from './item/item-address.ts';
import { visitorOf } from './item/shown-item.ts';
import { PAGE_SCRIPT, readCheckerAddress, SCRIPT_ADDRESS } from './page-script.ts';
import { sendPage } from './send-page.ts';

export interface PageServices {
  readonly archive: LocalArchive;
  readonly collections: LocalCollections;
  readonly documents: DocumentReader;
  readonly thumbnails: Pick<Thumbnails, 'open'>;
  /** What persistent URLs of items lead to. */
  readonly opens: Opens;
  readonly keys: Pick<KeyRing, 'authenticate'>;
  readonly sessions: SessionReading;
  readonly isReadingPublic: boolean;
  readonly roles: readonly NodeRole[];
  readonly consoleFolder: string;
  /** The beginning of the addresses of this node, without a slash at its end. */
  readonly publicUrl: string;
  /** Whether the node has the API of a resolver. */
  readonly isResolving: boolean;
  readonly noteVisit: NoteVisit;
}

const ITEMS_PER_PAGE = 20;
const NEWEST = 5;
const COLLECTIONS = 6;
const MAX_COLLECTIONS = 100;
const ARK = /(?:^|\/)(ark:\/?\S+)$/i;
const READING = { config: { access: 'reading' } } as const;
const SEARCH = { config: { access: 'reading', isSearch: true } } as const;
const OPEN = { config: { access: 'anyone' } } as const;

/** Registers the pages for readers: complete without script, in English and Portuguese. */
export const registerPages = (server: FastifyInstance, services: PageServices): void => {
  const isArchive = services.roles.includes('archive');
  server.get(SCRIPT_ADDRESS, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=600').send(PAGE_SCRIPT),
  );
  server.register(async (routes) => {
    routes.decorateRequest('principal', undefined);
    routes.decorateRequest('signedIn', undefined);
    routes.addHook('onRequest', createAuthentication({ ...services, scheme: 'Basic' }));
    routes.addHook('onSend', async ({ signedIn }, reply) => {
      if (signedIn !== undefined) reply.header('cache-control', 'private, no-store');
      if (reply.statusCode === 401) reply.header('www-authenticate', 'Basic realm="perene", charset="UTF-8"');
    });
    routes.get('/search', SEARCH, (request, reply) => answerSearch(request, reply, services, isArchive));
    routes.get('/items', SEARCH, (request, reply) => answerList(request, reply, services, isArchive));
    if (isArchive) {
      routes.get('/collections', READING, (request, reply) => answerCollections(request, reply, services));
      routes.get<{ Params: { name: string } }>('/collections/:name', READING, (request, reply) =>
        answerCollection(request, reply, services),
      );
      const hasScripts = services.roles.includes('console');
      const checker = hasScripts ? readCheckerAddress(services.consoleFolder) : undefined;
      routes.get<{ Params: { '*': string } }>('/items/*', READING, (request, reply) =>
        answerItem(
          { request, reply, visitor: visitorOf(request), address: request.params['*'] },
          { ...services, checker },
        ),
      );
    }
    if (isArchive) registerThumbnails(routes, services);
    if (services.roles.includes('console')) {
      const assets = readStartAssets(services.consoleFolder);
      routes.get('/', OPEN, async (request, reply) => {
        const visitor = visitorOf(request);
        const mayList = isArchive && (services.isReadingPublic || visitor.hasKey);
        const kept = mayList ? await readKept(services, { isOpenOnly: !visitor.hasKey }) : NOTHING_SHOWN;
        const page = renderStartPage({ text: readText(request.originalUrl, 'q'), ...kept, assets }, visitor);
        return sendPage(request, reply, { page, language: visitor.language });
      });
    }
  });
};

const NOTHING_SHOWN = { newest: undefined, collections: [], counts: undefined };

/** What the start page shows of the Archive; it does without counts that take too long. */
const readKept = async (
  { archive, collections }: PageServices,
  { isOpenOnly }: { readonly isOpenOnly: boolean },
): Promise<Pick<StartContent, 'newest' | 'collections' | 'counts'>> => {
  const some = await collections.list({ limit: MAX_COLLECTIONS, isOpenOnly });
  const largest = some.collections.toSorted((one, other) => (other.items ?? 0) - (one.items ?? 0));
  const shown = { collections: largest.slice(0, COLLECTIONS) };
  try {
    const { items, found } = await archive.list({ limit: NEWEST, isOpenOnly, hasCounts: true });
    const counts = found && { items: found.count, isMore: found.isMore, collections: some.collections.length };
    return { ...shown, newest: items, counts };
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'search-too-slow')) throw error;
    return { ...shown, newest: (await archive.list({ limit: NEWEST, isOpenOnly })).items, counts: undefined };
  }
};

/** Returns the address that a label or an alias leads to; undefined for words, which are searched for. */
const leadOf = (text: string, isArchive: boolean): string | undefined => {
  const [, ark] = ARK.exec(text) ?? [];
  if (ark !== undefined) return `/${encodeURI(ark)}`;
  const reading = readPersistentUrl(text);
  if (reading.ok) {
    const label = reading.value.legacy?.text ?? reading.value.url.ibi.text;
    return isArchive ? itemAddress(label) : `/${label}`;
  }
  if (/\s/.test(text) || !isPersistentUrl(`/${text}`)) return undefined;
  // An alias leads to its item; a mistyped label leads to an explanation.
  return isArchive ? `/items/${encodeURIComponent(text)}` : `/${encodeURI(text)}`;
};

const answerSearch = async (
  request: FastifyRequest,
  reply: FastifyReply,
  services: PageServices,
  isArchive: boolean,
): Promise<FastifyReply> => {
  const search = readSearch(request.originalUrl);
  const { words } = search;
  if (words === '') return reply.redirect(searchAddress(search), 302);
  const lead = Object.keys(search.facets).length > 0 ? undefined : leadOf(words, isArchive);
  return lead === undefined ? answerList(request, reply, services, isArchive) : reply.redirect(lead, 302);
};

const answerList = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { archive, collections, publicUrl }: PageServices,
  isArchive: boolean,
): Promise<FastifyReply> => {
  const visitor = visitorOf(request);
  const { language } = visitor;
  const search = readSearch(request.originalUrl);
  const { words, facets, sort, cursor } = search;
  if (!isArchive) return sendPage(request, reply, { page: renderNotKept(visitor, words), language });
  const isOpenOnly = !visitor.hasKey;
  const asked = { words, facets, sort, cursor, limit: ITEMS_PER_PAGE, isOpenOnly, hasCounts: true };
  const page = await archive.list(asked);
  const isNothing = page.items.length === 0 && words !== '' && cursor === undefined;
  const guesses = isNothing ? await findGuesses(archive, words, visitor) : [];
  const named = page.found?.facets.collection.map(({ value }) => value) ?? [];
  const titles = await collections.titles([...named, ...(facets.collection === undefined ? [] : [facets.collection])]);
  const content = { search, page, guesses, titles, publicUrl };
  return sendPage(request, reply, { page: renderSearchPage(content, visitor), language });
};
