import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Network } from '../../tools/dev-network/network.ts';
import { atlasLabel, LABELS } from '../../tools/dev-network/seeds.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { startTestNetwork } from '../fixtures/network.ts';
import type { ServedNode } from '../fixtures/serve-in-process.ts';

let network: Network<ServedNode>;
let browser: Browser;

beforeAll(async () => {
  [network, browser] = await Promise.all([startTestNetwork(), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await network?.stop();
});

const openPage = async (options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
};

const ATLAS = atlasLabel('apart', 'first');
const ENGLISH = { locale: 'en-US' };
const PORTUGUESE = { locale: 'pt-BR' };

const headingOf = (page: Page): Promise<string | null> => page.getByRole('heading', { level: 1 }).textContent();

/** Opens the address as somebody does who types it. */
const type = (page: Page, target: string) => page.goto(`${network.resolver.url}/${target}`);

it('a persistent URL leads to the file', async () => {
  const page = await openPage(ENGLISH);
  const answer = await type(page, ATLAS);
  expect(answer?.status()).toBe(200);
  expect(page.url()).toBe(`${network.archives.north.url}/col/${ATLAS}/doc/atlas.html`);
  expect(await headingOf(page)).toBe('Atlas of rivers, first edition (apart)');
});

it.each([
  ['an IBIp', LABELS.datasetIbip, 'Land cover'],
  ['a modifier', `${ATLAS}!`, 'Atlas of rivers, second edition (apart)'],
  ['several', `${ATLAS}!+(pt)`, 'Atlas dos rios, segunda edição (apart)'],
  ['metadata', `${ATLAS}!+(pt):`, 'Atlas dos rios, segunda edição (apart)'],
  ['what people paste', `ibi/${LABELS.datasetIbip}`, 'Land cover'],
])('so does %s', async (_what, target, heading) => {
  const page = await openPage(ENGLISH);
  await type(page, target);
  expect(await headingOf(page)).toBe(heading);
});

it('the language of the browser chooses the translation', async () => {
  const portuguese = await openPage(PORTUGUESE);
  await type(portuguese, `${ATLAS}+`);
  expect(await headingOf(portuguese)).toBe('Atlas dos rios, primeira edição (apart)');
  const english = await openPage(ENGLISH);
  await type(english, `${ATLAS}+`);
  expect(await headingOf(english)).toBe('Atlas of rivers, first edition (apart)');
});

it('a list of files leads to the files', async () => {
  const page = await openPage(ENGLISH);
  await type(page, `${LABELS.datasetIbip}?ibiurl.verblist=GetFileList`);
  await page.getByRole('link', { name: 'index.html' }).click();
  expect(await headingOf(page)).toBe('Land cover');
});

it.each([
  [ENGLISH, 'en', 'removed'],
  [PORTUGUESE, 'pt-BR', 'removido'],
])('what was removed shows its tombstone: %o', async (options, language, word) => {
  const page = await openPage(options);
  const answer = await type(page, LABELS.removed);
  expect(answer?.status()).toBe(410);
  expect(await page.getAttribute('html', 'lang')).toBe(language);
  expect(await headingOf(page)).toMatch(new RegExp(word, 'i'));
  const text = await page.locator('main').textContent();
  expect(text).toContain(LABELS.removed);
  expect(text).toContain(new URL(network.archives.north.url).host);
});

it.each([
  [ENGLISH, 'en'],
  [PORTUGUESE, 'pt-BR'],
])('a disputed original shows the alert, and leads to every claim: %o', async (options, language) => {
  const page = await openPage(options);
  const answer = await type(page, `${LABELS.disputed}?ibiurl.requireditemstatus=Original`);
  expect(answer?.status()).toBe(409);
  expect(await page.getAttribute('html', 'lang')).toBe(language);
  const claims = page.locator(`main a[href$="/col/${LABELS.disputed}/doc/report.html"]`);
  const urls = await claims.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const { north, south } = network.archives;
  expect(urls.map((url) => new URL(url).origin).toSorted()).toEqual([north.url, south.url].toSorted());
  await claims.first().click();
  await expect.poll(() => headingOf(page)).toBe('A report that two Archives claim');
});

it('a missing translation leads to those that there are', async () => {
  const page = await openPage(PORTUGUESE);
  const answer = await type(page, `${ATLAS}+(fr)`);
  expect(answer?.status()).toBe(404);
  await page.locator('main a[hreflang="pt"]').click();
  await expect.poll(() => headingOf(page)).toBe('Atlas dos rios, primeira edição (apart)');
});
