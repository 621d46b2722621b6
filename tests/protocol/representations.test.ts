import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { METADATA_FORMATS } from '@perene/core/representation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { named } from '../fixtures/labels.ts';
import { openServedNode } from '../fixtures/served-node.ts';

const METADATA = {
  title: { value: 'Áreas queimadas', language: 'pt' },
  creator: { value: 'Lima, Ana', orcid: '0000-0002-1825-0097' },
  date: '2024',
  type: 'Dataset',
  rights: { value: 'CC BY 4.0', license: 'CC-BY-4.0' },
};

const PUBLIC_URL = 'http://example.org';

const folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
let served: Awaited<ReturnType<typeof openServedNode>>;

beforeAll(async () => {
  served = await openServedNode(folder);
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

const start = async () => {
  const { node, url } = served;
  const deposit = (files: Readonly<Record<string, string>>, more: object = {}): Promise<ItemView> =>
    node.archive.deposit({ files: filesOf(files), metadata: METADATA, ...more }, AUTHOR);
  const ask = (path: string, accept?: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${url}${path}`, { headers: { ...(accept !== undefined && { accept }), ...headers }, redirect: 'manual' });
  const linksOf = async (path: string, accept?: string): Promise<readonly string[]> =>
    ((await ask(path, accept)).headers.get('link') ?? '').split(', ');
  const item = await deposit({ 'data.csv': 'a,b\n', 'notes.txt': 'n' }, { target: 'data.csv', language: 'pt' });
  return { node, deposit, ask, linksOf, item };
};

const depositThesis = ({ deposit }: Pick<Awaited<ReturnType<typeof start>>, 'deposit'>): Promise<ItemView> =>
  deposit({ 'thesis.json': '{}' }, { metadata: { title: 'T', type: 'Thesis' } });

const read = async (asked: Promise<Response>) => {
  const response = await asked;
  return { status: response.status, headers: response.headers, body: await response.text() };
};

const pageOf = ({ repository }: ItemView): string => `/items/${repository}`;
const fileOf = ({ repository }: ItemView, path = 'data.csv'): string => `/col/${repository}/doc/${path}`;

describe('content negotiation', () => {
  it('gives every format at the page and at the file, and names its own address', async () => {
    const { ask, deposit } = await start();
    const thesis = await depositThesis({ deposit });
    for (const { mediaTypes, profile, part } of METADATA_FORMATS) {
      for (const [type, path] of mediaTypes.flatMap((one) => [
        [one, pageOf(thesis)] as const,
        [one, fileOf(thesis, 'thesis.json')] as const,
      ])) {
        const accept = profile === undefined ? type : `${type}; profile="${profile}"`;
        const { status, headers, ...negotiated } = await read(ask(path, accept));
        const address = `${pageOf(thesis)}/${part}`;
        // Whoever asks for one name of a type may not know the other.
        expect([status, headers.get('content-type'), headers.get('content-location')]).toEqual([
          200,
          `${type}; charset=utf-8`,
          address,
        ]);
        expect(headers.get('vary')).toContain('accept');
        expect((await read(ask(address))).body).toBe(negotiated.body);
      }
    }
  });

  it('gives the page to browsers, and the file to whoever accepts anything or its type', async () => {
    const { ask, deposit, item } = await start();
    const thesis = await depositThesis({ deposit });
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect((await ask(pageOf(item), browser)).headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const accept of [undefined, '*/*', browser, 'text/csv', 'text/csv, application/json', 'image/png']) {
      const { status, headers } = await ask(fileOf(item), accept);
      expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
        200,
        'text/csv; charset=utf-8',
        'accept',
      ]);
    }
    expect((await ask(fileOf(thesis, 'thesis.json'), 'application/json')).headers.get('content-disposition')).toContain(
      'thesis.json',
    );
    expect((await ask(fileOf(item), 'text/csv;q=0.5, application/json')).headers.get('content-location')).toBe(
      `${pageOf(item)}/metadata.json`,
    );
  });

  it('leads through the persistent URL to the metadata', async () => {
    const { ask, deposit, item } = await start();
    const next = await deposit({ 'data.csv': 'a,b,c\n' }, { editionOf: item.repository });
    const { status, headers } = await ask(`/${item.repository}!`, 'application/x-bibtex');
    expect([status, headers.get('vary')]).toEqual([302, 'accept, accept-datetime']);
    const location = headers.get('location') ?? '';
    const metadata = await read(ask(location.slice(PUBLIC_URL.length), 'application/x-bibtex'));
    expect(metadata.headers.get('content-location')).toBe(`${pageOf(next)}/cite.bib`);
    expect(metadata.body).toContain('@misc{lima2024areas,');
  });

  it('cites in the style and the language that are asked for', async () => {
    const { ask, item } = await start();
    const cite = async (parameters: string): Promise<readonly [string | null, string]> => {
      const response = await ask(pageOf(item), `text/x-bibliography${parameters}`);
      return [response.headers.get('content-location'), await response.text()];
    };
    const address = `${pageOf(item)}/cite.txt`;
    expect(await cite('')).toEqual([`${address}?style=apa`, expect.stringContaining('[Data set]')]);
    const inPortuguese = await cite('; style=apa; locale=pt-BR');
    expect(inPortuguese).toEqual([`${address}?style=apa&locale=pt-BR`, expect.stringContaining('[Conjunto de dados]')]);
    expect(await (await ask(inPortuguese[0] ?? '')).text()).toBe(inPortuguese[1]);
    expect(await cite('; style=abnt')).toEqual([`${address}?style=abnt`, expect.stringMatching(/^LIMA, Ana\./)]);
  });

  it('refuses formats that are not offered with what there is', async () => {
    const { ask, item } = await start();
    for (const accept of [
      'application/rdf+xml',
      'text/x-bibliography; style=nature',
      'application/xml;profile="http://oai.ibict.br/mtd2-br/"',
    ]) {
      for (const path of [pageOf(item), fileOf(item)]) {
        const { status, headers, body } = await read(ask(path, accept));
        expect([status, headers.get('content-type')]).toEqual([406, 'application/problem+json; charset=utf-8']);
        expect(JSON.parse(body)).toMatchObject({
          code: 'format-not-offered',
          parameters: { formats: expect.arrayContaining(['application/x-bibtex', 'text/turtle']) },
        });
      }
    }
  });

  it('says of a file that is not there that it is not there, whatever is accepted', async () => {
    const { ask, item } = await start();
    expect((await ask(fileOf(item, 'none.txt'), 'application/x-bibtex')).status).toBe(404);
    expect((await ask('/items/LK47B6W/3333', 'application/x-bibtex')).status).toBe(404);
  });

  it('gives metadata of a file that only some networks may read', async () => {
    const { ask, deposit } = await start();
    const access = { networks: ['192.0.2.0/24'], fileList: 'closed' };
    const closed = await deposit({ 'secret.txt': 's' }, { access });
    expect((await ask(fileOf(closed, 'secret.txt'))).status).toBe(403);
    const { status, body } = await read(ask(fileOf(closed, 'secret.txt'), 'application/ld+json'));
    expect([status, body.includes('secret.txt')]).toEqual([200, false]);
    expect((await read(ask(`${pageOf(closed)}/linkset.json`))).body).not.toContain('secret.txt');
  });

  it('gives nothing of a description that is closed, neither in formats nor in links', async () => {
    const { ask, deposit, linksOf } = await start();
    const access = { fileList: 'open', description: 'closed' };
    const closed = await deposit({ 'data.csv': 'c' }, { access });
    for (const path of [
      pageOf(closed),
      fileOf(closed),
      `${pageOf(closed)}/linkset`,
      `${pageOf(closed)}/datacite.xml`,
    ]) {
      const { status, body } = await read(ask(path, 'application/ld+json'));
      expect([path, status, /queimadas|orcid/.test(body)]).toEqual([path, 403, false]);
    }
    expect(await linksOf(pageOf(closed), 'text/html')).toEqual([`<${closed.persistentUrl}>; rel="cite-as"`]);
    expect((await ask(fileOf(closed))).status).toBe(200);
  });

  it('answers that nothing has changed', async () => {
    const { ask, item } = await start();
    const first = await ask(`${pageOf(item)}/schema-org.jsonld`);
    const etag = first.headers.get('etag') ?? '';
    expect((await ask(`${pageOf(item)}/schema-org.jsonld`, undefined, { 'if-none-match': etag })).status).toBe(304);
  });
});

describe('Signposting', () => {
  it('says on every file what to cite, and where its page and links are', async () => {
    const { linksOf, item } = await start();
    const page = `${PUBLIC_URL}${pageOf(item)}`;
    for (const path of ['data.csv', 'notes.txt']) {
      expect(await linksOf(fileOf(item, path))).toEqual([
        `<${item.persistentUrl}>; rel="cite-as"`,
        `<${page}>; rel="collection"; type="text/html"`,
        `<${page}/linkset.json>; rel="linkset"; type="application/linkset+json"`,
        `<${page}/linkset>; rel="linkset"; type="application/linkset"`,
      ]);
    }
    expect(await linksOf(`${pageOf(item)}/cite.bib`)).toContain(`<${page}>; rel="describes"; type="text/html"`);
  });

  it('says on the page who wrote the item, its licence, formats, files, editions and translations', async () => {
    const { deposit, linksOf, item } = await start();
    const next = await deposit({ 'data.csv': 'a,b,c\n' }, { editionOf: item.repository });
    const english = await deposit({ 'data.csv': 'c\n' }, { translationOf: item.repository, language: 'en' });
    const links = await linksOf(pageOf(item), 'text/html');
    expect(links).toEqual(
      expect.arrayContaining([
        `<${item.persistentUrl}>; rel="cite-as"`,
        '<https://schema.org/Dataset>; rel="type"',
        '<https://orcid.org/0000-0002-1825-0097>; rel="author"',
        '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
        `<${PUBLIC_URL}${pageOf(item)}/cite.bib>; rel="describedby"; type="application/x-bibtex"`,
        `<${PUBLIC_URL}${fileOf(item)}>; rel="item"; type="text/csv"`,
        expect.stringMatching(new RegExp(`/${next.repository}>; rel="successor-version"$`)),
        expect.stringMatching(new RegExp(`/${next.repository}>; rel="latest-version"$`)),
        expect.stringMatching(new RegExp(`/${english.repository}>; rel="alternate"; hreflang="en"$`)),
      ]),
    );
    expect(await linksOf(pageOf(next), 'text/html')).toContainEqual(
      expect.stringMatching(new RegExp(`/${item.repository}>; rel="predecessor-version"$`)),
    );
  });

  it('is on the redirect itself', async () => {
    const { linksOf, item } = await start();
    const page = `${PUBLIC_URL}/items/${item.repository}`;
    expect(await linksOf(`/${item.repository}`)).toEqual([
      `<${item.persistentUrl}>; rel="cite-as"`,
      `<${page}>; rel="describedby"; type="text/html"`,
      `<${page}/linkset.json>; rel="linkset"; type="application/linkset+json"`,
    ]);
  });

  it('is at an address of its own, in both formats', async () => {
    const { ask, item } = await start();
    const json = await ask(`${pageOf(item)}/linkset.json`);
    expect(json.headers.get('content-type')).toContain('application/linkset+json');
    expect(await json.json()).toMatchObject({
      linkset: expect.arrayContaining([expect.objectContaining({ anchor: `${PUBLIC_URL}${pageOf(item)}` })]),
    });
    const text = await ask(pageOf(item), 'application/linkset');
    expect([text.headers.get('content-type'), text.headers.get('content-location')]).toEqual([
      'application/linkset',
      `${pageOf(item)}/linkset`,
    ]);
  });

  it('stays on the tombstone', async () => {
    const { node, linksOf, item: gone } = await start();
    await node.archive.remove(named(gone.repository), { reason: 'a test' }, AUTHOR);
    expect(await linksOf(pageOf(gone), 'text/html')).toContain(`<${gone.persistentUrl}>; rel="cite-as"`);
    expect(await linksOf(new URL(gone.persistentUrl).pathname)).toEqual([`<${gone.persistentUrl}>; rel="cite-as"`]);
  });
});

describe('the page of an item', () => {
  it('has tags for reference managers, JSON-LD, the canonical address, its languages and its formats', async () => {
    const { ask, item } = await start();
    const { body } = await read(ask(pageOf(item), 'text/html'));
    const page = `${PUBLIC_URL}${pageOf(item)}`;
    for (const tag of [
      `<link rel="canonical" href="${page}">`,
      `<link rel="cite-as" href="${item.persistentUrl}">`,
      `<link rel="alternate" hreflang="pt-BR" href="${page}?lang=pt">`,
      `<link rel="describedby" type="application/x-bibtex" title="BibTeX" href="${page}/cite.bib">`,
      '<meta name="citation_title" content="Áreas queimadas">',
      '<meta name="citation_author" content="Lima, Ana">',
      '<meta property="og:title" content="Áreas queimadas">',
    ]) {
      expect(body).toContain(tag);
    }
    const [, jsonLd = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(jsonLd)).toMatchObject({ '@type': 'Dataset', '@id': item.persistentUrl });
  });

  it('has nothing of what somebody wrote as markup, and nothing of a closed description', async () => {
    const { ask, deposit } = await start();
    const title = '</script><script>alert(1)</script>"><img>';
    const hostile = await deposit({ 'a.txt': 'a' }, { metadata: { title, abstract: title, creator: title } });
    const { body } = await read(ask(pageOf(hostile), 'text/html'));
    expect(body).not.toMatch(/<script>alert|"><img>/);
    const access = { fileList: 'open', description: 'closed' };
    const closed = await read(ask(pageOf(await deposit({ 'a.txt': 'a' }, { access })), 'text/html'));
    expect(closed.body).not.toMatch(/citation_|ld\+json|og:|queimadas/);
  });
});
