import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Network } from '../../tools/dev-network/network.ts';
import {
  ARCHIVES,
  type ArchiveName,
  ATLASES,
  type AtlasName,
  atlasLabel,
  LABELS,
} from '../../tools/dev-network/seeds.ts';
import { startNetworkOf } from '../fixtures/network.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';
import {
  answerText,
  includeArchive,
  type ScriptedArchive,
  startScriptedArchive,
} from '../fixtures/scripted-archive.ts';

import { type Document, MODIFIERS, titleOf } from './modifier-matrix.ts';

const RECORDED = 'example.org/recorded/2020/02.01.00.00';
const RECORDED_URL_KEY = '1424636122-5331490054869684';

let network: Network<RunningNode>;
/** A member that records what it is asked, and holds one item. */
let recorder: ScriptedArchive;

/** The redirects by Archive and item; each is to be counted once. */
const redirected = new Map<string, number>();

beforeAll(async () => {
  network = await startNetworkOf(
    { serve: startPerene, run: runInProcess },
    {
      resolverFlags: ['--trusted-proxies', '127.0.0.0/8,::1,150.163.68.1'],
    },
  );
  recorder = await startScriptedArchive('recorder', {
    urlRequest: (pairs, response) =>
      answerText(response, pairs.get('parsedibiurl.ibi') === RECORDED ? recordedItem() : ''),
  });
  await includeArchive(network.resolver, recorder);
});

afterAll(async () => {
  await recorder?.close();
  await network?.stop();
});

const recordedItem = (): string =>
  [
    `archiveaddress ${recorder.address}`,
    `ibi.archiveservice {rep ${recorder.service}}`,
    `ibi {rep ${RECORDED} ibip 8JMKD3MGP7W/3EPGUE5}`,
    'contenttype Data',
    'state Original',
    'timestamp 2020-02-01T00:00:00Z',
    `url http://${recorder.address}/col/report.pdf`,
    `urlkey ${RECORDED_URL_KEY}`,
  ].join('\r\n');

type Headers = Readonly<Record<string, string>>;

/** Asks the resolver without following its redirect. */
const ask = async (target: string, headers: Headers = {}, method = 'GET') => {
  const answer = await fetch(`${network.resolver.url}/${target}`, { method, headers, redirect: 'manual' });
  const location = answer.headers.get('location');
  const isCounted = method === 'GET' && headers['sec-purpose'] === undefined;
  if (location !== null && isCounted) note(location);
  return { status: answer.status, location, headers: answer.headers, text: await answer.text() };
};

const note = (location: string): void => {
  const { origin, pathname } = new URL(location);
  const name = ARCHIVES.find((archive) => network.archives[archive].url === origin);
  const repository = /^\/col\/(.*)\/doc\//.exec(pathname)?.[1];
  if (name === undefined || repository === undefined) return;
  const key = `${name} ${describedBy(repository)}`;
  redirected.set(key, (redirected.get(key) ?? 0) + 1);
};

/** An access to a description is an access to its item; the seeds show how both are named. */
const describedBy = (repository: string): string =>
  repository.replace(/^(?<start>example\.org\/atlas\/\d+\/)02/, '$<start>01').replace(/12\.00$/, '00.00');

/** Returns the document that a persistent URL leads to. */
const visit = async (target: string, headers: Headers = {}): Promise<string> => {
  const { status, location, text } = await ask(target, headers);
  if (location === null) throw new Error(`${target}: ${status} ${text}`);
  const document = await fetch(location, { headers: { accept: 'text/html' } });
  expect(document.status).toBe(200);
  return document.text();
};

const problemOf = async (target: string, headers: Headers = {}) => {
  const { status, text, location } = await ask(target, { accept: 'application/problem+json', ...headers });
  if (location !== null) throw new Error(`${target} leads to ${location}`);
  return { status, ...(JSON.parse(text) as Record<string, unknown>) };
};

const urlOf = (name: ArchiveName): string => network.archives[name].url;

/** Pages of metadata have a list of fields; documents do not. */
const expectDocument = (text: string, atlas: AtlasName, document: Document): void => {
  expect(text).toContain(`<h1>${escapeQuotes(titleOf(atlas, document), document)}</h1>`);
  expect(text.includes('<dl class="pairs">')).toBe(document.as === 'description');
};

/** Documents are served unchanged; pages of metadata are written by the node. */
const escapeQuotes = (text: string, { as }: Document): string =>
  as === 'description' ? text.replaceAll('"', '&quot;') : text;

const VERBS: Readonly<Record<string, string>> = { ':': 'GetMetadata', '!': 'GetLastEdition', '+': 'GetTranslation' };

const verbsOf = (modifier: string): string => modifier.replaceAll(/[:!+]/g, (sign) => ` ${VERBS[sign]}`).trim();

describe.each(Object.keys(ATLASES) as AtlasName[])('Table 8.2 on an atlas whose parts are %s', (atlas) => {
  const label = atlasLabel(atlas, 'first');

  it.each(MODIFIERS)('$row', async ({ row, named, portuguese, english }) => {
    for (const [modifier, document] of named) {
      expectDocument(await visit(`${label}${modifier}`), atlas, document);
      // Table 8.5: verbs are synonyms of modifiers; where a language is named, that of the reader does not count.
      const verbs = encodeURIComponent(verbsOf(modifier));
      expectDocument(await visit(`${label}?ibiurl.verblist=${verbs}`, { 'accept-language': 'fr' }), atlas, document);
    }
    expectDocument(await visit(`${label}${row}`, { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.5' }), atlas, portuguese);
    expectDocument(await visit(`${label}${row}`, { 'accept-language': 'fr,en;q=0.1' }), atlas, english);
    // Example 8.3: if there is no translation in the reader's language, the item itself is found.
    expectDocument(await visit(`${label}${row}`), atlas, english);
    expectDocument(await visit(`${label}${row}`, { 'accept-language': 'fr' }), atlas, english);
  });

  it.each(MODIFIERS.filter(({ row }) => row.includes(':')))('$row, in the format oai_dc', async ({ named }) => {
    for (const [modifier, document] of named) {
      if (document.as !== 'description' || modifier.endsWith(')')) continue;
      const { location } = await ask(`${label}${modifier}(oai_dc)`);
      const answer = await fetch(location ?? '');
      expect(answer.headers.get('content-type')).toMatch(/^text\/xml/);
      const text = await answer.text();
      expect(text).toContain('<oai_dc:dc');
      expect(text).toContain(titleOf(atlas, document));
    }
  });

  it('a language that there is not', async () => {
    expect(await problemOf(`${label}+(fr)`)).toMatchObject({
      status: 404,
      outcome: 'untranslated',
      language: 'fr',
      languages: ['en', 'pt'],
      detail: expect.stringMatching(/It can be read in: English, Portuguese\.$/),
    });
    expect(await problemOf(`${label}!+(fr):`)).toMatchObject({ status: 404, outcome: 'untranslated' });
  });
});

describe('Table 8.1', () => {
  const { dataset, datasetIbip } = LABELS;
  const atlas = atlasLabel('apart', 'first');

  it.each([
    ['URL-persistente', dataset, 'Land cover'],
    ['IBI: a repository name', dataset, 'Land cover'],
    ['IBI: an IBIp', datasetIbip, 'Land cover'],
    ['IBI: letter case does not matter', dataset.toUpperCase(), 'Land cover'],
    ['mdf', `${atlas}!+(pt):`, 'segunda edição (apart)'],
    ['u', `${atlas}!`, 'second edition (apart)'],
    ['t', `${atlas}+(pt)`, 'primeira edição (apart)'],
    ['m', `${datasetIbip}:`, 'Land cover'],
    ['formato', `${datasetIbip}:(oai_dc)`, '<dc:title>Land cover</dc:title>'],
    ['path-absolute', `${dataset}/data/cover.csv`, '2015,forest'],
    ['path-absolute, escaped', `${datasetIbip}/data/read%20me.txt`, 'Cover by year.'],
    ['path-absolute behind a modifier', `${atlas}!/atlas.html`, 'second edition (apart)'],
    ['pergunta: empty', `${dataset}?`, 'Land cover'],
    ['pergunta, par, nome, valor', `${dataset}?ibiurl.verblist=GetMetadata`, 'Land cover'],
    ['caractere', `${dataset}?!$%25'()*+,-./:;<>?@[]^_\`{|}~=~`, 'Land cover'],
  ])('%s: /%s', async (_row, target, content) => {
    expect(await visit(target)).toContain(content);
  });

  it('a language with its country', async () => {
    expect(await visit(`${atlas}+(pt-BR)`)).toContain('primeira edição (apart)');
    expect(await problemOf(`${atlas}+(fr-CA)`)).toMatchObject({ status: 404, outcome: 'untranslated' });
  });

  it.each([
    `${datasetIbip}:(marc)`,
    `${datasetIbip}!!`,
    `${datasetIbip}:!`,
    `${datasetIbip}+(portuguese)`,
    'example.org/cover/2015/13.01.00.00',
    `${datasetIbip}?ibiurl.verblist=GetNothing`,
    `${datasetIbip}:?ibiurl.verblist=GetLastEdition`,
    `${datasetIbip}?ibiurl.requireditemstatus=Copy`,
  ])('is not this: /%s', async (target) => {
    expect(await problemOf(target)).toMatchObject({ status: 400, outcome: 'malformed' });
  });
});

describe('persistent URLs as people paste them', () => {
  const { dataset, datasetIbip } = LABELS;

  it.each([
    `ibi/${datasetIbip}`,
    `rep/${dataset}`,
    `ibi:${datasetIbip}`,
    `upn:br:${dataset}`,
    `http://urlib.net/${datasetIbip}`,
    `EXAMPLE.ORG/cover/2015/01.01.00.00`,
    `${dataset}.00`,
    `${dataset}-TDI`,
    `${datasetIbip}??`,
    `${datasetIbip}%3A`,
    `${datasetIbip}?ibiurl.unknown=1`,
  ])('%s', async (target) => {
    const asked = await fetch(`${network.resolver.url}/api/v1/resolve?${new URLSearchParams({ url: target })}`);
    expect(await asked.json()).toMatchObject({ outcome: 'found' });
  });

  it.each(['ibi/', 'rep/', 'ibi:', 'upn:br:'])('are resolved behind %s', async (marker) => {
    expect(await visit(`${marker}${datasetIbip}`)).toContain('Land cover');
  });

  it.each([':', '%3A', '??'])('lead to metadata with %s', async (modifier) => {
    expect(await visit(`${datasetIbip}${modifier}`)).toContain('<dt>Title</dt>');
  });

  it('have modifiers in escapes', async () => {
    expect(await visit(`${atlasLabel('apart', 'first')}%21%2B%28pt%29`)).toContain('segunda edição (apart)');
  });
});

describe('Table 8.3', () => {
  const original = '?ibiurl.requireditemstatus=Original';

  it('ibiurl.requireditemstatus: the original, though there is a copy', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await ask(`${LABELS.copied}${original}`)).location).toMatch(`${urlOf('north')}/col/`);
    }
    expect(await visit(LABELS.copied)).toContain('A report with a copy');
  });

  it('ibiurl.requireditemstatus: two that claim it, and the operator is told', async () => {
    const problem = await problemOf(`${LABELS.disputed}${original}`);
    expect(problem).toMatchObject({ status: 409, outcome: 'disputed', ibi: LABELS.disputed });
    const claims = (problem as unknown as { claims: { address: string }[] }).claims.map(({ address }) => address);
    const hosts = (['north', 'south'] as const).map((name) => new URL(urlOf(name)).host);
    expect(claims.toSorted()).toEqual(hosts.toSorted());
    const { stdout } = await runInProcess(['resolver', 'alerts', '--json'], { cwd: network.resolver.folder });
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ ibi: LABELS.disputed })]);
    // A reader who does not ask for the original gets what there is.
    expect(await visit(LABELS.disputed)).toContain('A report that two Archives claim');
  });

  it('ibiurl.verblist', async () => {
    expect(await visit(`${LABELS.dataset}?ibiurl.verblist=GetMetadata`)).toContain('<dt>Title</dt>');
  });
});

describe('Tables 8.4 and 8.5', () => {
  const atlas = atlasLabel('apart', 'first');

  it.each([
    ['GetTranslation(pt)', 'primeira edição (apart)'],
    ['GetLastEdition', 'second edition (apart)'],
    ['GetMetadata', '<dt>Creator</dt>'],
    ['GetMetadata(oai_dc)', '<dc:creator>'],
    ['GetLastEdition+GetMetadata(oai_dc)', 'second edition (apart)'],
    ['GetLastEdition%20GetMetadata', 'second edition (apart)'],
    ['', 'first edition (apart)'],
  ])('ibiurl.verblist=%s', async (verbs, content) => {
    expect(await visit(`${atlas}?ibiurl.verblist=${verbs}`)).toContain(content);
  });

  it('Example 8.8: verbs of the modifier come before those of the query', async () => {
    const target = `${atlas}+?ibiurl.requireditemstatus=Original&ibiurl.verblist=GetMetadata`;
    expectDocument(await visit(target, { 'accept-language': 'pt-br,fr;q=0.8,en;q=0.5,pt;q=0.3' }), 'apart', {
      part: 'firstInPortuguese',
      as: 'description',
    });
  });

  it('GetFileList lists files, wherever it stands', async () => {
    const list = await visit(`${LABELS.datasetIbip}?ibiurl.verblist=GetFileList`);
    expect(list).toContain('data/cover.csv');
    expect(list).toContain('index.html');
    for (const verbs of ['GetFileList+GetLastEdition', 'GetLastEdition+GetFileList']) {
      const { location } = await ask(`${atlas}?ibiurl.verblist=${verbs}`);
      expect(location).toBe(`${urlOf('south')}/col/${atlasLabel('apart', 'second')}/doc/`);
    }
  });

  it('GetFileList on a closed list says so', async () => {
    const { location } = await ask(`${LABELS.closed}?ibiurl.verblist=GetFileList`);
    const page = await fetch(location ?? '', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(403);
    const text = await page.text();
    expect(text).toContain('may not be shown');
    expect(text).not.toContain('secret-name');
  });
});

/** Returns the last message of a kind that the recorder got about an item. */
const messageTo = (subject: string, about: string): URLSearchParams => {
  const found = recorder.received
    .map((query) => new URLSearchParams(query))
    .findLast((pairs) => pairs.get('servicesubject') === subject && [...pairs.values()].join(' ').includes(about));
  if (found === undefined) throw new Error(`no ${subject} about ${about}: ${recorder.received.join('\n')}`);
  return found;
};

describe('Tables 8.6 to 8.10: what Archives are told', () => {
  const UNKNOWN = 'example.org/nobody/2020/01.01.00.00';

  it('all that they need, and no more', async () => {
    const target = `${UNKNOWN}+/reference.bib?ibiurl.requireditemstatus=Original&ibiurl.verblist=GetMetadata&x=1`;
    const { status } = await ask(target, {
      'accept-language': 'pt-br,fr;q=0.8,en;q=0.5,pt;q=0.3',
      'x-forwarded-for': '150.163.2.175',
    });
    expect(status).toBe(404);
    expect(Object.fromEntries(messageTo('urlRequest', UNKNOWN))).toEqual({
      servicesubject: 'urlRequest',
      'clientinformation.ipaddress': '150.163.2.175',
      'parsedibiurl.filepath': '/reference.bib',
      'parsedibiurl.ibi': UNKNOWN,
      'parsedibiurl.verblist': 'GetTranslation GetMetadata',
    });
  });

  it('without what is optional', async () => {
    const other = UNKNOWN.replace('2020', '2021');
    await ask(other);
    expect([...messageTo('urlRequest', other).keys()].toSorted()).toEqual([
      'clientinformation.ipaddress',
      'parsedibiurl.ibi',
      'servicesubject',
    ]);
  });

  it.each([
    ['lista-de-IP: the user', '2001:db8::7', '2001:db8::7'],
    ['lista-de-IP: without proxies of the resolver', '172.16.44.200, 150.163.68.1', '172.16.44.200'],
    ['lista-de-IP: the user and a proxy of the user', '10.9.8.7, 203.0.113.5', '10.9.8.7 203.0.113.5'],
  ])('%s', async (_row, forwarded, expected) => {
    const label = UNKNOWN.replace('2020', String(2000 + forwarded.length));
    await ask(label, { 'x-forwarded-for': forwarded });
    expect(messageTo('urlRequest', label).get('clientinformation.ipaddress')).toBe(expected);
  });
});

it('Table 8.11: an Archive is thanked for the URL that was given', async () => {
  const target = `${RECORDED}?x=1`;
  const { status, location } = await ask(target, { 'x-forwarded-for': '150.163.2.175' });
  expect([status, location]).toEqual([302, `http://${recorder.address}/col/report.pdf?x=1`]);
  await expect.poll(() => recorder.received.filter((query) => query.includes('acknowledgment'))).toHaveLength(1);
  const port = new URL(network.resolver.url).port;
  expect(Object.fromEntries(messageTo('acknowledgment', RECORDED))).toEqual({
    servicesubject: 'acknowledgment',
    'clientinformation.ipaddress': '150.163.2.175',
    contenttype: 'Data',
    ibi: `rep ${RECORDED} ibip 8JMKD3MGP7W/3EPGUE5`,
    state: 'Original',
    url: `http://${recorder.address}/col/report.pdf`,
    'url.persistent': expect.stringContaining(`http://localhost:${port}/${RECORDED}`),
    urlkey: RECORDED_URL_KEY,
  });
});

describe('a redirect', () => {
  it('passes on what the resolver does not understand', async () => {
    const { location } = await ask(`${LABELS.dataset}?year=2015&ibiurl.verblist=&q=a%26b`);
    expect(location).toBe(`${urlOf('west')}/col/${LABELS.dataset}/doc/index.html?year=2015&q=a%26b`);
    const { location: metadata } = await ask(`${LABELS.dataset}:(oai_dc)?year=2015`);
    expect(metadata).toMatch(/[?&]choice=oai_dc.*&year=2015$/);
  });

  it('says that the language decided, and how long it may be kept', async () => {
    const atlas = atlasLabel('apart', 'first');
    const open = await ask(`${atlas}+`, { 'accept-language': 'pt' });
    expect(open.headers.get('vary')).toMatch(/accept-language/i);
    const named = await ask(`${atlas}+(pt)`, { 'accept-language': 'pt' });
    expect(named.headers.get('vary') ?? '').not.toMatch(/accept-language/i);
    expect(named.headers.get('cache-control')).toBe('private, max-age=60');
  });
});

describe('what was removed', () => {
  it('leaves its tombstone', async () => {
    const north = new URL(urlOf('north')).host;
    expect(await problemOf(LABELS.removed)).toMatchObject({
      status: 410,
      outcome: 'removed',
      ibi: LABELS.removed,
      removals: [expect.objectContaining({ address: north })],
    });
  });

  it('is found where a copy lives', async () => {
    const { status, location } = await ask(LABELS.removedWithCopy);
    expect([status, location]).toEqual([302, expect.stringContaining(`${urlOf('south')}/col/`)]);
    expect(await problemOf(`${LABELS.removedWithCopy}?ibiurl.requireditemstatus=Original`)).toMatchObject({
      status: 404,
      outcome: 'no-original',
    });
  });
});

it('what nobody knows is unknown', async () => {
  expect(await problemOf('example.org/nothing/2020/01.01.00.00')).toMatchObject({ status: 404, outcome: 'unknown' });
});

// This test is the last, because it looks at what all the others did.
it('statistics: every redirect is counted once, where it led to, and looking ahead is not', async () => {
  for (const target of [LABELS.dataset, LABELS.copied, `${atlasLabel('apart', 'first')}!:`]) {
    expect((await ask(target, {}, 'HEAD')).status).toBe(302);
    expect((await ask(target, { 'sec-purpose': 'prefetch' })).status).toBe(302);
    await ask(target);
  }
  await expect.poll(countAccesses).toEqual(Object.fromEntries([...redirected].toSorted()));
});

it("statistics: so are redirects to the resolver's own Archive", async () => {
  const { url, key } = network.resolver;
  const form = new FormData();
  form.append('item', new Blob(['{"metadata": {"title": "At home"}}'], { type: 'application/json' }));
  form.append('file', new Blob(['at home']), 'home.txt');
  const headers = { authorization: `Bearer ${key}` };
  const deposited = await fetch(`${url}/api/v1/items`, { method: 'POST', headers, body: form });
  const { repository } = (await deposited.json()) as { repository: string };
  expect(await visit(repository)).toBe('at home');
  expect(await visit(repository)).toBe('at home');
  expect(await visit(`${repository}:`)).toContain('At home');
  await ask(repository, {}, 'HEAD');
  const read = async () => {
    const answer = await fetch(`${url}/api/v1/statistics?item=${repository}`);
    const { counts } = (await answer.json()) as { counts: { content: string; accesses: number }[] };
    return counts.map(({ content, accesses }) => [content, accesses]);
  };
  await expect.poll(read).toEqual([
    ['Data', 2],
    ['Metadata', 1],
  ]);
});

const countAccesses = async (): Promise<Readonly<Record<string, number>>> => {
  const counts = new Map<string, number>();
  for (const name of ARCHIVES) {
    const answer = await fetch(`${urlOf(name)}/api/v1/statistics`);
    const { counts: days } = (await answer.json()) as { counts: { repository: string; accesses: number }[] };
    for (const { repository, accesses } of days) {
      const key = `${name} ${repository}`;
      counts.set(key, (counts.get(key) ?? 0) + accesses);
    }
  }
  return Object.fromEntries([...counts].toSorted());
};
