import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Network } from '../../tools/dev-network/network.ts';
import { startTestNetwork } from '../fixtures/network.ts';
import { addressesOf, OLD_ADDRESS_FORMS } from '../fixtures/old-address-forms.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import { answerText, includeArchive, startScriptedArchive } from '../fixtures/scripted-archive.ts';
import { type ServedNode, serveInProcess } from '../fixtures/serve-in-process.ts';

const REPOSITORY = 'sid.inpe.br/iris@1912/2005/07.19.22.01';
const IBIP = '8JMKD3MGP8W/34PGRBS';
const METADATA = 'sid.inpe.br/iris@1912/2005/07.19.22.01.01';
const OTHER = 'sid.inpe.br/iris@1912/2005/07.20.22.01';
const TRANSLATION = 'sid.inpe.br/iris@1912/2005/07.21.22.01';
const LEGACY = '83LX3pFwXQZ5Jpy/Bkjzd';
const DECODED = 'dpi.inpe.br/lise/2004/03.02.15.20.00';
/** This item has a file with the name of a program of URLib. */
const OWN_PROGRAM = 'sid.inpe.br/iris@1912/2005/07.22.22.01';
const FILE = 'num%E9rica.pdf';

const ITEMS = [
  {
    repository: REPOSITORY,
    ibips: [IBIP],
    language: 'en',
    target: 'index.html',
    files: ['index.html', 'numérica.pdf'],
    metadata: { repository: METADATA, fields: { title: 'Numerical methods', creator: ['Lima, Ana'] } },
  },
  {
    repository: OTHER,
    language: 'en',
    target: 'other.html',
    files: ['other.html'],
    metadata: { fields: { title: 'O' } },
  },
  {
    repository: TRANSLATION,
    language: 'pt-BR',
    target: 'outro.html',
    files: ['outro.html'],
    metadata: { fields: { title: 'T' } },
    translationOf: OTHER,
  },
  { repository: DECODED, target: 'lise.html', files: ['lise.html'], metadata: { fields: { title: 'L' } } },
  {
    repository: OWN_PROGRAM,
    target: 'mirrorget.cgi',
    files: ['mirrorget.cgi', 'thisInformationItemHomePage.html'],
    metadata: { fields: { title: 'P' } },
  },
];

let network: Network<ServedNode>;
/** A node that joined the resolver and resolves nothing itself. */
let minimal: ServedNode;
const minimalFolder = mkdtempSync(join(tmpdir(), 'perene-minimal-'));

beforeAll(async () => {
  network = await startTestNetwork();
  const { folder } = network.archives.north;
  const source = join(folder, 'old');
  mkdirSync(source);
  const paths = ITEMS.flatMap(({ files }) => files);
  for (const path of paths) writeFileSync(join(source, path), `<!doctype html><title>${path}</title>`);
  writeFileSync(join(source, 'items.jsonl'), ITEMS.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const { status, stderr } = await runPerene(['import', join('old', 'items.jsonl')], { cwd: folder });
  if (status !== 0) throw new Error(stderr);
  minimal = await serveInProcess(minimalFolder, {
    flags: ['--resolver-url', network.resolver.url, '--roles', 'minter,archive,console'],
  });
});

afterAll(async () => {
  await minimal?.stop();
  await network?.stop();
  rmSync(minimalFolder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly type: string;
  readonly body: string;
}

/** Sends paths unchanged; `fetch` would tidy them up. */
const ask = (url: string, method = 'GET'): Promise<Answer> => {
  const { hostname, port } = new URL(url);
  const path = url.slice(url.indexOf('/', 'http://'.length));
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers: { accept: 'text/html' } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          location: answer.headers.location,
          type: answer.headers['content-type'] ?? '',
          body,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
};

/** Follows redirects as a browser does, but only a few. */
const browse = async (
  url: string,
  method = 'GET',
): Promise<Answer & { readonly url: string; readonly steps: number }> => {
  let here = url;
  for (let steps = 0; steps < 8; steps += 1) {
    const answer = await ask(here, method);
    if (answer.location === undefined) return { ...answer, url: here, steps };
    here = /^https?:/.test(answer.location) ? answer.location : new URL(here).origin + answer.location;
  }
  throw new Error(`${url} leads round and round: ${here}`);
};

const document = (repository: string, path: string) => ({ path: `/col/${repository}/doc/${path}` });

/** What the reader gets in the end, for each destination in the vectors. */
const endOf = (leads: string): { readonly path: string; readonly has?: string } => {
  if (leads.startsWith('the item of the decoded label')) return document(DECODED, 'lise.html');
  if (leads.startsWith('the page that tells how to cite')) {
    return { path: `/items/${REPOSITORY}/cite`, has: 'Cite this item' };
  }
  if (leads === "the item's page") return { path: '/items/', has: '<h1 lang="en">Numerical methods</h1>' };
  if (leads.startsWith('the same file') || leads === 'the file') {
    return { path: '/doc/num', has: '<title>numérica.pdf</title>' };
  }
  if (leads.startsWith('the metadata page')) return { path: '', has: 'Lima, Ana' };
  if (leads === 'its metadata in XML') return { path: '', has: '<oai_dc:dc' };
  if (leads === 'R2+(pt-BR)') return document(TRANSLATION, 'outro.html');
  if (leads === 'R2') return document(OTHER, 'other.html');
  if (leads === 'the list of files') return { path: `/col/${REPOSITORY}/doc/`, has: 'index.html' };
  if (leads.startsWith('the item')) return document(REPOSITORY, 'index.html');
  throw new Error(`nobody knows "${leads}"`);
};

const cases = [REPOSITORY, IBIP].flatMap((label) =>
  OLD_ADDRESS_FORMS.flatMap(({ path, leads }) =>
    addressesOf(path, { label, other: OTHER, legacy: LEGACY, file: FILE, metadata: METADATA })
      // A type code is printed only after repository names.
      .filter((address) => label === REPOSITORY || address !== `/${label}-NTC`)
      .map((address) => ({ address, leads })),
  ),
);

describe.each(['the holder', 'an Archive without the item', 'the resolver', 'a node that resolves nothing'])(
  'at %s',
  (where) => {
    const urlOf = (): string => {
      if (where === 'the holder') return network.archives.north.url;
      if (where === 'the resolver') return network.resolver.url;
      return where === 'an Archive without the item' ? network.archives.south.url : minimal.url;
    };

    it.each(cases)('$address leads to $leads', async ({ address, leads }) => {
      const expected = endOf(leads);
      const end = await browse(`${urlOf()}${address}`);
      expect(end).toMatchObject({ status: 200 });
      expect(end.url.startsWith(network.archives.north.url)).toBe(true);
      expect(new URL(end.url).pathname).toContain(expected.path);
      if (expected.has !== undefined) expect(end.body).toContain(expected.has);
      expect(await browse(`${urlOf()}${address}`, 'HEAD')).toMatchObject({ status: 200, url: end.url, body: '' });
    });

    it.each(['-NTC', 'rep/', 'ibi/', 'upn:LCETB2:'])('a document under a label with %s is found', async (mark) => {
      const label = mark.startsWith('-') ? `${REPOSITORY}${mark}` : `${mark}${REPOSITORY}`;
      expect(await browse(`${urlOf()}/col/${label}/doc/index.html`)).toMatchObject({
        status: 200,
        url: `${network.archives.north.url}/col/${REPOSITORY}/doc/index.html`,
      });
    });

    it('speaks Portuguese where the address asks for it', async () => {
      const end = await browse(`${urlOf()}/${IBIP}:(BibINPE)?ibiurl.backgroundlanguage=pt-BR`);
      expect(end.body).toContain('Cite este item');
    });

    it.each([
      `/col/example.org/nobody/2001/01.01.00.00/doc/a.pdf`,
      `/col/${REPOSITORY}/doc/nofile.pdf`,
      `/col/${REPOSITORY}/doc/goto-/evil.example/x`,
      `/col/${REPOSITORY}/doc/goto-//evil.example/${IBIP}x`,
      '/attachment.cgi/x',
      '/displaydoccontent.cgi/',
      '/col/x/doc/mirrorget.cgi?metadatarepository=//evil.example',
    ])('%s leads nowhere', async (address) => {
      const end = await browse(`${urlOf()}${address}`);
      expect([400, 404]).toContain(end.status);
      const own = [network.resolver, network.archives.north, network.archives.south, minimal].map(({ url }) => url);
      expect(own.some((url) => end.url.startsWith(`${url}/`))).toBe(true);
    });
  },
);

describe.each(['the resolver', 'a node that resolves nothing'])('pasted whole at %s', (where) => {
  const urlOf = (): string => (where === 'the resolver' ? network.resolver.url : minimal.url);

  it.each(cases)('http://any.example.org$address leads to $leads', async ({ address, leads }) => {
    const expected = endOf(leads);
    const end = await browse(`${urlOf()}/http://any.example.org${address}`);
    expect(end).toMatchObject({ status: 200 });
    expect(end.url.startsWith(network.archives.north.url)).toBe(true);
    expect(new URL(end.url).pathname).toContain(expected.path);
    if (expected.has !== undefined) expect(end.body).toContain(expected.has);
    const asked = encodeURIComponent(`http://any.example.org${address}`);
    const answer = await fetch(`${urlOf()}/api/v1/resolve?url=${asked}`);
    expect(await answer.json()).toMatchObject({ outcome: 'found' });
  });
});

describe('files of an item', () => {
  it.each(['mirrorget.cgi?metadatarepository=x&choice=full', 'thisInformationItemHomePage.html'])(
    'named like a program of URLib prevail: %s',
    async (name) => {
      const path = `/col/${OWN_PROGRAM}/doc/${name}`;
      const [file = ''] = name.split('?');
      expect(await ask(`${network.archives.north.url}${path}`)).toMatchObject({
        status: 200,
        body: `<!doctype html><title>${file}</title>`,
      });
      expect((await browse(`${network.archives.south.url}${path}`)).body).toContain(`<title>${file}</title>`);
    },
  );
});

describe('an Archive that gives a document of the resolver as its own', () => {
  it('does not make readers go round and round', async () => {
    const claimed = 'example.org/circle/2020/02.01.00.00';
    const path = `/col/${claimed}/doc/a.pdf`;
    const archive = await startScriptedArchive('circle', {
      urlRequest: (pairs, response) =>
        answerText(
          response,
          pairs.get('parsedibiurl.ibi') === claimed
            ? `archiveaddress ${archive.address}\r\nibi.archiveservice {rep ${archive.service}}\r\nibi {rep ${claimed}}\r\ncontenttype Data\r\nstate Original\r\nurl ${network.resolver.url}${path}`
            : '',
        ),
    });
    onTestFinished(() => archive.close());
    await includeArchive(network.resolver, archive);
    expect((await ask(`${network.resolver.url}/${claimed}/a.pdf`)).location).toBe(`${network.resolver.url}${path}`);
    expect((await browse(`${network.resolver.url}${path}`)).status).toBe(404);
  });
});
