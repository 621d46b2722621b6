import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { zstdDecompressSync } from 'node:zlib';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { createDiskDumps } from '../../packages/server/src/adapters/disk/disk-dumps.ts';
import { type ApiServer, startApiServer } from '../api/api-server.ts';
import { deposit, send } from '../api/client.ts';

const NAMESPACES = {
  s: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  a: 'http://www.w3.org/2005/Atom',
  o: 'http://a9.com/-/spec/opensearch/1.1/',
  rs: 'http://www.openarchives.org/rs/terms/',
};

const read = async ({ url }: ApiServer, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}${path}`, { headers });
  return { response, text: await response.text() };
};

const find = (xml: string, path: string): readonly string[] => {
  const document = XmlDocument.fromString(xml);
  const found = document.find(path, NAMESPACES).map(({ content }) => content);
  document.dispose();
  return found;
};

describe('the sitemap', () => {
  it('has every living original once, with the date of its last change', async () => {
    const server = await startApiServer();
    expect(find((await read(server, '/sitemap.xml')).text, '//s:loc')).toEqual([]);
    const other = await startApiServer();
    const [one, two, three] = [await deposit(other), await deposit(other), await deposit(other)];
    await send(other, 'DELETE', `/items/${two.repository}`, { as: 'admin', json: { reason: 'a test' } });
    await send(other, 'PATCH', `/items/${one.repository}`, { json: { language: 'pt' } });
    const index = await read(other, '/sitemap.xml');
    expect(index.response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(find(index.text, '//s:loc')).toEqual(['http://example.org/sitemaps/0.xml']);
    const part = await read(other, '/sitemaps/0.xml');
    expect(find(part.text, '//s:loc')).toEqual([three, one].map(({ ibip }) => `http://example.org/items/${ibip}`));
    const dates = find(part.text, '//s:lastmod');
    expect(dates.every((date) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date))).toBe(true);
    expect(find(index.text, '//s:lastmod')).toEqual([dates.at(-1)]);
    const etag = index.response.headers.get('etag') ?? '';
    expect((await read(other, '/sitemap.xml', { 'if-none-match': etag })).response.status).toBe(304);
    for (const path of ['/sitemaps/1.xml', '/sitemaps/x.xml']) {
      expect((await read(other, path)).response.status).toBe(404);
    }
  });
});

describe('ResourceSync', () => {
  it('leads from its description to what there is, and to what changed', async () => {
    const server = await startApiServer();
    const follow = async (path: string, found: string) => {
      const { response, text } = await read(server, path);
      expect([path, response.status]).toEqual([path, 200]);
      return find(text, found).map((url) => url.replace('http://example.org', ''));
    };
    const [one, two] = [await deposit(server), await deposit(server)];
    await send(server, 'DELETE', `/items/${two.repository}`, { as: 'admin', json: { reason: 'a test' } });
    await send(server, 'PATCH', `/items/${one.repository}`, { json: { metadata: { title: 'New' } } });
    const [capabilities = ''] = await follow('/.well-known/resourcesync', '//s:loc');
    const [resources = '', changes = ''] = await follow(capabilities, '//s:loc');
    const [part = ''] = await follow(resources, '//s:loc');
    const recordOf = (item: { readonly ibip?: string }) => `/items/${item.ibip}/metadata.xml`;
    expect(await follow(part, '//s:loc')).toEqual([recordOf(one)]);
    // The change list itself, as long as one file holds it.
    for (const list of [changes, '/resourcesync/changelist/0.xml']) {
      expect(await follow(list, '//s:loc')).toEqual([one, two, two, one].map(recordOf));
      expect(await follow(list, '//s:url/rs:md/@change')).toEqual(['created', 'created', 'deleted', 'updated']);
      expect(await follow(list, '/s:urlset/rs:md/@capability')).toEqual(['changelist']);
    }
    expect((await read(server, '/resourcesync/changelist/1.xml')).response.status).toBe(404);
    expect((await read(server, recordOf(one))).response.status).toBe(200);
  });
});

describe('dumps', () => {
  it('are listed, and given whole or in part for ever', async () => {
    const server = await startApiServer();
    const dumps = createDiskDumps({ folder: server.folder });
    const written = await dumps.write('a.jsonl.zst', Readable.from(['{"repository":"a"}\n']));
    expect((await read(server, '/dumps')).text).toBe('{"dumps":[]}\n');
    await dumps.keep({ name: 'a.jsonl.zst', madeAt: '1700000000000000', records: 1, cursor: '1-2', ...written });
    const { dumps: listed } = JSON.parse((await read(server, '/dumps')).text);
    const url = 'http://example.org/dumps/a.jsonl.zst';
    expect(listed).toEqual([{ url, made: '2023-11-14T22:13:20Z', records: 1, cursor: '1-2', ...written }]);
    const fetchDump = (headers: Record<string, string> = {}) => fetch(`${server.url}/dumps/a.jsonl.zst`, { headers });
    const whole = await fetchDump();
    const content = Buffer.from(await whole.arrayBuffer());
    expect(zstdDecompressSync(content).toString()).toBe('{"repository":"a"}\n');
    expect(createHash('sha256').update(content).digest('hex')).toBe(written.sha256);
    const digest = createHash('sha256').update(content).digest('base64');
    expect(whole.headers.get('repr-digest')).toBe(`sha-256=:${digest}:`);
    const part = await fetchDump({ range: 'bytes=2-5' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(2, 6)]);
    expect((await fetchDump({ 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await fetchDump({ range: 'bytes=9999-' })).status).toBe(416);
    expect((await read(server, '/dumps/b.jsonl.zst')).response.status).toBe(404);
    expect((await read(server, '/dumps/a.jsonl.zst.json')).response.status).toBe(404);
  });
});

describe('the feed', () => {
  it('has the newest items, whatever characters their metadata have', async () => {
    const server = await startApiServer();
    expect(find((await read(server, '/feed.atom')).text, '//a:entry')).toEqual([]);
    const item = { language: 'pt', metadata: { title: 'Rios & <lagos>', creator: ['Lima, Ana', 'Souza, Rui'] } };
    await deposit(server);
    await deposit(server, {
      item: { metadata: { title: 'Closed' }, access: { fileList: 'open', description: 'closed' } },
    });
    const newest = await deposit(server, { item });
    const { response, text } = await read(server, '/feed.atom');
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(find(text, '//a:entry/a:title')).toEqual(['Rios & <lagos>', 'report.txt']);
    expect(find(text, '//a:entry[1]/a:author/a:name')).toEqual(['Lima, Ana', 'Souza, Rui']);
    expect(find(text, '//a:entry[1]/a:id')).toEqual([newest.persistentUrl]);
    expect(find(text, '//a:entry[1]/a:summary[@type="text"]')[0]).toContain(newest.persistentUrl);
    expect(find(text, '/a:feed/a:updated')).toEqual([newest.updated]);
  });
});

describe('signposts', () => {
  it('lead robots to the sitemap, and away from what costs much', async () => {
    const { text } = await read(await startApiServer(), '/robots.txt');
    expect(text).toContain('Disallow: /search\n');
    // Each facet multiplies the lists, and every order and language once more.
    expect(text).toContain('Disallow: /items?\nAllow: /items?cursor=\n');
    expect(text).toContain('\nSitemap: http://example.org/sitemap.xml\n');
    const closed = await startApiServer({ isReadingPublic: false });
    expect((await read(closed, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    for (const path of ['/sitemap.xml', '/sitemaps/0.xml', '/feed.atom']) {
      expect((await read(closed, path)).response.status).toBe(401);
    }
  });

  it('describe the search for browsers, and pages name the description', async () => {
    const server = await startApiServer();
    const { text } = await read(server, '/opensearch.xml');
    expect(find(text, '//o:Url[@type="text/html"]/@template')).toEqual(['http://example.org/search?q={searchTerms}']);
    const { text: list } = await read(server, '/items', { accept: 'text/html' });
    expect(list).toContain('href="/opensearch.xml"');
    // What search engines want of every page.
    expect(list).toContain('<link rel="canonical" href="http://example.org/items">');
    expect(list).toMatch(/<meta name="description" content="[^"]+">/);
  });

  it('list the APIs of the node, each at an address that is there', async () => {
    const server = await startApiServer();
    const { response, text } = await read(server, '/.well-known/api-catalog');
    expect(response.headers.get('content-type')).toMatch(/^application\/linkset\+json; profile=/);
    expect(response.headers.get('link')).toContain('rel="api-catalog"');
    const { linkset } = JSON.parse(text) as { linkset: Record<string, string | { href: string }[]>[] };
    expect(linkset.map(({ anchor }) => anchor)).toEqual(['http://example.org/api/v1', 'http://example.org/oai']);
    const links = linkset.flatMap(({ anchor: _, ...others }) => Object.values(others).flat() as { href: string }[]);
    for (const { href } of links) {
      const { status } = await fetch(href.replace('http://example.org', server.url));
      expect([href, status]).toEqual([href, href.includes('/docs/harvesting') ? expect.any(Number) : 200]);
    }
  });
});
