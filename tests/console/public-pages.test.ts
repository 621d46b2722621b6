import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page, Response as PageResponse } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { accessibilityProblems } from '../fixtures/accessibility.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { takePicture } from '../fixtures/pictures.ts';
import { administratorKey } from '../fixtures/places.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';

let browser: Browser;
let node: RunningNode;
let report: ItemView;
let closed: ItemView;
let restricted: ItemView;
let removed: ItemView;
let folder: string;

const request = async (path: string, options: RequestInit): Promise<Response> => {
  const key = administratorKey(folder);
  return fetch(`${node.url}/api/v1${path}`, { ...options, headers: { authorization: `Bearer ${key}` } });
};

const deposit = async (item: object, files: Readonly<Record<string, string>>): Promise<ItemView> => {
  const body = new FormData();
  body.append('item', new Blob([JSON.stringify(item)], { type: 'application/json' }));
  for (const [path, content] of Object.entries(files)) body.append('file', new Blob([content]), path);
  const response = await request('/items', { method: 'POST', body });
  expect(response.status).toBe(201);
  return response.json() as Promise<ItemView>;
};

const ABSTRACT = {
  en: 'Maps of land cover were made from images of three satellites, and compared with what farmers told in 214 interviews. Pasture grew by a tenth in ten years, mostly where there had been savanna.',
  pt: 'Mapas da cobertura da terra foram feitos com imagens de três satélites e comparados com o que agricultores contaram em 214 entrevistas. A pastagem cresceu um décimo em dez anos, sobretudo onde havia cerrado.',
};

beforeAll(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
  node = await startPerene(folder);
  const first = await deposit(
    { metadata: { title: 'Cobertura da terra no Cerrado, 2010', creator: 'Lima, Ana' }, language: 'pt' },
    { 'relatorio.txt': 'primeira' },
  );
  report = await deposit(
    {
      metadata: {
        title: [
          { value: 'Cobertura da terra no Cerrado, 2020', language: 'pt' },
          { value: 'Land cover of the Cerrado, 2020', language: 'en' },
        ],
        creator: ['Lima, Ana Maria', 'Souza, Rui de', 'Instituto Nacional de Pesquisas Espaciais'],
        date: '2021-09-07',
        publisher: 'Instituto Nacional de Pesquisas Espaciais',
        type: 'Report',
        subject: ['cobertura da terra', 'Cerrado', 'sensoriamento remoto'],
        abstract: [
          { value: ABSTRACT.pt, language: 'pt' },
          { value: ABSTRACT.en, language: 'en' },
        ],
        rights: 'CC BY 4.0',
      },
      language: 'pt',
      editionOf: first.repository,
      target: 'relatorio-final.html',
    },
    {
      'relatorio-final.html': '<!doctype html><title>Relatório</title>',
      'dados/cobertura-da-terra.csv': 'ano,hectares\n2010,1\n2020,2\n',
      'leia-me.txt': 'Leia-me',
    },
  );
  await deposit(
    { metadata: { title: 'Land cover of the Cerrado, 2020' }, language: 'en', translationOf: report.repository },
    { 'report.txt': 'translated' },
  );
  closed = await deposit({ metadata: { title: 'Closed' }, access: { fileList: 'closed' } }, { 'secret-name.txt': 'x' });
  restricted = await deposit(
    { metadata: { title: 'Restricted' }, access: { fileList: 'open', networks: ['192.0.2.0/24'] } },
    { 'inside.txt': 'x' },
  );
  removed = await deposit({ metadata: { title: 'Withdrawn', creator: 'Lima, Ana' } }, { 'a.txt': 'x' });
  await request(`/items/${removed.repository}?reason=Wrong%20numbers`, { method: 'DELETE' });
  for (let visit = 0; visit < 3; visit += 1) await fetch(`${node.url}/${report.ibip}`, { redirect: 'manual' });
});

afterAll(async () => {
  await browser.close();
  await node.stop();
  rmSync(folder, { recursive: true });
});

const MAX_FONT_BYTES = 120_000;
/** The style, the icon and two fonts. */
const SHARED_REQUESTS = 4;

interface PageCase {
  readonly name: string;
  readonly path: () => string;
  readonly status: number;
  readonly maxBytes: number;
  readonly maxRequests: number;
}

const PAGES: readonly PageCase[] = [
  { name: 'start', path: () => '/', status: 200, maxBytes: 100_000, maxRequests: 10 },
  { name: 'item', path: () => `/items/${report.ibip}`, status: 200, maxBytes: 60_000, maxRequests: 2 },
  { name: 'closed-item', path: () => `/items/${closed.ibip}`, status: 200, maxBytes: 60_000, maxRequests: 2 },
  { name: 'restricted-item', path: () => `/items/${restricted.ibip}`, status: 200, maxBytes: 60_000, maxRequests: 2 },
  { name: 'removed-item', path: () => `/items/${removed.ibip}`, status: 410, maxBytes: 35_000, maxRequests: 1 },
  { name: 'metadata', path: () => `/items/${report.ibip}/metadata`, status: 200, maxBytes: 40_000, maxRequests: 1 },
  { name: 'files', path: () => `/items/${report.ibip}/files`, status: 200, maxBytes: 40_000, maxRequests: 1 },
  { name: 'closed-files', path: () => `/items/${closed.ibip}/files`, status: 403, maxBytes: 35_000, maxRequests: 1 },
  { name: 'browse', path: () => '/items', status: 200, maxBytes: 40_000, maxRequests: 1 },
  { name: 'search', path: () => '/search?q=cerrado', status: 200, maxBytes: 40_000, maxRequests: 1 },
  { name: 'search-none', path: () => '/search?q=cerrados', status: 200, maxBytes: 40_000, maxRequests: 1 },
  { name: 'missing', path: () => '/items/8JMKD3MGP8W/34PGRBS', status: 404, maxBytes: 35_000, maxRequests: 1 },
  { name: 'malformed', path: () => '/items/8JMKD3MGP8W/34PGRBO', status: 404, maxBytes: 35_000, maxRequests: 1 },
  { name: 'nothing', path: () => '/nothing', status: 404, maxBytes: 35_000, maxRequests: 1 },
];

/**
 * Opens a window that visits pages for the first time, and records what they fetched and everything that went wrong.
 */
const openWindow = async (options: BrowserContextOptions) => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  if (options.javaScriptEnabled !== false)
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of')) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  const visit = async (path: string) => {
    problems.length = 0;
    const fetched: string[] = [];
    const fonts: Promise<number>[] = [];
    const sizes: Promise<number>[] = [];
    const note = (response: PageResponse): void => {
      fetched.push(response.url());
      // The browser does not hand out the content of what it fetched ahead.
      if (response.url().endsWith('.woff2')) fonts.push(response.headerValue('content-length').then(Number));
      else sizes.push(response.body().then(({ length }) => length));
    };
    page.on('response', note);
    const answer = await page.goto(`${node.url}${path}`, { waitUntil: 'load' });
    page.off('response', note);
    const sum = async (lengths: readonly Promise<number>[]): Promise<number> =>
      (await Promise.all(lengths)).reduce((total, length) => total + length, 0);
    return { status: answer?.status(), fetched, bytes: await sum(sizes), fontBytes: await sum(fonts) };
  };
  return { page, problems, visit, close: () => context.close() };
};

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));

/** Small screens, where there is the least room, and a large one, which has another layout. */
// Together these have both languages, colour schemes and widths; the longer words are on the narrow screen.
const SCREENS = [
  { colorScheme: 'dark', locale: 'en-US', width: 1280 },
  { colorScheme: 'light', locale: 'pt-BR', width: 360 },
] as const;

describe.each(SCREENS)('public pages, $colorScheme, $locale, $width px', ({ colorScheme, locale, width }) => {
  let opened: Awaited<ReturnType<typeof openWindow>>;
  beforeAll(async () => {
    opened = await openWindow({ colorScheme, locale, viewport: { width, height: 800 } });
  });
  afterAll(() => opened.close());

  it.each(PAGES)('$name can be read by everyone, quickly', async (shown) => {
    const { page, problems } = opened;
    const { status, fetched, bytes, fontBytes } = await opened.visit(shown.path());
    expect(status).toBe(shown.status);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    expect(await page.getAttribute('html', 'lang')).toBe(locale === 'en-US' ? 'en' : 'pt-BR');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(fetched.filter((url) => !url.startsWith(`${node.url}/`))).toEqual([]);
    expect(fetched.length).toBeLessThanOrEqual(shown.maxRequests + SHARED_REQUESTS);
    expect(bytes).toBeLessThanOrEqual(shown.maxBytes);
    expect(fontBytes).toBeLessThanOrEqual(MAX_FONT_BYTES);
    expect(await shiftOf(page)).toBeLessThan(0.01);
    await takePicture(page, `public-${shown.name}-${locale}-${colorScheme}-${width}`);
  });
});

describe('the proof of an item', () => {
  const check = async (locale: string, words: string) => {
    const opened = await openWindow({ locale, viewport: { width: 900, height: 800 } });
    onTestFinished(() => opened.close());
    await opened.visit(`/items/${report.ibip}`);
    await opened.page.getByRole('button', { name: words }).click();
    const place = opened.page.locator('#verification');
    await place.getByRole('listitem').first().waitFor();
    expect(await accessibilityProblems(opened.page)).toEqual([]);
    expect(opened.problems).toEqual([]);
    await takePicture(opened.page, `public-verification-${locale}`);
    return place.getByRole('listitem').allTextContents();
  };

  it('is checked by the browser, step by step', async () => {
    const steps = await check('en-US', 'Check it in this browser');
    expect(steps.filter((step) => step.startsWith('Yes'))).toEqual(
      expect.arrayContaining([
        'Yes · The Archives signed their claims and transfers',
        'Yes · All of this is in the log of the resolver',
        'Yes · The log signed its present state',
        'Yes · The main file is, bit by bit, the one that was claimed',
      ]),
    );
    expect(steps.filter((step) => !/^(?:Yes|Not shown)/.test(step))).toEqual([]);
  });

  it('fails where the file on the disk was changed', async () => {
    const path = join(folder, 'perene-data', 'col', report.repository, 'doc', 'relatorio-final.html');
    const before = readFileSync(path);
    onTestFinished(() => writeFileSync(path, before));
    writeFileSync(path, String(before).replace('o', '0'));
    const steps = await check('pt-BR', 'Verificar neste navegador');
    expect(steps).toContain('Não · O arquivo principal é, bit a bit, o que foi reivindicadoO SHA-256 dele é outro.');
  });
});

/** Stands before the node, and keeps the content of pages back until it is told to send it. */
const startSlowLine = async () => {
  let send = (): void => undefined;
  const sending = new Promise<void>((resolve) => {
    send = resolve;
  });
  const line = createServer(async (asked, response) => {
    const answer = await fetch(`${node.url}${asked.url}`);
    const [head = '', ...content] = (await answer.text()).split(/(?=<main)/);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.write(head);
    if (content.length > 0) await sending;
    response.end(content.join(''));
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  onTestFinished(() => {
    line.closeAllConnections();
    line.close();
  });
  return { url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`, send };
};

describe('the page of an item', () => {
  it('does not move when its content comes late', async () => {
    const { url, send } = await startSlowLine();
    const { page, close } = await openWindow({ viewport: { width: 1_280, height: 800 } });
    onTestFinished(close);
    await page.goto(`${url}/items/${report.ibip}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    send();
    await page.waitForLoadState('load');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await shiftOf(page)).toBeLessThan(0.01);
  });

  const open = async (path: string, options: BrowserContextOptions) => {
    const { page, visit, close } = await openWindow(options);
    onTestFinished(close);
    await visit(path);
    return { page };
  };

  it('copies its address and its citations, and says so', async () => {
    const { page } = await open(`/items/${report.ibip}`, {
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.locator('button[data-copy="persistent-url"]').click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied()).toBe(report.persistentUrl);
    await page.locator('#cite').getByText('RIS', { exact: true }).click();
    await page.locator('button[data-copy="ris"]').click();
    await expect.poll(copied).toContain('TY  - RPRT');
  });

  it('is complete without script, and no button stands there that does nothing', async () => {
    const { page } = await open(`/items/${report.ibip}`, { locale: 'en-US', javaScriptEnabled: false });
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await page.locator('#cite').getByText('BibTeX', { exact: true }).click();
    expect(await page.locator('#bibtex').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'All of the description' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Cobertura da terra');
  });

  it('leads to the item, to its editions, and to the other language of the page', async () => {
    const { page } = await open(`/items/${report.ibip}`, { locale: 'en-US' });
    await page.getByRole('link', { name: 'Português' }).click();
    await page.getByRole('heading', { name: 'Cite este item' }).waitFor();
    await page.locator('#editions a').first().click();
    await page.getByText('Há uma edição mais nova deste item.').waitFor();
    await page.getByRole('link', { name: 'Abrir a edição mais recente' }).click();
    await page.getByRole('link', { name: 'Abrir o item' }).click();
    await page.waitForURL(`**/col/${report.repository}/doc/relatorio-final.html`);
  });
});
