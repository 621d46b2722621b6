import { chromium } from 'playwright-core';
import { accessibilityProblems } from '../../../tests/fixtures/accessibility.ts';
import { chromiumOptions } from '../../../tests/fixtures/chromium.ts';
import { findFreePort } from '../../../tests/fixtures/free-port.ts';
import { fewPagesOf, nameOf, pagesOf } from '../addresses.ts';
import { type Judge, lookAtEach } from '../judge.ts';

const axe: Judge = {
  name: 'axe-core',
  source: { npm: 'axe-core', version: '4.14.0' },
  about: 'every page, in both languages, keeps WCAG 2.2 A and AA and the best practices, in a browser',
  async judge(node) {
    const browser = await chromium.launch(await chromiumOptions());
    try {
      return await lookAtEach(pagesOf(node), {
        unit: 'pages',
        name: nameOf,
        async look({ address, language }) {
          const page = await browser.newPage({ locale: language });
          await page.goto(address);
          const problems = await accessibilityProblems(page);
          await page.close();
          return problems.map((problem) => problem.join(' '));
        },
      });
    } finally {
      await browser.close();
    }
  },
};

const pa11y: Judge = {
  name: 'pa11y',
  source: { npm: 'pa11y', version: '10.0.0' },
  about: 'one page of each kind, in both languages, keeps WCAG 2 AA (HTML CodeSniffer)',
  async judge(node, program) {
    const { default: check } = await program.load<{
      default: (address: string, options: object) => Promise<{ issues: { code: string; context: string }[] }>;
    }>('pa11y');
    const { executablePath, args } = await chromiumOptions();
    return lookAtEach(fewPagesOf(node), {
      unit: 'pages',
      name: nameOf,
      async look({ address, language }) {
        const { issues } = await check(address, {
          headers: { 'accept-language': language },
          chromeLaunchConfig: { executablePath, args },
          timeout: 120_000,
        });
        return issues.map(({ code, context }) => `${code} ${context}`);
      },
    });
  },
};

interface LighthouseResult {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string }>>;
  };
}

/** Speed depends on the machine; the other categories do not. */
const CATEGORIES = ['accessibility', 'best-practices', 'seo'];

const lighthouse: Judge = {
  name: 'lighthouse',
  source: { npm: 'lighthouse', version: '13.5.0' },
  about: 'accessibility, best practices and search engine optimization of living pages have 100 points each',
  async judge(node, program) {
    const { default: audit } = await program.load<{
      default: (address: string, flags: object) => Promise<LighthouseResult>;
    }>('lighthouse');
    const port = await findFreePort();
    const options = await chromiumOptions();
    const browser = await chromium.launch({
      ...options,
      args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
    });
    const removed = node.items
      .filter(({ isRemoved, isOpen }) => isRemoved || !isOpen)
      .map((item) => node.addressOf(item));
    const living = fewPagesOf(node).filter(({ address, language }) => language === 'en' && !removed.includes(address));
    try {
      return await lookAtEach(living, {
        unit: 'pages',
        name: nameOf,
        async look({ address }) {
          const { lhr } = await audit(address, { port, onlyCategories: CATEGORIES, logLevel: 'silent' });
          const low = CATEGORIES.filter((name) => lhr.categories[name]?.score !== 1);
          const failed = Object.entries(lhr.audits).filter(([, { score }]) => score !== null && score < 1);
          return low.length === 0 ? [] : [...low, ...failed.map(([name, { title }]) => `${name}: ${title}`)];
        },
      });
    } finally {
      await browser.close();
    }
  },
};

export const BROWSERS: readonly Judge[] = [axe, pa11y, lighthouse];
