import { request as sendRequest } from 'node:http';
import { parseIbi } from '@perene/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { isPersistentUrl } from '../../packages/server/src/transports/http/resolve/is-persistent-url.ts';
import { SECURITY_HEADERS } from '../../packages/server/src/transports/http/security-headers.ts';
import { type ApiServer, startApiServer } from '../api/api-server.ts';
import { deposit, send } from '../api/client.ts';
import { repositoryLabel } from '../fixtures/labels.ts';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&{}\\`;

const METADATA = {
  title: [
    { value: 'Cobertura da terra', language: 'pt' },
    { value: 'Land cover', language: 'en' },
  ],
  creator: ['Lima, Ana Maria', 'Instituto Nacional de Pesquisas Espaciais'],
  date: '2011-09-07',
  subject: 'cerrado',
  abstract: { value: 'Onde cresce o quê.', language: 'pt' },
  type: 'Report',
};

interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const get = async (
  { url }: Pick<ApiServer, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<PageAnswer> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { accept: 'text/html', ...headers },
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
};

const PORTUGUESE = { 'accept-language': 'pt-BR,pt;q=0.9' };

describe('the page of an item', () => {
  it('is found by every label, in both languages, and says all that there is', async () => {
    const server = await startApiServer();
    const item = await deposit(server, { item: { metadata: METADATA, language: 'pt' } });
    await server.usage.add([
      {
        repository: repositoryLabel(item.repository),
        day: new Date().toISOString().slice(0, 10),
        method: 'Regular',
        totalInvestigations: 1_234,
        totalRequests: 1_000,
        uniqueInvestigations: 99,
        uniqueRequests: 98,
      },
    ]);
    for (const label of [item.repository, item.ibip ?? '', (item.ibip ?? '').toLowerCase()]) {
      const { status, body } = await get(server, `/items/${label}`);
      expect(status).toBe(200);
      for (const text of [
        '<html lang="en">',
        '<h1 lang="pt">Cobertura da terra</h1>',
        '7 September 2011',
        'Lima, A. M., &amp; Instituto Nacional de Pesquisas Espaciais. (2011).',
        'LIMA, Ana Maria; INSTITUTO NACIONAL',
        '@techreport{lima2011cobertura,',
        `id="persistent-url">http://example.org/${item.ibip}<`,
        'This Archive keeps the original.',
        '5 bytes',
        item.files[0]?.sha256 ?? '',
        `href="/col/${item.repository}/doc/report.txt"`,
        '<svg class="qr" role="img"',
        '1,234</text>',
        'Deposited',
        `href="/items/${item.ibip}/datacite.xml"`,
        `href="/items/${item.ibip}/schema-org.jsonld"`,
      ]) {
        expect(body).toContain(text);
      }
    }
    const portuguese = await get(server, `/items/${item.repository}`, PORTUGUESE);
    for (const text of ['<html lang="pt-BR">', '7 de setembro de 2011', 'Cite este item', '1.234</text>']) {
      expect(portuguese.body).toContain(text);
    }
    expect(portuguese.body).not.toMatch(/undefined|\[object| style=/);
  });

  it('has headers that keep readers safe, and caches right', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    const { headers, body } = await get(server, `/items/${repository}`);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers.get(name)).toBe(value);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-language')).toBe('en');
    expect(headers.get('vary')).toBe('accept, accept-language, cookie, authorization');
    const etag = headers.get('etag') ?? '';
    expect(await get(server, `/items/${repository}`, { 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: '',
    });
    expect((await get(server, `/items/${repository}`, { 'if-none-match': etag, ...PORTUGUESE })).status).toBe(200);
    const head = await get(server, `/items/${repository}`, {}, 'HEAD');
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  });

  it('keeps the language that a reader chose', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    const chosen = await get(server, `/items/${repository}?lang=pt`);
    expect(chosen.body).toContain('<html lang="pt-BR">');
    expect(chosen.body).toContain(`href="/items/${repository}?lang=en"`);
    const cookie = chosen.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^perene-language=pt; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    const kept = await get(server, '/items', { cookie: cookie.split(';')[0] ?? '' });
    expect(kept.body).toContain('<html lang="pt-BR">');
    expect(kept.headers.get('set-cookie')).toBeNull();
    expect((await get(server, '/items?lang=xx')).headers.get('set-cookie')).toBeNull();
  });

  it('names the version of a work in the language of the reader', async () => {
    const server = await startApiServer();
    const item = await deposit(server, {
      item: { metadata: { title: 'T', version: '2.1.0' } },
      files: { 'a.txt': 'x' },
    });
    const page = await get(server, `/items/${item.repository}?lang=pt`);
    expect(page.body).toContain('<span>Versão 2.1.0</span>');
    const metadata = await get(server, `/items/${item.repository}/metadata?lang=en`);
    expect(metadata.body).toContain('<dt>Version</dt><dd>2.1.0</dd>');
  });

  it('shows metadata as text, whatever they hold', async () => {
    const server = await startApiServer();
    const names = ['title', 'creator', 'subject', 'abstract', 'publisher', 'type', 'rights', 'further'];
    const item = await deposit(server, {
      item: { metadata: Object.fromEntries(names.map((name) => [name, HOSTILE])) },
      files: { "a&amp;'b.txt": 'x' },
    });
    for (const path of ['', '/metadata', '/files']) {
      const { status, body } = await get(server, `/items/${item.repository}${path}`);
      expect(status).toBe(200);
      // The node's own script, and data for machines, in which no character can begin an element.
      const rest = body.replaceAll(/<script src="\/perene.js" defer>|<script type="application\/ld\+json">[^<]*/g, '');
      expect(rest).not.toMatch(/<script|<img/);
    }
    for (const path of [
      '/items',
      `/search?q=${encodeURIComponent('alert')}`,
      `/search?q=${encodeURIComponent(HOSTILE)}`,
    ]) {
      expect((await get(server, path)).body).not.toMatch(/<script|<img/);
    }
    expect((await get(server, `/items/${encodeURIComponent(HOSTILE)}`)).body).not.toMatch(/<script|<img/);
    expect((await get(server, `/?q=${encodeURIComponent(HOSTILE)}`)).body).not.toMatch(/<script|<img/);
  });

  it('does not lead to files that this client may not read', async () => {
    const server = await startApiServer();
    const item = await deposit(server, {
      item: { metadata: { title: 'Inside' }, access: { fileList: 'open', networks: ['192.0.2.0/24'] } },
    });
    for (const path of ['', '/files']) {
      const { body, headers } = await get(server, `/items/${item.repository}${path}`);
      expect(body).toContain('yours is not among them');
      expect(body).not.toContain('/col/');
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
    const allowed = await deposit(server, {
      item: { metadata: { title: 'Here' }, access: { fileList: 'open', networks: ['127.0.0.0/8'] } },
    });
    expect((await get(server, `/items/${allowed.repository}`)).body).toContain(`/col/${allowed.repository}/doc/`);
  });

  it('keeps a closed list of files from those without a key', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server, {
      item: { metadata: { title: 'Shut' }, access: { fileList: 'closed' } },
      files: { 'secret-name.txt': 'x' },
    });
    for (const [path, status] of [
      ['', 200],
      ['/files', 403],
    ] as const) {
      const page = await get(server, `/items/${repository}${path}`);
      expect([page.status, page.body.includes('secret-name')]).toEqual([status, false]);
      const authorization = `Bearer ${server.keys.reader}`;
      const opened = await get(server, `/items/${repository}${path}`, { authorization });
      expect([opened.status, opened.body.includes('secret-name')]).toEqual([200, true]);
      expect(opened.headers.get('cache-control')).toBe('private, no-cache');
    }
  });

  it('names languages in the language of the reader, those of three letters too', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server, {
      item: { metadata: { title: [{ value: 'Yandé', language: 'yrl' }], language: 'kgp' }, language: 'yrl' },
    });
    const english = await get(server, `/items/${repository}`);
    expect(english.body).toContain('Nheengatu');
    expect(english.body).toContain('lang="yrl"');
    const portuguese = await get(server, `/items/${repository}/metadata`, PORTUGUESE);
    expect(portuguese.body).toContain('caingangue');
    const { body } = await get(server, `/items/${repository}/schema-org.jsonld`);
    expect(JSON.parse(body)).toMatchObject({ inLanguage: 'yrl' });
    const refused = await send(server, 'PATCH', `/items/${repository}`, { json: { language: 'por' } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'language-invalid' } });
  });

  it('says when the item or its description last changed, as lists and the feed do', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server, { item: { metadata: METADATA } });
    const before = (await send<ItemView>(server, 'GET', `/items/${repository}`)).body;
    const { body: item } = await send<ItemView>(server, 'PATCH', `/items/${repository}`, {
      json: { metadata: { title: 'Better' } },
    });
    expect([before.changed, item.updated, item.changed]).toEqual([
      before.updated,
      before.updated,
      item.metadata?.updated,
    ]);
    expect(Date.parse(item.changed)).toBeGreaterThan(Date.parse(before.changed));
    const { body: list } = await send<{ items: readonly ItemView[] }>(server, 'GET', '/items');
    expect(list.items[0]?.changed).toBe(item.changed);
    expect((await get(server, `/items/${repository}`)).body).toContain(
      `<dt>Changed on</dt><dd><time datetime="${item.changed}">`,
    );
    expect((await get(server, '/feed.atom')).body).toContain(`<updated>${item.changed}</updated>`);
  });

  it('of a removed item is a tombstone', async () => {
    const server = await startApiServer();
    const item = await deposit(server, { item: { metadata: METADATA } });
    await send(server, 'DELETE', `/items/${item.repository}`, { as: 'admin', json: { reason: 'Wrong <numbers>' } });
    for (const path of ['', '/metadata', '/files', '/cite.bib']) {
      const { status, body } = await get(server, `/items/${item.ibip}${path}`);
      expect(status).toBe(410);
      for (const text of ['This item was removed', 'Wrong &lt;numbers&gt;', 'Lima, Ana Maria', String(item.ibip)]) {
        expect(body).toContain(text);
      }
      expect(body).not.toContain('report.txt');
    }
  });

  it('shows editions and translations, and leads from one to the other', async () => {
    const server = await startApiServer();
    const first = await deposit(server, { item: { metadata: { title: 'One' }, language: 'en' } });
    const second = await deposit(server, { item: { metadata: { title: 'Two' }, editionOf: first.repository } });
    const translation = await deposit(server, {
      item: { metadata: { title: 'Um' }, language: 'pt', translationOf: first.repository },
    });
    const { body } = await get(server, `/items/${first.repository}`);
    expect(body).toContain('There is a newer edition');
    expect(body).toContain(`href="/items/${second.repository}"`);
    expect(body).toContain(`<a href="/items/${translation.repository}" hreflang="pt">Portuguese</a>`);
    expect((await get(server, `/items/${second.repository}`)).body).not.toContain('There is a newer edition');
  });

  it('leads through the resolver to what is held elsewhere, and calls no edition the latest that may not be', async () => {
    const server = await startApiServer();
    const [next, other] = ['b.example.org/x/2020/01.01.00.00', 'b.example.org/x/2020/02.01.00.00'];
    const item = await deposit(server, {
      item: { metadata: { title: 'One' }, language: 'en', nextEdition: next, translationOf: other },
    });
    const { body } = await get(server, `/items/${item.repository}`);
    expect(body).toContain(`${item.persistentUrl}!">Find the latest edition`);
    // The other edition may have been removed there.
    expect(body).not.toContain('There is a newer edition');
    expect(body).toContain('This item has a link to a later edition.');
    expect(body).toContain(`href="http://example.org/${next}"`);
    expect(body).not.toContain('the latest</span>');
    expect(body).toContain(`<a href="http://example.org/${other}">in a language that is not known</a>`);
    expect(body).not.toContain(`"/items/${next}"`);
  });

  it('shows of many editions and files the ones that matter', async () => {
    const server = await startApiServer();
    const files = Object.fromEntries(Array.from({ length: 210 }, (_, index) => [`f${index}.txt`, 'x']));
    let item = await deposit(server, { files });
    const { body } = await get(server, `/items/${item.repository}`);
    expect(body.match(/<th scope="row"><a href="\/col\//g)).toHaveLength(12);
    expect(body).toContain('All 210 files');
    const pages = await Promise.all(
      [0, 1, 2, 3, 99].map((page) => get(server, `/items/${item.repository}/files?page=${page}`)),
    );
    expect(pages.map((page) => page.body.match(/href="\/col\//g)?.length)).toEqual([200, 200, 10, 10, 10]);
    for (let edition = 0; edition < 14; edition += 1) {
      item = await deposit(server, { item: { metadata: { title: `Edition ${edition}` }, editionOf: item.repository } });
    }
    expect((await get(server, `/items/${item.repository}`)).body).toContain('10 editions between them are not shown');
  });
});

describe('the look of the pages', () => {
  it('comes with fonts of this node, which browsers keep and which fit into 120 kB together', async () => {
    const server = await startApiServer();
    const { body, headers } = await get(server, '/items');
    expect(headers.get('content-security-policy')).toContain("font-src 'self'");
    const style = await get(server, '/perene.css');
    const fonts = [...body.matchAll(/ href="(\/fonts\/[^"]+)" as="font"/g)].map(([, address = '']) => address);
    expect(fonts).toHaveLength(2);
    let bytes = 0;
    for (const address of fonts) {
      expect(style.body).toContain(`url("${address}") format("woff2")`);
      const font = await fetch(`${server.url}${address}`);
      expect(font.headers.get('content-type')).toBe('font/woff2');
      expect(font.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      bytes += (await font.arrayBuffer()).byteLength;
    }
    expect(bytes).toBeLessThanOrEqual(120_000);
    expect((await get(server, '/fonts/other.woff2')).status).toBe(404);
  });
});

describe('what an item page says', () => {
  it('names people with their ORCID iD, role and affiliation, and the licence with its signs', async () => {
    const server = await startApiServer();
    const person = { value: 'Carberry, Josiah', orcid: '0000-0002-1825-0097', affiliation: 'Brown University' };
    const contributor = [
      { value: 'Lima, Ana', role: 'Supervisor', affiliation: 'INPE' },
      { value: 'CNPq', role: 'Sponsor' },
    ];
    const metadata = { title: 'T', creator: person, contributor, rights: 'CC BY-NC 4.0' };
    const item = await deposit(server, { item: { metadata } });
    const { body } = await get(server, `/items/${item.repository}`);
    for (const text of [
      'href="https://orcid.org/0000-0002-1825-0097" rel="nofollow" aria-label="ORCID iD of Carberry, Josiah"',
      '<span class="of">Brown University</span>',
      'Lima, Ana</a><span class="of">supervisor, INPE</span>',
      'CNPq</a><span class="of">sponsor</span>',
      '<span class="sign">CC</span><span class="sign">BY</span><span class="sign">NC</span>',
      '<a href="https://creativecommons.org/licenses/by-nc/4.0/" rel="license">Creative Commons Attribution-NonCommercial 4.0</a>',
    ]) {
      expect(body).toContain(text);
    }
    const translated = (await get(server, `/items/${item.repository}`, PORTUGUESE)).body;
    expect(translated).toContain(
      '<span class="means" lang="pt-BR">Reutilização com crédito aos autores, sem fins comerciais.</span>',
    );
    expect(translated).toContain('Lima, Ana</a><span class="of">orientação, INPE</span>');
  });

  it('says first that there is a newer edition, and in which languages it is', async () => {
    const server = await startApiServer();
    const first = await deposit(server, { item: { metadata: { title: 'One' }, language: 'es' } });
    await deposit(server, { item: { metadata: { title: 'Two' }, editionOf: first.repository } });
    await deposit(server, { item: { metadata: { title: 'Um' }, language: 'pt', translationOf: first.repository } });
    const { body } = await get(server, `/items/${first.repository}`);
    expect(body.indexOf('There is a newer edition')).toBeLessThan(body.indexOf('<h1'));
    expect(body).toContain('Edition 1 of 2');
    expect(body).toMatch(/Spanish, also in <a [^>]*hreflang="pt">Portuguese<\/a>/);
  });
});

describe('the preview of a file', () => {
  const PDF = '%PDF-1.4\n%%EOF';
  const FILES = {
    'data.csv': 'month,level\n2023-01,84\n2023-02,88\n',
    'map.geojson': '{"type":"Point","coordinates":[-45.9,-23.1]}',
    'notes.txt': `<script>alert(1)</script>${'x'.repeat(20_000)}`,
    'page.html': '<script>alert(1)</script>',
    'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'report.pdf': PDF,
  };

  it('shows each kind of file without running it, and allows the page no more than it needs', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server, {
      item: { metadata: { title: 'T' }, target: 'data.csv' },
      files: FILES,
    });
    const show = async (path?: string) =>
      get(server, `/items/${repository}${path === undefined ? '' : `?preview=${path}`}`);
    const standard = SECURITY_HEADERS['content-security-policy'];
    for (const [path, text, more] of [
      [undefined, '<td>2023-01</td><td class="number">84</td>', ''],
      ['map.geojson', '<circle cx="320" cy="60" r="4"/>', ''],
      ['notes.txt', '&lt;script&gt;alert(1)&lt;/script&gt;xxx', ''],
      ['picture.svg', `<img src="/col/${repository}/doc/picture.svg" alt="Preview of picture.svg"`, ''],
      [
        'report.pdf',
        `<object data="/col/${repository}/doc/report.pdf" type="application/pdf"`,
        "; object-src 'self'; frame-src 'self'",
      ],
    ] as const) {
      const { body, headers } = await show(path);
      expect(body).toContain(text);
      expect(headers.get('content-security-policy')).toBe(`${standard}${more}`);
    }
    expect((await show('notes.txt')).body.length).toBeLessThan(60_000);
    for (const path of ['page.html', 'missing.txt', '../secret'])
      expect((await show(path)).body).not.toContain('id="preview"');
  });

  it('is not shown to those who may not read the file, or not know its name', async () => {
    const server = await startApiServer();
    for (const access of [{ fileList: 'open', networks: ['192.0.2.0/24'] }, { fileList: 'closed' }]) {
      const item = { metadata: { title: 'Inside' }, access };
      const { repository } = await deposit(server, { item, files: { 'inside.txt': 'inside only' } });
      for (const query of ['', '?preview=inside.txt']) {
        expect((await get(server, `/items/${repository}${query}`)).body).not.toMatch(/id="preview"|inside only/);
      }
    }
  });
});

describe('citations and metadata', () => {
  it('are downloaded in every format, and read again', async () => {
    const server = await startApiServer();
    const item = await deposit(server, { item: { metadata: METADATA } });
    const read = async (part: string) => get(server, `/items/${item.ibip}/${part}`);
    const bibtex = await read('cite.bib');
    expect(bibtex.headers.get('content-type')).toBe('application/x-bibtex; charset=utf-8');
    expect(bibtex.headers.get('content-disposition')).toMatch(/^attachment; filename=[A-Z0-9-]+\.bib$/);
    expect(bibtex.body).toMatch(/^@techreport\{[\s\S]*\n\}\n$/);
    const ris = await read('cite.ris');
    expect(ris.headers.get('content-type')).toBe('application/x-research-info-systems; charset=utf-8');
    expect(ris.body.split('\r\n')).toEqual(
      expect.arrayContaining(['TY  - RPRT', `UR  - http://example.org/${item.ibip}`]),
    );
    const [csl] = JSON.parse((await read('cite.json')).body);
    expect(csl).toMatchObject({
      type: 'report',
      URL: `http://example.org/${item.ibip}`,
      author: [{ family: 'Lima' }, {}],
    });
    expect((await read('cite.txt')).body).toMatch(/^Lima, A\. M\.[^\n]+\n\nLIMA, Ana Maria[^\n]+\n$/);
    expect(JSON.parse((await read('metadata.json')).body)).toMatchObject({
      repository: item.repository,
      fields: { date: [{ value: '2011-09-07' }] },
    });
    const xml = await read('metadata.xml');
    expect([xml.headers.get('content-type'), xml.body]).toEqual([
      'text/xml; charset=utf-8',
      expect.stringContaining('<dc:date>2011-09-07</dc:date>'),
    ]);
    const image = await read('qr.svg');
    expect(image.headers.get('content-type')).toBe('image/svg+xml');
    expect(image.body).toMatch(/^<svg .*<\/svg>$/s);
    expect(image.body).not.toContain('style');
  });

  it('of a metadata item are those of what it describes', async () => {
    const server = await startApiServer();
    const item = await deposit(server, { item: { metadata: METADATA } });
    const { status, headers } = await get(server, `/items/${item.metadata?.repository}`);
    expect([status, headers.get('location')]).toEqual([302, `/items/${item.repository}/metadata`]);
    const { body } = await get(server, `/items/${item.repository}/metadata`, PORTUGUESE);
    expect(body).toContain('<dt>Autor</dt><dd>Lima, Ana Maria</dd>');
    expect(body).toContain('<dd lang="en">Land cover</dd>');
  });
});

describe('search', () => {
  it('finds words, and turns the pages', async () => {
    const server = await startApiServer();
    for (let number = 0; number < 25; number += 1) {
      await deposit(server, {
        item: { metadata: { title: `Report number ${number}`, subject: number === 7 ? 'aardvarks' : 'bees' } },
      });
    }
    const read = async (path: string) => {
      const { body } = await get(server, path);
      const titles = [...body.matchAll(/class="title"[^>]*>(.*?)<\/a>/g)].map(([, title]) =>
        title?.replaceAll(/<\/?mark>/g, ''),
      );
      const [, next] = /<a href="([^"]*)" rel="next"/.exec(body) ?? [];
      return { titles, next: next?.replaceAll('&amp;', '&') };
    };
    for (const start of ['/items', '/search?q=report']) {
      const first = await read(start);
      expect(first.titles[0]).toBe('Report number 24');
      expect(first.titles).toHaveLength(20);
      const second = await read(first.next ?? '');
      expect(second.titles).toHaveLength(5);
      expect(second.next).toBeUndefined();
    }
    expect((await read('/search?q=report+aardvarks')).titles).toEqual(['Report number 7']);
    expect((await get(server, '/items?cursor=x')).status).toBe(400);
  });

  it('offers what begins alike where nothing fits', async () => {
    const server = await startApiServer();
    await deposit(server, { item: { metadata: { title: 'Geography of rivers' } } });
    expect((await get(server, '/search?q=geogrr')).body).toMatch(/Perhaps one of these[\s\S]*Geography of rivers/);
    expect((await get(server, '/search?q=zzz')).body).toContain('No item here has all of these words.');
    expect((await get(server, '/search?q=%21%21')).status).toBe(200);
  });

  it('narrows, sorts and marks what it finds, at addresses that stay the same', async () => {
    const server = await startApiServer();
    const add = (title: string, type: string, access?: object) =>
      deposit(server, {
        item: {
          metadata: { title, type, creator: 'Lima, Ana', date: '2011', description: 'A <b>map</b> of maps' },
          access,
        },
      });
    await add('Zones', 'Tese');
    await add('Areas & <i>map</i>', 'Dataset');
    await add('Hidden', 'Dataset', { fileList: 'open', description: 'closed' });
    const page = async (path: string, headers = {}) => (await get(server, path, headers)).body;
    const found = await page('/search?q=maps');
    expect(found).toContain('2 items');
    expect(found).toContain('Areas &amp; &lt;i&gt;<mark>map</mark>&lt;/i&gt;');
    expect(found).toContain('A &lt;b&gt;<mark>map</mark>&lt;/b&gt; of <mark>maps</mark>');
    expect(found.indexOf('Areas')).toBeLessThan(found.indexOf('Zones'));
    expect(found).toContain(
      'href="/search?q=maps&amp;type=thesis" rel="nofollow">Thesis</a> <span class="count">1</span>',
    );
    expect(found).not.toContain('Hidden');
    const narrowed = await page('/search?sort=title&person=LIMA,+ana&type=dataset&q=maps', PORTUGUESE);
    expect(narrowed).toContain('Um item');
    expect(/<link rel="canonical" href="(.*?)">/.exec(narrowed)?.[1]).toBe(
      'http://example.org/search?q=maps&amp;type=dataset&amp;person=LIMA%2C+ana&amp;sort=title',
    );
    expect(narrowed).toContain(
      'href="/search?q=maps&amp;person=LIMA%2C+ana&amp;sort=title" aria-label="Ampliar a busca de novo, sem Tipo: Conjunto de dados"',
    );
    expect(await page('/items?utm=%3Cx%3E&sort=weight')).toMatch(
      /left out: <code>utm=&lt;x&gt;<\/code>, <code>sort=weight/,
    );
    const sorted = await page('/items?sort=title');
    expect(sorted.indexOf('Areas')).toBeLessThan(sorted.indexOf('Zones'));
    expect((await get(server, '/search?type=thesis')).headers.get('location')).toBe('/items?type=thesis');
    expect(await page('/items?type=map')).toContain('No item here has all of these words.');
    const feed = await page('/feed.atom?q=maps&type=thesis');
    expect(feed).toContain('<title type="text">Zones</title>');
    expect(feed).not.toContain('Areas');
    expect(feed).toContain('rel="self" type="application/atom+xml" href="http');
  });

  it('leads labels, persistent URLs and ARKs to where they belong', async () => {
    const server = await startApiServer();
    for (const [text, location] of [
      ['8jmkd3mgp8w/34pgrbs', '/items/8JMKD3MGP8W/34PGRBS'],
      ['http://urlib.net/8JMKD3MGP8W/35MMLL8!:(oai_dc)', '/items/8JMKD3MGP8W/35MMLL8'],
      [' sid.inpe.br/mtc-m18@80/2009/02.16.17.46 ', '/items/sid.inpe.br/mtc-m18@80/2009/02.16.17.46'],
      ['ark:/12345/x9', '/ark:/12345/x9'],
      ['https://n2t.net/ark:12345/x9', '/ark:12345/x9'],
      ['8JMKD3MGP8W/34PGRBO', '/items/8JMKD3MGP8W%2F34PGRBO'],
      ['', '/items'],
    ] as const) {
      const { status, headers } = await get(server, `/search?q=${encodeURIComponent(text)}`);
      expect([text, status, headers.get('location')]).toEqual([text, 302, location]);
    }
  });
});

describe('what is not there', () => {
  it('is explained: which character is wrong, and what may have been meant', async () => {
    const server = await startApiServer();
    const item = await deposit(server, { item: { metadata: { title: 'Found again' } } });
    const malformed = await get(server, '/items/8JMKD3MGP8W/34PGRBO');
    expect(malformed.status).toBe(404);
    expect(malformed.body).toContain('<code>8JMKD3MGP8W/34PGRB<mark>O</mark></code>');
    expect((await get(server, '/items/8JMKD3MGP8W/34PGRBO', PORTUGUESE)).body).toContain('esperava-se');
    const ibi = parseIbi(item.ibip ?? '');
    if (!ibi.ok) throw new Error('no label');
    // The wrong end is not next to the item's, because the next label is that of the item's metadata.
    const wrongEnd = item.ibip?.replace(/.$/, (end) => (/\d/.test(end) ? 'S' : '4'));
    expect((await get(server, `/items/${wrongEnd}`)).body).toMatch(/Perhaps one of these[\s\S]*Found again/);
    const sameInstant = `other.example/www/${item.repository.split('/').slice(2).join('/')}`;
    const other = await get(server, `/items/${sameInstant}`);
    expect(other.status).toBe(404);
    expect(other.body).toMatch(/Perhaps one of these[\s\S]*Found again/);
    expect(other.body).toContain(`href="/${sameInstant}"`);
    expect((await get(server, '/items/found%20agai')).body).toMatch(/Perhaps one of these[\s\S]*Found again/);
  });

  it('is led to the label where the label can be read', async () => {
    const server = await startApiServer();
    const { headers } = await get(server, '/items/rep/8JMKD3MGP8W/34PGRBS!/cite.bib');
    expect(headers.get('location')).toBe('/items/8JMKD3MGP8W/34PGRBS/cite.bib');
  });

  it('is told in the language of the reader, with the look of every page', async () => {
    const server = await startApiServer();
    const { status, body } = await get(server, '/nothing', PORTUGUESE);
    expect(status).toBe(404);
    expect(body).toContain('Não há nada neste endereço');
    expect(body).toContain('<form class="find"');
  });
});

describe('nodes', () => {
  it('whose reading is not public ask for a key', async () => {
    const server = await startApiServer({ isReadingPublic: false });
    const { repository } = await deposit(server, { item: { metadata: { title: 'Inner paper' } } });
    for (const path of [`/items/${repository}`, '/items', '/search?q=pap*', '/items?year=1999-']) {
      const { status, headers, body } = await get(server, path, PORTUGUESE);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Basic realm="perene", charset="UTF-8"');
      expect(body).toContain('Ler aqui exige uma chave');
      expect(body).not.toContain('Inner paper');
      const basic = Buffer.from(`reader:${server.keys.reader}`).toString('base64');
      expect((await get(server, path, { authorization: `Basic ${basic}` })).body).toMatch(/Inner (?:<mark>)?paper/);
    }
    expect((await get(server, '/')).body).not.toContain('Inner paper');
  });

  it('that keep nothing say so', async () => {
    const server = await startApiServer();
    expect((await get(server, '/items')).body).toContain('Nothing is kept here yet.');
    const start = await get(server, '/');
    expect(start.body).toContain('load the sample collection');
    expect(start.body).toContain('<form action="/search"');
  });

  it('that only resolve lead labels to the resolver', async () => {
    const server = await startApiServer({ roles: ['resolver', 'console'] });
    const { headers } = await get(server, '/search?q=8JMKD3MGP8W%2F34PGRBS');
    expect(headers.get('location')).toBe('/8JMKD3MGP8W/34PGRBS');
    for (const path of ['/items', '/search?q=words', '/search?q=words&lang=pt']) {
      expect((await get(server, path)).body).toMatch(/This node keeps no items|Este nó não guarda itens/);
    }
    expect((await get(server, '/items/8JMKD3MGP8W/34PGRBS')).status).toBe(404);
    expect((await get(server, '/')).body).not.toContain('id="newest"');
  });
});

describe('addresses of pages', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const label = fc.oneof(
    fc
      .tuple(word, word, fc.integer({ min: 1000, max: 99_999_999 }))
      .map(([host, computer, year]) => `${host}.br/${computer}/${year}/02.16.17.46`),
    fc
      .tuple(fc.integer({ min: 0, max: 9_999 }), word)
      .map(([computer, host]) => `${host}/${computer}/2009/01.01.00.00`),
    fc.stringMatching(/^[2-9A-HJ-NP-U]{6,8}W\/[3-9A-HJ-NP-U]{3,7}$/),
  );

  it('are never taken for persistent URLs', () => {
    fc.assert(
      fc.property(label, fc.constantFrom('', '/cite.bib', '/metadata', '/files?page=2', '?lang=pt'), (text, rest) => {
        expect(isPersistentUrl(`/items/${text}${rest}`)).toBe(false);
        expect(isPersistentUrl(`/search?q=${text}`)).toBe(false);
      }),
    );
  });

  it('never lead to another host when the language is changed', async () => {
    const server = await startApiServer();
    for (const path of ['//evil.example/x', '/\\\\evil.example/x', 'http://evil.example/x']) {
      const body = await new Promise<string>((resolve, reject) => {
        sendRequest(server.url, { path, headers: { accept: 'text/html' } }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => resolve(text));
        })
          .on('error', reject)
          .end();
      });
      expect(body).toContain('hreflang="pt-BR"');
      expect(
        [...body.matchAll(/ href="([^"]*)"/g)].filter(([, href]) => !/^(?:#|\/(?![/\\]))/.test(href ?? '')),
      ).toEqual([]);
    }
  });

  it('may be broken in any way, and are answered', async () => {
    const server = await startApiServer();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...'aZ29/.%@!+:?&=*"<\u00e9 W'), maxLength: 30 }),
        async (text) => {
          for (const path of [`/items/${encodeURIComponent(text)}`, `/search?q=${encodeURIComponent(text)}`]) {
            expect([200, 302, 404]).toContain((await get(server, path)).status);
          }
        },
      ),
      { numRuns: 50 },
    );
    const raw = await new Promise<number | undefined>((resolve, reject) => {
      sendRequest(server.url, { path: '/items/%ff%2f?lang=%ff&lang=pt' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect([400, 404]).toContain(raw);
  });
});
