import { type Refusal, refuse } from '@perene/api/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import { type Handle, parseHandle } from '../../../services/noid/handle/find-handle.ts';
import type { LocationWishes } from '../../../services/noid/handle/leading/choose-location.ts';
import { type HandleRequest, resolveHandle } from '../../../services/noid/handle/leading/resolve-handle.ts';
import { checkRole, createAuthentication } from '../api/authentication.ts';
import { sendPage } from '../pages/send-page.ts';
import type { RequestListener } from '../request-listener.ts';
import type { AliasAnswers } from '../resolve/answer-alias.ts';
import { renderHandlePage } from './handle-page.ts';

const HANDLE_ADDRESS = '/hdl/';
const HANDLE_URL = /^\/hdl[:/]/i;
/** The target of a handle may change at any time. */
const REDIRECT_CACHING = 'private, max-age=60';
const MAX_WISHES = 20;

/** Gives all handles one address for the router. */
export const routeHandle = (url: string): string => (HANDLE_URL.test(url) ? HANDLE_ADDRESS : url);

/** Leaves handles to the router, because minters may have them. */
export const exceptHandles =
  (listener: RequestListener): RequestListener =>
  (request, ...rest) =>
    !HANDLE_URL.test(request.url ?? '') && listener(request, ...rest);

export interface HandleProxyNeeds {
  readonly parts: Parameters<typeof resolveHandle>[0];
  readonly chance: () => number;
  readonly keys: Pick<KeyRing, 'authenticate'>;
  readonly isReadingPublic: boolean;
  readonly answerAlias: AliasAnswers | undefined;
  /** The resolver for handles that no minter and no item here has; undefined if this node is its own resolver. */
  readonly resolverUrl: string | undefined;
}

/** Serves `/hdl/PREFIX/SUFFIX` and `/hdl:PREFIX/SUFFIX` as the proxy of the Handle System does (docs/handles.md). */
export const registerHandleProxy = (server: FastifyInstance, needs: HandleProxyNeeds): void => {
  const { isReadingPublic } = needs;
  if (!isReadingPublic) {
    server.addHook('onRequest', createAuthentication({ ...needs, scheme: 'Basic', access: 'anyone' }));
    server.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 401) reply.header('www-authenticate', 'Basic realm="perene", charset="UTF-8"');
    });
  }
  server.get(HANDLE_ADDRESS, async (request, reply) => {
    const { handle, name, query } = readRequest(request);
    const resolution = await resolveHandle(needs.parts, handle, readWishes(request, query, needs.chance));
    switch (resolution.kind) {
      case 'location':
        return reply.header('cache-control', REDIRECT_CACHING).redirect(resolution.location, 302);
      case 'values':
        // Leading is for everybody, and showing what is kept is not.
        if (!isReadingPublic) {
          checkRole(request.principal, 'reader');
          reply.header('cache-control', 'private, no-store');
        }
        return sendPage(request, reply, renderHandlePage(request, resolution));
      case 'withdrawn':
        throw refuseWithdrawn(resolution);
      case 'unknown':
        return answerUnknown(needs, { name, handle }, { request, reply });
    }
  });
};

const refuseWithdrawn = ({ id, reason: why }: { readonly id: string; readonly reason: string }): Refusal => {
  const handle = `hdl:${id}`;
  return refuse('handle-withdrawn', why === '' ? { reason: 'unsaid', handle } : { reason: 'said', handle, why });
};

const answerUnknown = async (
  { answerAlias, resolverUrl }: HandleProxyNeeds,
  { name, handle }: { readonly name: string; readonly handle: Handle },
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> => {
  const target = `/hdl:${name}`;
  if (resolverUrl !== undefined) return reply.redirect(`${resolverUrl}${target}`, 302);
  const alias = await answerAlias?.(request, reply, target);
  if (alias === undefined) throw refuse('handle-not-found', { handle: `hdl:${handle.prefix}/${handle.suffix}` });
  return alias.send();
};

/** Reads the handle, and keeps how it was written with its query. */
const readRequest = ({ originalUrl }: FastifyRequest) => {
  const name = originalUrl.slice(HANDLE_ADDRESS.length);
  const mark = name.indexOf('?');
  const path = mark < 0 ? name : name.slice(0, mark);
  const handle = parseHandle(unescapePath(path));
  if (handle === undefined) throw refuse('handle-invalid');
  return { handle, name, query: new URLSearchParams(mark < 0 ? '' : name.slice(mark + 1)) };
};

const unescapePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
};

const readWishes = (request: FastifyRequest, query: URLSearchParams, chance: () => number): HandleRequest => ({
  indexes: query.getAll('index').flatMap((text) => (/^\d{1,10}$/.test(text) ? [Number(text)] : [])),
  types: query.getAll('type').slice(0, MAX_WISHES),
  isShown: query.has('noredirect') && query.get('noredirect') !== 'false',
  followsAliases: !query.has('ignore_aliases'),
  appended: query.get('urlappend') ?? '',
  wishes: { ...readPreferences(request.headers['accept-language'] ?? ''), ...readAttributes(query), chance: chance() },
});

/** `locatt=country:br` asks for locations with this attribute. */
const readAttributes = (query: URLSearchParams): Pick<LocationWishes, 'attributes'> => ({
  attributes: query
    .getAll('locatt')
    .slice(0, MAX_WISHES)
    .flatMap((text) => {
      const colon = text.indexOf(':');
      return colon < 1 ? [] : [[text.slice(0, colon), text.slice(colon + 1)] as const];
    }),
});

/** The languages of a reader, and the countries that these name: `pt-BR` is from Brazil. */
const readPreferences = (acceptLanguage: string): Pick<LocationWishes, 'countries' | 'languages'> => {
  const tags = acceptLanguage
    .slice(0, 1_000)
    .split(',')
    .slice(0, MAX_WISHES)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
  const parts = tags.map((tag) => tag.split('-'));
  return {
    languages: [...new Set(parts.map(([language = '']) => language))],
    countries: [...new Set(parts.flatMap((each) => each.slice(1).filter((part) => /^[A-Za-z]{2}$/.test(part))))],
  };
};
