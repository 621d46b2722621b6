import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderText } from '../../packages/server/src/transports/http/pages/render-text.ts';
import { isPersistentUrl } from '../../packages/server/src/transports/http/resolve/is-persistent-url.ts';
import { openServedNode } from '../fixtures/served-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const FLAGS = {
  'site.name': 'Library of <Wetlands>',
  'site.name-pt': 'Biblioteca dos Banhados',
  'site.accent': '#5b2a86',
  'site.contact': 'library@example.org',
};

describe('a node of an institution', () => {
  it('bears its name, mark, colour, contact and texts on every page, in both languages', async () => {
    const folder = createTemporaryFolder();
    mkdirSync(join(folder, 'site'));
    writeFileSync(join(folder, 'site', 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(folder, 'site', 'about.en.md'), '# Who we are\n\nWe keep <what> is wet.\n');
    writeFileSync(join(folder, 'site', 'privacy.pt.md'), 'Nada se guarda de quem lê.');
    writeFileSync(join(folder, 'site', 'takedown.en.md'), 'x'.repeat(64_001));
    const { url, close } = await openServedNode(folder, { ...FLAGS, 'log-level': 'silent' });
    onTestFinished(close);
    const get = async (path: string, language = 'en') => {
      const response = await fetch(`${url}${path}`, { headers: { accept: 'text/html', 'accept-language': language } });
      return { status: response.status, headers: response.headers, body: await response.text() };
    };
    for (const path of ['/items', '/search?q=water', '/nothing', '/8JMKD3MGP8W/34PGRBS', '/site/about']) {
      const { body } = await get(path);
      for (const text of [
        ' · Library of &lt;Wetlands&gt;</title>',
        '<img class="mark" src="/site/logo" alt="">Library of &lt;Wetlands&gt;</a>',
        '<a href="/site/about">About</a>',
        '<a href="/site/privacy">Privacy</a>',
        '<a href="mailto:library@example.org">Contact</a>',
      ]) {
        expect(body).toContain(text);
      }
      expect((await get(path, 'pt')).body).toContain(' · Biblioteca dos Banhados</title>');
    }
    const about = await get('/site/about');
    expect(about.body).toContain('<h2>Who we are</h2><p>We keep &lt;what&gt; is wet.</p>');
    expect((await get('/site/privacy')).body).toContain('<div class="prose" lang="pt-BR"><p>Nada se guarda');
    const logo = await get('/site/logo');
    expect([logo.headers.get('content-type'), logo.headers.get('content-security-policy')]).toEqual([
      'image/svg+xml',
      expect.stringContaining('sandbox'),
    ]);
    for (const sheet of ['/perene.css', '/look.css']) {
      const { headers, body } = await get(sheet);
      expect(body).toContain('--accent: light-dark(#5b2a86, #');
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['gzip', 'accept-encoding']);
    }
    const node = await get('/api/v1/node');
    expect(JSON.parse(node.body).site).toEqual({
      name: { en: 'Library of <Wetlands>', pt: 'Biblioteca dos Banhados' },
      logo: '/site/logo',
      isForPractice: expect.any(Boolean),
    });
    for (const path of ['/site/takedown', '/site/other', '/site/..%2fadministrator.key']) {
      expect((await get(path)).status).toBe(404);
    }
  });

  it('shows no links to texts that are not there', async () => {
    const { url, close } = await openServedNode(createTemporaryFolder(), { 'log-level': 'silent' });
    onTestFinished(close);
    const body = await (await fetch(`${url}/items`, { headers: { accept: 'text/html' } })).text();
    expect(body).not.toContain('/site/');
    expect((await fetch(`${url}/site/logo`)).status).toBe(404);
  });
});

describe('texts of an institution', () => {
  it('are not taken for persistent URLs', () => {
    for (const path of ['/site/about', '/site/preservation', '/site/takedown', '/site/privacy', '/site/logo']) {
      expect(isPersistentUrl(path)).toBe(false);
    }
  });

  it('have headings, lists, paragraphs and safe links', () => {
    expect(renderText('# A\n\n### B\r\n\n- one\n- two\n\nx\ny <b>').markup).toBe(
      '<h2>A</h2><h3>B</h3><ul><li>one</li><li>two</li></ul><p>x y &lt;b&gt;</p>',
    );
    expect(renderText('See [us](https://example.org/a), [here](/items) or [mail](mailto:a@b.c).').markup).toBe(
      '<p>See <a href="https://example.org/a">us</a>, <a href="/items">here</a> or <a href="mailto:a@b.c">mail</a>.</p>',
    );
    for (const text of ['[x](javascript:alert(1))', '[x](//evil.example)', '[x](data:text/html,x)']) {
      expect(renderText(text).markup).not.toContain('<a');
    }
  });
});
