import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_SITE } from '../../packages/server/src/transports/http/pages/site.ts';
import { createResolveListener } from '../../packages/server/src/transports/http/resolve/resolve-listener.ts';
import { startApiServer } from '../api/api-server.ts';
import { accessibilityProblems } from '../fixtures/accessibility.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { takePicture } from '../fixtures/pictures.ts';
import { createScriptedResolver, FOUND, IBIP, OUTCOMES } from '../fixtures/scripted-resolver.ts';

/** The outcomes of the script, by the file that is requested. */
const SCRIPT = { ...OUTCOMES, unusable: { ...FOUND, url: 'javascript:alert(1)' } };
const PAGES = [...Object.keys(SCRIPT).filter((name) => name !== 'found'), 'failed'];

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

const startResolver = async (): Promise<string> => {
  const resolver = createScriptedResolver(({ target }) => {
    const name = target.slice(target.lastIndexOf('/') + 1);
    const outcome = Object.entries(SCRIPT).find(([kind]) => kind === name)?.[1];
    if (outcome === undefined) throw new Error('the script says that it fails');
    return outcome;
  });
  const needs = {
    resolver,
    look: () => 'current' as const,
    trustedProxies: [],
    publicUrl: 'http://localhost',
    resolverUrl: 'http://localhost',
    larger: undefined,
    cacheControl: 'private, max-age=60',
    site: PLAIN_SITE,
  };
  const { url } = await startApiServer({ resolver, protocol: createResolveListener(needs) });
  return url;
};

describe('pages of the resolver', () => {
  it.each([
    ['light', 'en-US'],
    ['dark', 'pt-BR'],
  ] as const)('can be read by everyone, on a small screen: %s, %s', async (colorScheme, locale) => {
    const url = await startResolver();
    const context = await browser.newContext({ colorScheme, locale, viewport: { width: 360, height: 780 } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of')) problems.push(message.text());
    });
    const hosts = new Set<string>();
    page.on('request', (sent) => hosts.add(new URL(sent.url()).host));
    for (const name of PAGES) {
      await page.goto(`${url}/${IBIP}/${name}`);
      expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([name, overflow <= 0]).toEqual([name, true]);
      expect(await page.getAttribute('html', 'lang')).toBe(locale === 'en-US' ? 'en' : 'pt-BR');
      const heading = await page.getByRole('heading', { level: 1 }).textContent();
      expect(await page.title()).toBe(`${heading} · Perene`);
      await takePicture(page, `resolve-${name}-${locale}-${colorScheme}`);
    }
    expect([...hosts]).toEqual([new URL(url).host]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

it('a reader finds the way on', async () => {
  const url = await startResolver();
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${url}/${IBIP}/uncertain`);
  await page.getByRole('link', { name: 'Ask again' }).click();
  expect(new URL(page.url()).pathname).toBe(`/${IBIP}/uncertain`);
  await page.goto(`${url}/${IBIP}/untranslated`);
  await page.getByRole('link', { name: 'Brazilian Portuguese' }).click();
  await page.waitForURL(({ pathname }) => pathname === `/${IBIP}+(pt-BR)`);
  await context.close();
});
