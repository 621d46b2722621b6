import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../fixtures/accessibility.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { startApiServer } from './api-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('/api/docs', () => {
  it.each(['light', 'dark'] as const)(
    'is accessible in the %s scheme, and breaks no rule of its own',
    async (colorScheme) => {
      const { url } = await startApiServer();
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(`${url}/api/docs`);
      expect(await page.title()).toBe('Perene API 0.0.0-test');
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background).toBe(colorScheme === 'light' ? 'rgb(251, 250, 247)' : 'rgb(21, 24, 26)');
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it('has all operations and shapes, and links only to what it has', async () => {
    const { url } = await startApiServer();
    const page = await browser.newPage();
    await page.goto(`${url}/api/docs`);
    expect(await page.locator('article h3').allTextContents()).toEqual(
      expect.arrayContaining(['Deposit files as a new item', 'Problem', 'Item']),
    );
    const broken = await page.evaluate(() =>
      [...document.querySelectorAll('a[href^="#"]')]
        .map((link) => link.getAttribute('href')?.slice(1) ?? '')
        .filter((id) => document.getElementById(id) === null),
    );
    expect(broken).toEqual([]);
    await page.close();
  });

  it('fits narrow screens', async () => {
    const { url } = await startApiServer();
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${url}/api/docs`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.close();
  });
});
