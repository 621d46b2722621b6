import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { because } from '@perene/api/refusals';
import { expectedInPortuguese } from '@perene/api/words';
import { parseNetwork } from '@perene/core/item';
import { readPersistentUrl } from '@perene/core/reading';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Resolution,
  ResolutionRequest,
} from '../../packages/server/src/services/resolver/asking/outcome/resolution.ts';
import { PLAIN_SITE } from '../../packages/server/src/transports/http/pages/site.ts';
import type { RequestListener } from '../../packages/server/src/transports/http/request-listener.ts';
import { isPersistentUrl } from '../../packages/server/src/transports/http/resolve/is-persistent-url.ts';
import {
  createResolveListener,
  type Resolving,
} from '../../packages/server/src/transports/http/resolve/resolve-listener.ts';
import { SECURITY_HEADERS } from '../../packages/server/src/transports/http/security-headers.ts';
import { type ApiServer, openApiServer, startApiServer } from '../api/api-server.ts';
import {
  createScriptedResolver,
  FOUND,
  IBIP,
  LOCATION,
  OUTCOMES,
  REPOSITORY,
  type ScriptedResolver,
} from '../fixtures/scripted-resolver.ts';

const RESOLVER_URL = 'https://resolver.example.org';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the node does in the present test. */
let current: { readonly resolver: ScriptedResolver; readonly protocol: RequestListener };

const AS_THE_TEST_SAYS = {
  protocol: (...request: Parameters<RequestListener>) => current.protocol(...request),
  resolver: {
    recall: (request: ResolutionRequest) => current.resolver.recall(request),
    resolve: (...request: Parameters<ScriptedResolver['resolve']>) => current.resolver.resolve(...request),
  },
};

let shared: Awaited<ReturnType<typeof openApiServer>>;
const folder = mkdtempSync(join(tmpdir(), 'perene-resolve-pages-'));

beforeAll(async () => {
  shared = await openApiServer(folder, AS_THE_TEST_SAYS);
});

afterAll(async () => {
  await shared.close();
  rmSync(folder, { recursive: true });
});

/** Lets the resolver of a whole node follow a script; paths are sent unchanged. */
const open = async (
  script: Resolution | ScriptedResolver,
  needs: Partial<Resolving> = {},
  { url, keys }: ApiServer = shared,
) => {
  const resolver = 'kind' in script ? createScriptedResolver(() => script) : script;
  const protocol = createResolveListener({
    resolver,
    look: () => 'current' as const,
    trustedProxies: [],
    publicUrl: RESOLVER_URL,
    resolverUrl: RESOLVER_URL,
    larger: undefined,
    cacheControl: 'private, max-age=60',
    site: PLAIN_SITE,
    ...needs,
  });
  current = { resolver, protocol };
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> =>
    new Promise((resolve, reject) => {
      request(url, { path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
  return { ask, url, keys, asked: resolver.asked };
};

const NOTICES = [
  ['malformed', 400, 'This is not a persistent URL', 'Isto não é uma URL persistente'],
  ['unknown', 404, 'No Archive knows this item', 'Nenhum Arquivo conhece este item'],
  ['untranslated', 404, 'There is no translation into French', 'Não há tradução para francês'],
  ['missing', 404, 'The item is here, but not this file', 'O item está aqui, mas não este arquivo'],
  ['no-original', 404, 'The original cannot be found', 'O original não foi encontrado'],
  ['disputed', 409, 'More than one Archive claims this original', 'Mais de um Arquivo reivindica este original'],
  ['removed', 410, 'This item was removed', 'Este item foi removido'],
  ['unusable', 502, 'The way to this item is broken', 'O caminho para este item está quebrado'],
  ['uncertain', 503, 'It cannot be told right now', 'Não é possível saber agora'],
  ['endless', 508, 'The way from this address never ends', 'O caminho deste endereço não tem fim'],
] as const;

describe('a request for metadata', () => {
  const targets = (asked: readonly { readonly target: string; readonly isCounted: boolean }[]) =>
    asked.map(({ target, isCounted }) => [target, isCounted]);

  it('is led to the file of an Archive of ours, which gives the metadata there', async () => {
    const { ask, asked } = await open({ ...FOUND, negotiates: true });
    const { status, headers } = await ask(`/${IBIP}`, { accept: 'application/x-bibtex' });
    expect([status, headers.location, headers.vary]).toEqual([302, LOCATION, 'accept']);
    expect(targets(asked)).toEqual([[`/${IBIP}`, false]]);
  });

  it('is led to the Dublin Core of any other Archive', async () => {
    const { ask, asked } = await open(FOUND);
    for (const accept of ['application/xml', 'text/xml;q=0.9, text/html;q=0.1']) {
      expect((await ask(`/${IBIP}!?x=1`, { accept })).status).toBe(302);
    }
    expect(targets(asked).slice(0, 2)).toEqual([
      [`/${IBIP}!?x=1`, false],
      [`/${IBIP}!:(oai_dc)?x=1`, false],
    ]);
  });

  it('is refused with what there is, if that is not wanted', async () => {
    const { ask } = await open(FOUND);
    const { status, headers, body } = await ask(`/${IBIP}`, {
      accept: 'application/x-bibtex',
      'accept-language': 'pt',
    });
    expect([status, headers['content-type'], headers.vary]).toEqual([
      406,
      'application/problem+json',
      'accept, accept-language',
    ]);
    expect(JSON.parse(body)).toMatchObject({
      code: 'format-not-offered',
      parameters: { label: IBIP, formats: ['text/xml', 'application/xml'] },
      detail: expect.stringContaining('não está descrito'),
    });
    expect((await ask(`/${IBIP}`, { accept: 'application/x-bibtex' }, 'HEAD')).body).toBe('');
  });

  it('is no request for metadata if the file is liked as much, or the address says what is wanted', async () => {
    const { ask, asked } = await open(FOUND);
    for (const accept of ['application/x-bibtex, */*', 'application/pdf, application/x-bibtex;q=0.5']) {
      expect((await ask(`/${IBIP}`, { accept })).headers.location).toBe(LOCATION);
    }
    expect(targets(asked).at(-1)).toEqual([`/${IBIP}`, true]);
    for (const path of [`/${IBIP}:`, `/${IBIP}/a.txt`]) {
      expect((await ask(path, { accept: 'application/x-bibtex' })).headers.location).toBe(LOCATION);
    }
  });
});

describe('a redirect', () => {
  it('leads to where the Archive says', async () => {
    const { ask, asked } = await open(FOUND);
    const { status, headers, body } = await ask(`/${IBIP}!%3A(oai_dc)/a%20b?x=1+2`, {
      'accept-language': 'pt',
      'x-request-id': 'abc',
    });
    expect([status, body]).toEqual([302, '']);
    expect(headers).toMatchObject({
      'referrer-policy': SECURITY_HEADERS['referrer-policy'],
      location: LOCATION,
      'x-request-id': 'abc',
      'cache-control': 'private, max-age=60',
      'content-length': '0',
    });
    expect([headers.vary, headers['link']]).toEqual(['accept, accept-datetime', undefined]);
    expect(asked).toEqual([
      { target: `/${IBIP}!%3A(oai_dc)/a%20b?x=1+2`, clientAddresses: ['127.0.0.1'], languages: 'pt', isCounted: true },
    ]);
  });

  it('says that language decided, and caches as the operator says', async () => {
    const { ask } = await open({ ...FOUND, isByLanguage: true }, { cacheControl: 'public, max-age=300' });
    expect((await ask(`/${IBIP}+`)).headers).toMatchObject({
      vary: 'accept, accept-language',
      'cache-control': 'public, max-age=300',
    });
  });

  it('of an original names those that might have claimed it, too', async () => {
    const silent = [
      { address: 'v.example.org:81', service: REPOSITORY, code: 'quiet' as const, because: because('silent-lately') },
    ];
    const { ask } = await open({ ...FOUND, silent });
    expect(await ask(`/${IBIP}`)).toMatchObject({ status: 302, headers: { 'perene-silent': 'v.example.org:81' } });
  });

  it('is given at once where it is remembered', async () => {
    const scripted = createScriptedResolver();
    const { ask } = await open({ ...scripted, recall: ({ target }) => (target === `/${IBIP}` ? FOUND : undefined) });
    expect((await ask(`/${IBIP}`)).headers.location).toBe(LOCATION);
    expect(scripted.asked).toEqual([]);
    expect((await ask(`/${IBIP}!`)).status).toBe(404);
  });

  it.each([
    ['HEAD', {}, false],
    ['GET', { 'sec-purpose': 'prefetch' }, false],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, false],
    ['GET', { purpose: 'prefetch' }, false],
    ['GET', { purpose: 'other' }, true],
  ] as const)('of %s %o is counted: %s', async (method, headers, isCounted) => {
    const { ask, asked } = await open(FOUND);
    expect(await ask(`/${IBIP}`, headers, method)).toMatchObject({ status: 302, body: '' });
    expect(asked).toMatchObject([{ isCounted }]);
  });

  it.each([
    ['HTTPS://Archive.example.org/a', 'HTTPS://Archive.example.org/a'],
    ['http://a.example/b c', 'http://a.example/b%20c'],
    ['http://a.example/água\ud800', 'http://a.example/%C3%A1gua%EF%BF%BD'],
  ])('to %j is written %j', async (url, location) => {
    const { ask } = await open({ ...FOUND, url });
    expect(await ask(`/${IBIP}`)).toMatchObject({ status: 302, headers: { location } });
  });

  it.each([
    ['example.org/a/2026/01.01.00.01', true],
    ['a>; rel="preload", <http://evil.example', false],
    ['a<b', false],
    ['a"b', false],
  ])('to a document in col/%s of this node has links: %s', async (folder, hasLinks) => {
    const publicUrl = 'http://here.example.org';
    const { ask } = await open({ ...FOUND, url: `${publicUrl}/col/${folder}/doc/a.txt` }, { publicUrl });
    const page = `${publicUrl}/items/${folder}`;
    const links = `<${page}>; rel="describedby"; type="text/html", <${page}/linkset.json>; rel="linkset"; type="application/linkset+json"`;
    expect((await ask(`/${IBIP}`)).headers['link']).toBe(hasLinks ? links : undefined);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://archive.example.org/a',
    '//evil.example/',
    '/col/a',
    'http:///a',
    'http://\\evil.example/',
    'http://a.example\\@evil.example/',
    'http://a.example/\r\nset-cookie: a=b',
    'http://a.example/\na',
    'http://a.example/\u0085a',
    '',
    `http://a.example/${'a'.repeat(9_000)}`,
  ])('to %j is not given', async (url) => {
    const { ask } = await open({ ...FOUND, url });
    const { status, headers, body } = await ask(`/${IBIP}`);
    expect([status, headers.location, headers['set-cookie']]).toEqual([502, undefined, undefined]);
    expect(JSON.parse(body)).toMatchObject({ outcome: 'unusable', ibi: IBIP, archive: FOUND.archive });
    expect((await ask(`/${IBIP}`, { accept: BROWSER })).body).toContain('The way to this item is broken');
  });
});

describe.each(NOTICES)('%s', (kind, status, english, portuguese) => {
  const { kind: _kind, ...data } = OUTCOMES[kind];

  it.each(['', '*/*', 'application/json', 'application/problem+json', 'text/plain;q=0.5, */*'])(
    'is a problem in the language of the reader for Accept: %s',
    async (accept) => {
      const { ask } = await open(OUTCOMES[kind]);
      const { headers, body, ...answer } = await ask(`/${IBIP}`, { accept, 'accept-language': 'pt' });
      expect(answer.status).toBe(status);
      expect(headers).toMatchObject({
        ...SECURITY_HEADERS,
        'content-type': 'application/problem+json',
        'cache-control': 'no-cache',
        'content-language': 'pt-BR',
        vary: 'accept, accept-language',
      });
      const members = 'refused' in data ? { text: data.text, problem: data.refused.problem, position: 21 } : data;
      expect(JSON.parse(body)).toMatchObject({
        type: `/docs/resolving#${kind}`,
        title: portuguese,
        status,
        detail: expect.stringMatching(/^\p{Lu}.*\.$|:$/u),
        outcome: kind,
        ...JSON.parse(JSON.stringify(members), (name, value) =>
          // Only those who may see the trace learn what an address answered.
          name === 'because' && value.code.startsWith('peer-') ? because('no-usable-answer') : value,
        ),
      });
      expect(body).not.toContain('peer-');
    },
  );

  it.each([
    ['en', english, 'en'],
    ['fr, pt-PT;q=0.5, en;q=0.4', portuguese, 'pt-BR'],
    ['pt;q=0, en;q=0.1', english, 'en'],
    ['xx', english, 'en'],
  ])('is a page and a text for readers of %s', async (languages, title, tag) => {
    const { ask } = await open(OUTCOMES[kind]);
    const asked = { 'accept-language': languages };
    const page = await ask(`/${IBIP}`, { accept: BROWSER, ...asked });
    expect(page.status).toBe(status);
    expect(page.headers).toMatchObject({
      ...SECURITY_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-language': tag,
      vary: 'accept, accept-language, cookie',
    });
    expect(page.body).toContain(`<html lang="${tag}">`);
    expect(page.body).toContain(`<h1>${title}</h1>`);
    expect(page.body).toContain(page.headers['x-request-id']);
    expect(page.body).not.toMatch(/undefined|<script|style=/);

    const text = await ask(`/${IBIP}`, { accept: 'text/plain', ...asked });
    expect(text.status).toBe(status);
    expect(text.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'content-language': tag });
    expect(text.body.split('\n')[0]).toBe(title);
    expect(text.body).toMatch(new RegExp(`\\n${status} ${kind} .*\\n$`));
    expect(text.body).not.toMatch(/undefined|<|&amp;|\n\n\n/);
  });

  it('is explained where its type says', () => {
    const document = readFileSync(new URL('../../docs/resolving.md', import.meta.url), 'utf8');
    expect(document).toContain(`| \`${kind}\` | ${status} |`);
  });

  it('is told to HEAD without a body', async () => {
    const { ask } = await open(OUTCOMES[kind]);
    const whole = await ask(`/${IBIP}`, { accept: BROWSER, 'x-request-id': 'a' });
    const head = await ask(`/${IBIP}`, { accept: BROWSER, 'x-request-id': 'a' }, 'HEAD');
    expect(head).toMatchObject({ status, body: '' });
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
  });
});

describe('pages', () => {
  const read = async (resolution: Resolution, accept = BROWSER, languages = 'en', path = `/${IBIP}`) =>
    (await open(resolution)).ask(path, { accept, 'accept-language': languages });

  it('mark what is wrong, and point to it in a terminal', async () => {
    expect((await read(OUTCOMES.malformed)).body).toContain(`<code>/${IBIP}!<mark>!</mark></code>`);
    expect((await read(OUTCOMES.malformed, 'text/plain')).body).toContain(`  /${IBIP}!!\n  ${' '.repeat(21)}^\n`);
    const atEnd = { ...OUTCOMES.malformed.refused, position: 13 };
    expect((await read({ kind: 'malformed', text: '/8JMKD3MGP8W/', refused: atEnd })).body).toContain(
      '<code>/8JMKD3MGP8W/<mark>_</mark></code>',
    );
  });

  it('lead to the languages that there are, and to the item itself', async () => {
    const { body } = await read(OUTCOMES.untranslated, BROWSER, 'pt');
    expect(body).toContain(`<a href="/${IBIP}+(en)" hreflang="en">inglês</a>`);
    expect(body).toContain(`<a href="/${IBIP}+(pt-BR)" hreflang="pt-BR">português (Brasil)</a>`);
    expect(body).toContain(`<a href="/${IBIP}">`);
    const described = await read(OUTCOMES.untranslated, BROWSER, 'en', `/${IBIP}!:+(fr)?x=1`);
    expect(described.body).toContain(`href="/${IBIP}!:+(pt-BR)?x=1"`);
    expect((await read({ ...OUTCOMES.untranslated, languages: [] })).body).toContain('No translation of it is known.');
    expect((await read({ ...OUTCOMES.untranslated, language: '?' })).body).toContain('no translation into ?');
    expect((await read(OUTCOMES.untranslated, 'text/plain')).body).toContain(`${RESOLVER_URL}/${IBIP}+(en)`);
  });

  it('tell of a removed item what it was, when it was removed, by whom and why', async () => {
    const { body } = await read(OUTCOMES.removed);
    expect(body).toContain('The label was given by mtc-m18.sid.inpe.br on February 16, 2009.');
    expect(body).toContain('<dd>May 6, 2021</dd>');
    expect(body).toContain('archive.example.org');
    expect(body).toContain('<dt>Reason</dt><dd>Wrong numbers</dd>');
    // The Archive tells nothing of a removed item except that it was removed.
    expect(body).not.toContain('See its metadata');
    const undated = {
      ...OUTCOMES.removed,
      ibi: IBIP,
      removals: [{ ...FOUND.archive, removedAt: undefined, title: undefined, reason: undefined }],
    };
    expect((await read(undated)).body).toMatch(/given by 150\.163\.34\.243 on .*<dd>not told<\/dd>/s);
    const odd = {
      ...OUTCOMES.removed,
      ibi: 'none',
      removals: [{ ...FOUND.archive, removedAt: 'one day', title: undefined, reason: undefined }],
    };
    expect((await read(odd)).body).toContain('<dd>one day</dd>');
  });

  it('list those who claim an original, and link only to where a browser may go', async () => {
    expect((await read(OUTCOMES.disputed)).body).toContain(`<a href="${LOCATION}">`);
    const [claim] = OUTCOMES.disputed.claims;
    const hostile = { ...claim, url: 'javascript:alert(1)', address: 'x"><script>', timestamp: '<b>' };
    const { body } = await read({ ...OUTCOMES.disputed, claims: [hostile] });
    expect(body).not.toMatch(/javascript:|<script|<b>/);
    expect(body).toContain('&lt;b&gt;');
  });

  it('say when to ask again, and offer it', async () => {
    const { headers, body } = await read(OUTCOMES.uncertain, BROWSER, 'en', `/${IBIP}?a="b"`);
    expect(headers['retry-after']).toBe('30');
    expect(body).toContain(`<a href="/${IBIP}?a=&quot;b&quot;">Ask again</a>`);
    expect(body).toContain('<dd>http://other.example.com:8080 did not answer within 2000 ms</dd>');
    expect((await read({ ...OUTCOMES.uncertain, retryAfterSeconds: 1 })).body).toContain('in a moment');
  });

  it('list only some of many Archives, and tell how many there are', async () => {
    const silent = Array.from({ length: 60 }, (_, number) => ({
      address: `a${number}.example.org`,
      service: REPOSITORY,
      code: 'unreachable' as const,
      because: { detail: 'none' },
    }));
    const { body } = await read({ ...OUTCOMES.uncertain, silent });
    expect(body.match(/<article>/g)).toHaveLength(51);
    expect(body).toContain('and 10 more');
  });

  it('lead from no original to a copy, if there is one', async () => {
    expect((await read(OUTCOMES['no-original'])).body).toContain(`<a href="/${IBIP}">Open what there is</a>`);
    expect((await read({ ...OUTCOMES['no-original'], copies: [] })).body).not.toContain('Open what there is');
  });

  it('say that the original was removed, where it was', async () => {
    const { removals } = OUTCOMES.removed;
    const { body } = await read({ ...OUTCOMES['no-original'], removals });
    expect(body).toContain('The original was removed by the Archive that kept it, on ');
    expect((await read(OUTCOMES['no-original'])).body).not.toContain('was removed');
  });

  it('say that an investigation is needed where two claim an original', async () => {
    expect((await read(OUTCOMES.disputed)).body).toContain('an investigation is needed');
    expect((await read(OUTCOMES.disputed, BROWSER, 'pt')).body).toContain('é necessária uma investigação');
  });

  it('name what is missing of an item, and lead to what there is', async () => {
    const { body } = await read(OUTCOMES.missing);
    expect(body).toContain('/no%20file.pdf');
    expect(body).toContain(`<a href="/${IBIP}?ibiurl.verblist=GetFileList">See its files</a>`);
    const metadata = await read({ ...OUTCOMES.missing, what: 'metadata', path: undefined });
    expect(metadata.body).toContain(`<a href="/${IBIP}">Open the item itself</a>`);
    const document = await read({ ...OUTCOMES.missing, what: 'document', path: undefined });
    expect(document.body).toContain(`<a href="/${IBIP}:">See its metadata</a>`);
  });

  it('name the Archives that were not asked, and since when', async () => {
    const { body } = await read(OUTCOMES.unknown);
    expect(body).toContain('Some Archives are switched off');
    expect(body).toContain('takes part in this resolver no more');
    expect(body).toContain('January 2, 2026');
    expect((await read({ ...OUTCOMES.unknown, away: [] })).body).not.toContain('switched off');
    const off = { ...FOUND.archive, code: 'switched-off' as const, because: {}, since: '2026-01-02T03:04:05Z' };
    const uncertain = await read({ ...OUTCOMES.uncertain, silent: [off] }, BROWSER, 'pt');
    expect(uncertain.body).toContain('Ele tem o item, e está desligado.');
    expect(uncertain.body).toContain('2 de janeiro de 2026');
  });

  it('show the chain', async () => {
    const { body } = await read(OUTCOMES.endless);
    expect(body).toContain(`<li><code><a href="/${REPOSITORY}:">${REPOSITORY}</a></code></li>`);
    expect(body).toContain(`<li><code><a href="/${IBIP}:">${IBIP}!</a></code></li>`);
    expect(body).toContain(`<a href="/${IBIP}">Open the item itself</a>`);
    expect((await read(OUTCOMES.endless, 'text/plain')).body).toContain(`3. ${IBIP}!`);
  });

  it('escape what was asked for', async () => {
    const path = `/${IBIP}<script>alert(1)</script>&"'`;
    const { ask } = await open(
      createScriptedResolver(({ target }) => {
        const refused = readPersistentUrl(target);
        if (refused.ok) throw new Error('it can be read');
        return { kind: 'malformed', text: target, refused };
      }),
    );
    const { status, body } = await ask(path, { accept: BROWSER });
    expect(status).toBe(400);
    expect(body).toContain(`${IBIP}<mark>&lt;</mark>script&gt;alert(1)&lt;/script&gt;&amp;&quot;`);
    expect(body).not.toContain('<script');
    expect(JSON.parse((await ask(path)).body)).toMatchObject({ text: path, problem: 'persistent-url/trailing' });
  });

  it('show the end of a very long address, where it is too long', async () => {
    const { ask } = await open(
      createScriptedResolver(({ target }) => ({
        kind: 'malformed',
        text: target,
        refused: {
          ok: false,
          problem: 'persistent-url/too-long',
          position: 8_192,
          expected: 'at most 8192 characters',
        },
      })),
    );
    const path = `/${IBIP}/${'a'.repeat(12_000)}`;
    const { status, body } = await ask(path, { accept: BROWSER, 'accept-language': 'pt' });
    expect([status, body.length < 3_000]).toEqual([400, true]);
    expect(body).toContain('…aaaa');
    expect(body).toContain('um texto mais curto');
    expect((await ask(path)).body.length).toBeLessThan(3_000);
    expect((await read({ kind: 'unknown', ibi: 'b'.repeat(1_000), away: [] })).body.length).toBeLessThan(3_000);
  });

  it('keep a terminal from obeying an Archive', async () => {
    const silent = [{ ...FOUND.archive, code: 'unreadable' as const, because: { detail: '\u001b[31mred\u0007\r' } }];
    expect((await read({ ...OUTCOMES.uncertain, silent }, 'text/plain')).body).toContain('\ufffd[31mred\ufffd\ufffd\n');
  });

  it('know Portuguese words for everything that can be wrong with a persistent URL', () => {
    const vectors = JSON.parse(
      readFileSync(new URL('../../vectors/persistent-url/tolerant.json', import.meta.url), 'utf8'),
    ) as { readonly refused: readonly { readonly problem: string }[] };
    for (const { problem } of vectors.refused) {
      expect([problem, expectedInPortuguese({ problem, expected: '-' })]).not.toContain('-');
    }
    expect(expectedInPortuguese({ problem: 'new/new', expected: '-' })).toBe('-');
  });
});

it('a resolver that fails is not a missing item, and says nothing of what is inside', async () => {
  const { ask } = await open(
    createScriptedResolver(() => {
      throw new Error('inside');
    }),
  );
  const { status, body } = await ask(`/${IBIP}`, { accept: BROWSER, 'accept-language': 'pt' });
  expect(status).toBe(500);
  expect(body).toContain('Este resolvedor não pode responder agora');
  expect(body).not.toContain('inside');
  expect(JSON.parse((await ask(`/${IBIP}`)).body)).toMatchObject({ type: 'about:blank', status: 500 });
});

describe('the addresses of a client', () => {
  const networks = ['127.0.0.0/8', '10.0.0.0/8', '2001:db8::/32'].map((text) => {
    const network = parseNetwork(text);
    if (!network.ok) throw new Error(text);
    return network.value;
  });
  it.each([
    ['', ['127.0.0.1']],
    ['192.0.2.1', ['192.0.2.1']],
    ['192.0.2.1, 10.0.0.1', ['192.0.2.1']],
    // RFC 9110 section 5.6.1.2: empty elements of a list do not count.
    ['192.0.2.1,', ['192.0.2.1']],
    ['192.0.2.1,, ,10.0.0.1, ', ['192.0.2.1']],
    ['203.0.113.5, 192.0.2.1, 10.0.0.1', ['203.0.113.5', '192.0.2.1']],
    ['203.0.113.5, 10.0.0.2, 192.0.2.1, 10.0.0.1', ['203.0.113.5', '192.0.2.1']],
    ['192.0.2.1:5555', ['192.0.2.1']],
    ['[2001:db9::1]:443, 10.0.0.1:80', ['2001:db9::1']],
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['::FFFF:c000:0201 ,2001:DB8:0::1', ['192.0.2.1']],
    ['10.9.9.9, 10.0.0.1', ['10.9.9.9']],
    ['192.0.2.1, unknown, 10.0.0.1', ['10.0.0.1']],
    ['fe80::1%eth0', ['fe80::1']],
    ['x'.repeat(5_000), ['127.0.0.1']],
    [`192.0.2.1,${Array.from({ length: 31 }, () => '10.0.0.1').join()}`, ['192.0.2.1']],
    [`192.0.2.1,${Array.from({ length: 50 }, () => '10.0.0.1').join()}`, ['10.0.0.1']],
  ])('%s are %j', async (forwarded, clientAddresses) => {
    const { ask, asked } = await open(FOUND, { trustedProxies: networks });
    await ask(`/${IBIP}`, forwarded === '' ? {} : { 'x-forwarded-for': forwarded });
    expect(asked).toMatchObject([{ clientAddresses }]);
  });

  it('are not read from a header that nobody vouches for', async () => {
    const { ask, asked } = await open(FOUND, { trustedProxies: networks.slice(1) });
    await ask(`/${IBIP}`, { 'x-forwarded-for': '10.0.0.1' });
    expect(asked).toMatchObject([{ clientAddresses: ['127.0.0.1'] }]);
  });

  it('are remembered for some clients, and read anew for others', async () => {
    const { ask, asked } = await open(FOUND, { trustedProxies: networks });
    const addresses = Array.from({ length: 1_100 }, (_, number) => `192.0.${number >> 8}.${number & 255}`);
    for (const address of [...addresses, ...addresses.slice(0, 2)]) {
      await ask(`/${IBIP}`, { 'x-forwarded-for': address });
      expect(asked.pop()?.clientAddresses).toEqual([address]);
    }
  });
});

const { readable } = JSON.parse(
  readFileSync(new URL('../../vectors/persistent-url/tolerant.json', import.meta.url), 'utf8'),
) as { readonly readable: readonly { readonly given: string }[] };

describe('which requests are resolutions', () => {
  it.each([
    `/${IBIP}`,
    '/8jmkd3mgp8w/34pgrbs',
    '/8JMKD3MGP8W%2F34PGRBS',
    '/%38JMKD3MGP8W/34PGRBS%21%3A(oai_dc)',
    `/${IBIP}+?a+b`,
    '/SID.INPE.BR/MTC-M18@80/2009/02.16.17.46',
    '/sid.inpe.br/mtc-m18%4080/2009/02.16.17.46',
    '/net/urlib/2009/02.16.17.46',
    '/rep/anything',
    '/IBI/',
    '/ibi:',
    '/upn:x',
    '/8JMKD3MGP8W',
    '/8JMKD3MGP8W/',
    '/sid.inpe.br/mtc-m18',
    `http://urlib.net/${IBIP}`,
    // Its prefix has no digit, because the address is 3.163.2.101.
    '/BMHMTEQAW/34PGRBS',
  ])('%s', async (path) => {
    const { ask, asked } = await open(FOUND);
    expect((await ask(path)).status).toBe(302);
    expect(asked).toMatchObject([{ target: path }]);
  });

  it.each([
    ['/', 200],
    ['/index.html', 200],
    ['/perene.css', 200],
    ['/health', 200],
    ['/metrics', 200],
    ['/api/docs', 200],
    ['/api/v1/items', 200],
    [`/api/v1/items/${IBIP}`, 404],
    [`/col/${REPOSITORY}/doc/`, 404],
    ['/ark:12345/x5wf6789', 404],
    ['/nd/noidu_x?mint+1', 404],
    ['/.well-known/security.txt', 404],
    ['/assets/index-w1x2y3.js', 404],
    ['/newest/stuff', 404],
    ['/wordpress/2009/01', 404],
    ['/favicon.ico', 404],
    ['/favicon.ico?x=/a/', 404],
    ['/%', 400],
  ])('not %s', async (path, status) => {
    const { ask, asked } = await open(FOUND);
    expect((await ask(path)).status).toBe(status);
    expect(asked).toEqual([]);
  });

  it('only to read', async () => {
    const { ask, asked } = await open(FOUND);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      for (const path of [
        `/${IBIP}`,
        `/${REPOSITORY}!/a.pdf`,
        `/col/${REPOSITORY}/doc/a`,
        '/ark:12345/x',
        '/attachment.cgi/x',
      ])
        expect(await ask(path, {}, method)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    }
    expect((await ask('/nothing', {}, 'POST')).status).toBe(404);
    expect(asked).toEqual([]);
  });

  it.each([
    [`//${IBIP}`, `/${IBIP}`],
    [`///${IBIP}!?x=//`, `/${IBIP}!?x=//`],
    [`http://urlib.net//${IBIP}`, `http://urlib.net/${IBIP}`],
  ])('with too many slashes before the label: %s', async (path, target) => {
    const { ask, asked } = await open(FOUND);
    expect((await ask(path)).status).toBe(302);
    expect(asked).toMatchObject([{ target }]);
  });

  it('never of another host, however many slashes are before it', async () => {
    const { ask } = await open(OUTCOMES.malformed);
    for (const path of ['//evil.example/', '//evil.example/x', '///evil.example/x', '//evil.example'])
      expect([path, (await ask(path)).headers.location]).toEqual([path, undefined]);
  });

  it.each(['+(en', '?ibiurl.verblist=Foo', ':(', '!!', '%2B(en', '+(pt)/%zz'])(
    'and those whose label is right, whatever follows it: %s',
    (rest) => {
      for (const label of ['localhost/perene.46647/2026/11.17.10.27.55.1', 'LKXW/AB'])
        expect([label, isPersistentUrl(`/${label}${rest}`)]).toEqual([label, isPersistentUrl(`/${label}`)]);
      expect(isPersistentUrl(`/localhost/perene.46647/2026/11.17.10.27.55.1${rest}`)).toBe(true);
      expect(isPersistentUrl(`/wordpress/2009/01${rest}`)).toBe(false);
    },
  );

  it('are all that can be read as a persistent URL', () => {
    const scrap = fc.constantFrom('', 'w', 'X', '2', 'K', '.', '/', '-', '%2F', '%21', '+', 'net/', 'rep/', 'a.b/');
    let read = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...readable.map(({ given }) => given.trim())),
        fc.array(fc.record({ at: fc.nat(60), cut: fc.nat(2), scrap }), { maxLength: 2 }),
        (given, damages) => {
          const text = damages.reduce((current, damage) => {
            const place = 1 + (damage.at % current.length);
            return current.slice(0, place) + damage.scrap + current.slice(place + damage.cut);
          }, given);
          const path = /^\/|^https?:\/\//i.test(text) ? text : `/${text}`;
          // Paths with escapes in the host, or a point before it, are left out: only the tolerant reader takes them for
          // a host.
          const isOdd = /^(?:https?:\/\/[^/]*)?\/(?:[^/]*%|[^\da-z])/i.test(path);
          const reading = readPersistentUrl(path);
          // Old addresses have routes of their own.
          const isOld = /^(?:https?:\/\/[^/]*)?\/(?:col|\w+\.cgi)\//i.test(path);
          if (isOdd || isOld || !reading.ok) return;
          read += 1;
          expect([path, isPersistentUrl(path)]).toEqual([path, true]);
        },
      ),
      { seed: 20_260_516, numRuns: 5_000 },
    );
    expect(read).toBeGreaterThan(1_000);
  });
});

describe('watchers', () => {
  it('count resolutions by outcome', async () => {
    const { ask } = await open(
      createScriptedResolver(({ target }) => (target.endsWith('!') ? OUTCOMES.unknown : FOUND)),
      {},
      await startApiServer(AS_THE_TEST_SAYS),
    );
    for (const path of [`/${IBIP}`, `/${IBIP}`, `/${IBIP}!`]) await ask(path);
    const { body } = await ask('/metrics');
    expect(body).toContain('perene_resolutions_total{outcome="found"} 2');
    expect(body).toContain('perene_resolutions_total{outcome="unknown"} 1');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="resolution",status="302"} 2');
  });
});
