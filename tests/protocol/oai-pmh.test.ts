import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { XmlDocument } from 'libxml2-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { type ApiServer, openApiServer, startApiServer } from '../api/api-server.ts';
import { deposit, send } from '../api/client.ts';
import { readOaiDc } from '../fixtures/oai-dc-schema.ts';

const NAMESPACES = {
  o: 'http://www.openarchives.org/OAI/2.0/',
  dc: 'http://purl.org/dc/elements/1.1/',
  e: 'http://schema.datacite.org/oai/oai-1.1/',
  d: 'http://datacite.org/schema/kernel-4',
  m: 'http://oai.ibict.br/mtd2-br/',
  t: 'http://www.ndltd.org/standards/metadata/etdms/1.0/',
};
const ITEMS = 120;

interface Answer {
  readonly text: (path: string) => string | undefined;
  readonly all: (path: string) => readonly string[];
  readonly xml: string;
}

const readAnswer = (xml: string): Answer => {
  const document = XmlDocument.fromString(xml);
  const find = (path: string) => document.find(path, NAMESPACES).map(({ content }) => content);
  const values = new Map<string, readonly string[]>();
  const all = (path: string) => {
    const found = values.get(path) ?? find(path);
    values.set(path, found);
    return found;
  };
  return { all, text: (path) => all(path)[0], xml };
};

const ask = async ({ url }: ApiServer, query: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(`${url}/oai?${query}`, init);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
  return readAnswer(await response.text());
};

const errorOf = (answer: Answer): string | undefined => answer.text('/o:OAI-PMH/o:error/@code');
const identifiersIn = (answer: Answer) => answer.all('//o:header/o:identifier');

/** Follows the tokens of a list. */
const harvest = async (server: ApiServer, verb: string, query: string): Promise<readonly Answer[]> => {
  const pages = [await ask(server, `verb=${verb}&${query}`)];
  for (;;) {
    const token = pages.at(-1)?.text('//o:resumptionToken');
    if (token === undefined || token === '') return pages;
    pages.push(await ask(server, `verb=${verb}&resumptionToken=${token}`));
  }
};

describe('OAI-PMH', () => {
  let server: Awaited<ReturnType<typeof openApiServer>>;
  let thesis: ItemView;
  let removed: ItemView;
  const folder = mkdtempSync(join(tmpdir(), 'perene-oai-'));
  const identify = ({ repository }: ItemView) => `oai:example.org:${repository}`;

  beforeAll(async () => {
    server = await openApiServer(folder, {});
    thesis = await deposit(server, {
      item: {
        language: 'pt-BR',
        metadata: { title: 'Uma <tese> & um \ufffesinal', type: 'Doctoral thesis', creator: 'Lima, Ana' },
      },
    });
    removed = await deposit(server, { item: { language: 'en' } });
    await send(server, 'DELETE', `/items/${removed.repository}`, { as: 'admin', json: { reason: 'a test' } });
    for (let count = 2; count < ITEMS; count += 1)
      await deposit(server, { item: { metadata: { title: `Item ${count}` } } });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('says who the repository is', async () => {
    const answer = await ask(server, 'verb=Identify');
    const text = (name: string) => answer.text(`/o:OAI-PMH/o:Identify/o:${name}`);
    expect(text('baseURL')).toBe('http://example.org/oai');
    expect(text('protocolVersion')).toBe('2.0');
    expect(text('deletedRecord')).toBe('persistent');
    expect(text('granularity')).toBe('YYYY-MM-DDThh:mm:ssZ');
    expect(text('adminEmail')).toBe('webmaster@example.org');
    expect(text('earliestDatestamp')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(answer.text('/o:OAI-PMH/o:request/@verb')).toBe('Identify');
  });

  it('lists formats and sets', async () => {
    expect((await ask(server, 'verb=ListMetadataFormats')).all('//o:metadataPrefix')).toContain('oai_dc');
    const own = await ask(server, `verb=ListMetadataFormats&identifier=${identify(removed)}`);
    expect(own.all('//o:metadataPrefix')).toContain('oai_dc');
    expect((await ask(server, 'verb=ListSets')).all('//o:setSpec')).toEqual([
      'type:document',
      'type:thesis',
      'language:en',
      'language:pt',
    ]);
  });

  it('gives a record, whatever characters its metadata have', async () => {
    const answer = await ask(server, `verb=GetRecord&metadataPrefix=oai_dc&identifier=${identify(thesis)}`);
    expect(identifiersIn(answer)).toEqual([identify(thesis)]);
    expect(answer.all('//o:setSpec')).toEqual(['type:thesis', 'language:pt']);
    expect(answer.text('//dc:title')).toBe('Uma <tese> & um \ufffdsinal');
    const [metadata = ''] = /<oai_dc:dc.*<\/oai_dc:dc>/s.exec(answer.xml) ?? [];
    expect(readOaiDc(metadata)['identifier']).toContain(thesis.repository);
  });

  it('gives records in the format of DataCite, and theses in those of libraries of theses', async () => {
    const get = (prefix: string, item: ItemView) =>
      ask(server, `verb=GetRecord&metadataPrefix=${prefix}&identifier=${identify(item)}`);
    const title = 'Uma <tese> & um \ufffdsinal';
    const dataCite = await get('oai_datacite', thesis);
    expect(dataCite.text('//e:oai_datacite/e:payload/d:resource/d:titles/d:title')).toBe(title);
    expect((await get('mtd2-br', thesis)).text('//o:metadata/m:mtd2br/m:Titulo')).toBe(title);
    expect((await get('etd-ms', thesis)).text('//o:metadata/t:thesis/t:title')).toBe(title);
    expect(errorOf(await get('mtd2-br', removed))).toBe('cannotDisseminateFormat');
    expect(identifiersIn(await ask(server, 'verb=ListRecords&metadataPrefix=mtd2-br'))).toEqual([identify(thesis)]);
    expect(errorOf(await ask(server, 'verb=ListRecords&metadataPrefix=mtd2-br&set=language:en'))).toBe(
      'noRecordsMatch',
    );
    const formats = await ask(server, `verb=ListMetadataFormats&identifier=${identify(removed)}`);
    expect(formats.all('//o:metadataPrefix')).toEqual(['oai_dc', 'oai_datacite']);
  });

  it('keeps the record of what was removed, as deleted', async () => {
    const answer = await ask(server, `verb=GetRecord&metadataPrefix=oai_dc&identifier=${identify(removed)}`);
    expect(answer.text('//o:header/@status')).toBe('deleted');
    expect(answer.all('//o:metadata')).toEqual([]);
    expect((await ask(server, 'verb=ListIdentifiers&metadataPrefix=oai_dc&set=language:en')).xml).toContain(
      'status="deleted"',
    );
  });

  it('gives every record once, page by page, with tokens that are good for ever', async () => {
    const pages = await harvest(server, 'ListRecords', 'metadataPrefix=oai_dc');
    expect(pages.map((page) => identifiersIn(page).length)).toEqual([100, 20]);
    expect(new Set(pages.flatMap(identifiersIn)).size).toBe(ITEMS);
    expect(pages.map((page) => page.text('//o:resumptionToken/@cursor'))).toEqual(['0', '100']);
    expect(pages.map((page) => page.text('//o:resumptionToken/@completeListSize'))).toEqual(['120', '120']);
    expect(pages.at(-1)?.text('//o:resumptionToken')).toBe('');
    const token = pages[0]?.text('//o:resumptionToken');
    const again = await ask(server, `verb=ListRecords&resumptionToken=${token}`);
    expect(identifiersIn(again)).toEqual(identifiersIn(pages[1] ?? again));
    const [all] = await harvest(server, 'ListIdentifiers', 'metadataPrefix=oai_dc');
    expect(all && identifiersIn(all)).toEqual(pages.flatMap(identifiersIn));
    expect(all?.all('//o:resumptionToken')).toEqual([]);
  });

  it('lists by set and by date, both days and seconds inclusive', async () => {
    const list = async (query: string) =>
      identifiersIn(await ask(server, `verb=ListIdentifiers&metadataPrefix=oai_dc&${query}`));
    expect(await list('set=type:thesis')).toEqual([identify(thesis)]);
    const stamps = (await ask(server, 'verb=ListIdentifiers&metadataPrefix=oai_dc')).all('//o:datestamp');
    expect(stamps).toEqual(stamps.toSorted());
    const [first = '', last = ''] = [stamps[0], stamps.at(-1)];
    expect(await list(`from=${first}&until=${last}`)).toHaveLength(ITEMS);
    expect(await list(`from=${first.slice(0, 10)}&until=${last.slice(0, 10)}`)).toHaveLength(ITEMS);
    expect(await list(`from=${last}`)).toHaveLength(stamps.filter((stamp) => stamp === last).length);
    expect(await list('until=1999-12-31')).toEqual([]);
  });

  it('gives nothing later than the date of its answer to whoever goes on from there', async () => {
    const before = await ask(server, 'verb=ListIdentifiers&metadataPrefix=oai_dc&set=type:thesis');
    await send(server, 'PATCH', `/items/${thesis.repository}`, { json: { metadata: { subject: 'new' } } });
    const from = before.text('/o:OAI-PMH/o:responseDate');
    const after = await ask(server, `verb=ListRecords&metadataPrefix=oai_dc&set=type:thesis&from=${from}`);
    expect(identifiersIn(after)).toEqual([identify(thesis)]);
    expect(after.all('//dc:subject')).toEqual(['new']);
  });

  it('takes requests by POST, and compresses its answers', async () => {
    const body = new URLSearchParams({ verb: 'ListRecords', metadataPrefix: 'oai_dc' });
    const posted = await fetch(`${server.url}/oai`, { method: 'POST', body });
    expect(identifiersIn(readAnswer(await posted.text()))).toHaveLength(100);
    const { hostname, port } = new URL(server.url);
    const compressed = await new Promise<Buffer>((resolve, reject) => {
      const path = '/oai?verb=ListRecords&metadataPrefix=oai_dc';
      request({ hostname, port, path, headers: { 'accept-encoding': 'gzip' } }, (response) => {
        const parts: Buffer[] = [];
        expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
        response.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
      })
        .on('error', reject)
        .end();
    });
    expect(identifiersIn(readAnswer(gunzipSync(compressed).toString()))).toHaveLength(100);
  });

  it.each([
    ['', 'badVerb'],
    ['verb=Nonsense', 'badVerb'],
    ['verb=constructor', 'badVerb'],
    ['verb=Identify&verb=Identify', 'badVerb'],
    ['verb=Identify&set=x', 'badArgument'],
    ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=GetRecord&identifier=oai:example.org:x&metadataPrefix=oai_dc', 'idDoesNotExist'],
    ['verb=GetRecord&identifier=x&metadataPrefix=oai_dc', 'idDoesNotExist'],
    ['verb=GetRecord&identifier=x&metadataPrefix=nonsense', 'cannotDisseminateFormat'],
    ['verb=ListMetadataFormats&identifier=x', 'idDoesNotExist'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=nonsense', 'cannotDisseminateFormat'],
    ['verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=%FF', 'badArgument'],
    ['verb=ListIdentifiers&metadataPrefix=a%20b', 'badArgument'],
    ['verb=GetRecord&identifier=x&metadataPrefix=a/b', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=%3Cb%3E', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=type:', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=yesterday', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-30', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01T00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-02&until=2026-01-01', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-02&until=2026-01-03T00:00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2999-01-01', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=nonsense', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=type:map', 'noRecordsMatch'],
    ['verb=ListRecords&resumptionToken=nonsense', 'badResumptionToken'],
    ['verb=ListSets&resumptionToken=nonsense', 'badResumptionToken'],
    ['verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=nonsense', 'badArgument'],
    [
      `verb=ListRecords&resumptionToken=${Buffer.from('[1,"oai_dc","","","","1","1",1,2]').toString('base64url')}`,
      'badResumptionToken',
    ],
    [
      `verb=ListRecords&resumptionToken=${Buffer.from('[1,"oai_dc","","x","","1","1",1,2]').toString('base64url')}`,
      'badResumptionToken',
    ],
    [
      `verb=ListRecords&resumptionToken=${Buffer.from('[1,"oai_dc","","","","1","1",-1,2]').toString('base64url')}`,
      'badResumptionToken',
    ],
  ])('refuses %s with %s', async (query, code) => {
    const answer = await ask(server, query);
    expect(errorOf(answer)).toBe(code);
    const isRepeated = code !== 'badVerb' && code !== 'badArgument';
    expect(answer.all('/o:OAI-PMH/o:request/@*').length > 0).toBe(isRepeated);
  });
});

it('OAI-PMH is closed where reading is not public', async () => {
  const server = await startApiServer({ isReadingPublic: false });
  expect((await fetch(`${server.url}/oai?verb=Identify`)).status).toBe(401);
});
