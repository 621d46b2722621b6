import type { FastifyInstance } from 'fastify';
import { documentOf, element } from './xml.ts';

interface Signposts {
  readonly publicUrl: string;
  readonly isReadingPublic: boolean;
  /** Whether the node has items, and with them OAI-PMH, a sitemap and a feed. */
  readonly isArchive: boolean;
}

const API_CATALOG = '/.well-known/api-catalog';
const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const CACHING = { 'cache-control': 'public, max-age=600' };

/** Registers what tells programs where to begin. It is the same for everyone, and shows no item. */
export const registerSignposts = (server: FastifyInstance, signposts: Signposts): void => {
  const { publicUrl } = signposts;
  server.get('/robots.txt', async (_request, reply) =>
    reply.headers(CACHING).type('text/plain; charset=utf-8').send(writeRobots(signposts)),
  );
  server.get(API_CATALOG, async (_request, reply) =>
    reply
      .headers({ ...CACHING, link: `<${publicUrl}${API_CATALOG}>; rel="api-catalog"` })
      .type(LINKSET)
      .send(JSON.stringify(listApis(signposts))),
  );
  server.get('/opensearch.xml', async (_request, reply) =>
    reply.headers(CACHING).type('application/opensearchdescription+xml').send(describeSearch(publicUrl)),
  );
};

/**
 * Searches, lists by facets and the API cost more than pages, and lead to nothing that the sitemap does not have (RFC
 * 9309: the longer rule counts).
 */
const writeRobots = ({ publicUrl, isReadingPublic, isArchive }: Signposts): string => {
  if (!isReadingPublic) return 'User-agent: *\nDisallow: /\n';
  const sitemap = isArchive ? `\nSitemap: ${publicUrl}/sitemap.xml\n` : '';
  const rules = ['Disallow: /search', 'Disallow: /items?', 'Allow: /items?cursor=', 'Disallow: /feed.atom?'];
  const others = ['/api/v1/', '/nd/', '/console'].map((path) => `Disallow: ${path}`);
  return `User-agent: *\n${[...rules, ...others].join('\n')}\n${sitemap}`;
};

/** RFC 9727: each API with its description for programs, and for people. */
const listApis = ({ publicUrl, isArchive }: Signposts) => ({
  linkset: [
    {
      anchor: `${publicUrl}/api/v1`,
      'service-desc': [{ href: `${publicUrl}/api/openapi.json`, type: 'application/json' }],
      'service-doc': [{ href: `${publicUrl}/api/docs`, type: 'text/html' }],
      status: [{ href: `${publicUrl}/ready`, type: 'application/json' }],
    },
    ...(isArchive
      ? [
          {
            anchor: `${publicUrl}/oai`,
            'service-desc': [{ href: `${publicUrl}/oai?verb=Identify`, type: 'text/xml' }],
            'service-doc': [{ href: `${publicUrl}/docs/harvesting`, type: 'text/html' }],
          },
        ]
      : []),
  ],
});

/** OpenSearch 1.1: lets browsers search the Archive from their address bar. */
const describeSearch = (publicUrl: string): string => {
  const { host } = new URL(publicUrl);
  return documentOf(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      // The standard allows 16 and 1,024 characters.
      element('ShortName', {}, 'Perene'),
      element('Description', {}, `Items of ${host}`),
      element('InputEncoding', {}, 'UTF-8'),
      element('Image', { type: 'image/svg+xml' }, `${publicUrl}/icon.svg`),
      element('Url', { type: 'text/html', template: `${publicUrl}/search?q={searchTerms}` }),
      element('Url', { type: 'application/json', template: `${publicUrl}/api/v1/items?q={searchTerms}` }),
      element('Url', {
        type: 'application/opensearchdescription+xml',
        rel: 'self',
        template: `${publicUrl}/opensearch.xml`,
      }),
    ),
  );
};
