import { REFUSALS } from '@perene/api/refusals';
import { describe, expect, it } from 'vitest';
import { buildDocs } from '../../tools/build-docs/build-docs.ts';
import { addressOf, GUIDE_PAGES } from '../../tools/build-docs/guide.ts';
import { renderMarkdown } from '../../tools/build-docs/render-markdown.ts';
import { resolveLink } from '../../tools/build-docs/resolve-link.ts';
import { startApiServer } from '../api/api-server.ts';
import { DOCUMENTS } from '../docs/shown-commands.ts';

const valuesOf = (html: string, attribute: string): readonly string[] =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

/** Addresses of the node that are not part of the guide. */
const ELSEWHERE = ['/', '/items', '/console', '/api/docs', '/api/openapi.json', '/perene.css', '/icon.svg'];

describe('the guide', () => {
  it('has every document of the project for readers, and what is made from the code', async () => {
    const sources = GUIDE_PAGES.map(({ source }) => source);
    const written = DOCUMENTS.filter((path) => path.startsWith('docs/'));
    expect(sources).toEqual(expect.arrayContaining(written));
    expect([...(await buildDocs()).keys()]).toEqual(expect.arrayContaining(['commands.html', 'api-reference.html']));
  });

  it('is served as it is built, page by page, without script and under a strict policy', async () => {
    const { url } = await startApiServer();
    for (const page of GUIDE_PAGES) {
      const answer = await fetch(`${url}${addressOf(page)}`);
      const html = await answer.text();
      expect([page.name, answer.status, answer.headers.get('content-type')]).toEqual([
        page.name,
        200,
        'text/html; charset=utf-8',
      ]);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self';/);
      expect(policy).not.toMatch(/script-src|unsafe/);
      expect(html).not.toMatch(/<script| style=| on[a-z]+=/i);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).toContain('<link rel="icon" href="/icon.svg"');
      expect(valuesOf(html, 'id')).toEqual([...new Set(valuesOf(html, 'id'))]);
      expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    }
  });

  it('has no link that leads nowhere, neither to a page nor within one', async () => {
    const { url } = await startApiServer();
    const pages = new Map<string, string>();
    for (const page of GUIDE_PAGES) pages.set(addressOf(page), await (await fetch(`${url}${addressOf(page)}`)).text());
    const broken: string[] = [];
    for (const [address, html] of pages) {
      for (const link of [...valuesOf(html, 'href'), ...valuesOf(html, 'src')]) {
        if (/^https?:/.test(link)) continue;
        const { pathname, hash } = new URL(link, `http://localhost${address}`);
        const target = pages.get(pathname);
        const isFile = target === undefined && (await fetch(`${url}${pathname}`)).ok;
        const isAnchor = hash === '' || valuesOf(target ?? '', 'id').includes(decodeURIComponent(hash.slice(1)));
        if (!(ELSEWHERE.includes(pathname) || isFile || (target !== undefined && isAnchor)))
          broken.push(`${address} ${link}`);
      }
    }
    expect(pages.size).toBeGreaterThan(20);
    expect(broken).toEqual([]);
  });

  it('explains every refusal where the problem says', async () => {
    const { url } = await startApiServer();
    const ids = valuesOf(await (await fetch(`${url}/docs/refusals`)).text(), 'id');
    expect(Object.keys(REFUSALS).filter((code) => !ids.includes(code))).toEqual([]);
    const { type } = (await (await fetch(`${url}/api/v1/items/8JMKD3MGP8W/34PGRBS`)).json()) as { type: string };
    expect(type).toBe('/docs/refusals#item-not-found');
  });

  it('is not sent again to those who have it', async () => {
    const { url } = await startApiServer();
    const first = await fetch(`${url}/docs/glossary`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await fetch(`${url}/docs/glossary`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('answers for an unknown page like any other address', async () => {
    const { url } = await startApiServer();
    expect((await fetch(`${url}/docs/`, { redirect: 'manual' })).headers.get('location')).toBe('/docs');
    for (const path of [
      '/docs/nothing',
      '/docs/tutorial.html',
      '/docs/%2e%2e/main.js',
      '/docs/..%2f..%2fpackage.json',
    ]) {
      const { status } = await fetch(`${url}${path}`);
      expect([path, status]).toEqual([path, 404]);
    }
  });
});

describe('a document', () => {
  const render = (text: string) =>
    renderMarkdown(text, { resolveLink: (address) => resolveLink('docs/index.md', address) });

  it('shows raw HTML as it is written', () => {
    const { html } = render(
      '# A <b>title</b>\n\n<script>alert(1)</script>\n\nand <img src=x onerror=alert(1)> `<i>`\n',
    );
    expect(html).not.toMatch(/<(?:script|img|i|b)\b/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('escapes what it quotes', () => {
    const { html } = render('```\n<a href="x">&amp;</a>\n```\n\n| `a<b` |\n| --- |\n| "x" |\n\n[x](/a"b)\n');
    expect(html).toContain('&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;');
    expect(html).not.toContain('href="/a"b');
  });

  it('names headings and rows, each once', () => {
    const { title, headings, html } = render(
      '# One: & two\n\n## Same\n\n## Same\n\n| code |\n| --- |\n| `a-b` |\n| `a-b` |\n',
    );
    expect(title).toBe('One: & two');
    expect(headings.map(({ id }) => id)).toEqual(['one--two', 'same', 'same-1']);
    expect(valuesOf(html, 'id')).toEqual(['one--two', 'same', 'same-1', 'a-b']);
  });

  it('links to pages of the guide, and to no other file of the project', () => {
    expect(
      render('[x](tutorial.md#next) [y](../vectors/README.md) [z](https://example.org/a.md) [w](#here)').html,
    ).toBe(
      '<p><a href="/docs/tutorial#next">x</a> <a href="/docs/vectors">y</a> <a href="https://example.org/a.md">z</a> <a href="#here">w</a></p>\n',
    );
    expect(() => render('[x](../package.json)')).toThrow('is no page of the guide');
  });
});
