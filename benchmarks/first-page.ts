import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { chromiumOptions } from '../tests/fixtures/chromium.ts';
import { printTable } from './measure.ts';
import { PERENE, runCommand, startNode } from './running.ts';

const THROTTLING = 4;
const ROUNDS = 5;

interface Times {
  /** The time until there is something to read. */
  readonly painted: number;
  /** The time until all of it has come and its script has run. */
  readonly usable: number;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Makes a first visit, with nothing cached, on a slow machine. */
const visit = async (browser: Browser, url: string, key?: string): Promise<Times> => {
  const context = await browser.newContext();
  if (key !== undefined) await context.addInitScript((text) => sessionStorage.setItem('perene.key', text), key);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('h1').first().waitFor();
  // The list of items comes last.
  if (key !== undefined) await page.locator('.item-title').first().waitFor();
  const times = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    return { painted: paint, usable: Math.max(navigation?.loadEventEnd ?? Number.NaN, paint), now: performance.now() };
  });
  await context.close();
  return { painted: times.painted, usable: key === undefined ? times.usable : times.now };
};

/** Measures the time until the first page can be used, with the processor throttled 4 times. */
export const benchmarkFirstPage = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-bench-'));
  await runCommand(process.execPath, [PERENE, 'sample', 'load', '--data', folder]);
  const node = await startNode(folder);
  const base = `http://localhost:${node.port}`;
  const { items } = (await (await fetch(`${base}/api/v1/items`)).json()) as {
    readonly items: readonly { readonly repository: string }[];
  };
  const pages = {
    'start page': '/',
    "an item's page": `/items/${items[0]?.repository}`,
    search: '/search?q=marsh',
    console: '/console',
    'items in the console': '/console',
  };
  const key = readFileSync(join(folder, 'administrator.key'), 'utf8').trim();
  const keyOf = (name: string): string | undefined => (name === 'items in the console' ? key : undefined);
  const browser = await chromium.launch(await chromiumOptions());
  const rows: (readonly string[])[] = [];
  for (const [name, path] of Object.entries(pages)) {
    await visit(browser, `${base}${path}`, keyOf(name));
    const times: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await visit(browser, `${base}${path}`, keyOf(name)));
    const painted = medianOf(times.map((time) => time.painted)).toFixed(0);
    const usable = medianOf(times.map((time) => time.usable)).toFixed(0);
    rows.push([name, painted, usable, '1000 ms']);
  }
  await browser.close();
  await node.stop();
  printTable([[`first visit, processor throttled ${THROTTLING} times`, 'painted ms', 'usable ms', 'aim'], ...rows]);
  rmSync(folder, { recursive: true });
};
