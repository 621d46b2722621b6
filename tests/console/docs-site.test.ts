import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../fixtures/accessibility.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { takePicture } from '../fixtures/pictures.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';

let browser: Browser;
let node: RunningNode;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
  node = await startPerene(folder);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await node.stop();
  rmSync(folder, { recursive: true });
});

const open = async (path: string, { colorScheme = 'light' as 'light' | 'dark', width = 360 } = {}) => {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const hosts = new Set<string>();
  page.on('request', (sent) => hosts.add(new URL(sent.url()).host));
  await page.goto(`${node.url}${path}`);
  return { page, context, problems, hosts };
};

const PAGES = ['/docs', '/docs/tutorial', '/docs/commands', '/docs/refusals'];
const CASES = PAGES.flatMap((path) => [
  { path, colorScheme: 'light' as const, width: 360 },
  { path, colorScheme: 'dark' as const, width: 1280 },
]);

describe('the guide', () => {
  it.each(CASES)('$path can be read by everyone, $colorScheme, $width px wide', async ({ path, ...look }) => {
    const { page, context, problems, hosts } = await open(path, look);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect([...hosts]).toEqual([new URL(node.url).host]);
    expect(problems).toEqual([]);
    const name = [...path.slice(1).split('/'), look.colorScheme, look.width].join('-');
    await takePicture(page, name);
    await context.close();
  });

  it('is walked with the keyboard alone', async () => {
    const { page, context } = await open('/docs', { width: 1280 });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the text');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs#text');
    await page.getByRole('navigation', { name: 'Pages of the guide' }).getByRole('link', { name: 'Refusals' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/refusals');
    expect(await page.title()).toBe('Refusals - Perene guide');
    await context.close();
  });

  it('shows the refusal that a problem leads to', async () => {
    const { page, context } = await open('/docs/refusals#item-not-found');
    const row = page.locator('#item-not-found');
    expect(await row.evaluate((element) => element.matches(':target'))).toBe(true);
    await expect.poll(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800);
    await context.close();
  });
});
