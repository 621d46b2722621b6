import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../fixtures/accessibility.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { administratorKey } from '../fixtures/places.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';

interface Deposited {
  readonly repository: string;
  readonly metadata: { readonly repository: string };
}

let browser: Browser;
let node: RunningNode;
let folder: string;
let item: Deposited;
let closed: Deposited;

const request = async (path: string, options: RequestInit): Promise<Response> =>
  fetch(`${node.url}/api/v1${path}`, {
    ...options,
    headers: {
      authorization: `Bearer ${administratorKey(folder)}`,
      ...options.headers,
    },
  });

const deposit = async (description: object): Promise<Deposited> => {
  const body = new FormData();
  body.append('item', new Blob([JSON.stringify(description)], { type: 'application/json' }));
  body.append(
    'file',
    new Blob(['<!doctype html><title>x</title><script>document.title = "run"</script>']),
    'page.html',
  );
  body.append('file', new Blob(['a,b\n1,2\n']), 'tabelas/água.csv');
  return (await request('/items', { method: 'POST', body })).json() as Promise<Deposited>;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
  node = await startPerene(folder);
  browser = await openBrowser();
  item = await deposit({
    metadata: { title: [{ value: 'Relatório', language: 'pt' }], creator: ['Ana', 'Bo'] },
    target: 'page.html',
  });
  closed = await deposit({ metadata: { title: 'Closed' }, access: { fileList: 'closed' } });
});

afterAll(async () => {
  await browser.close();
  await node.stop();
  rmSync(folder, { recursive: true });
});

const open = async (path: string, colorScheme: 'light' | 'dark' = 'light') => {
  const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of')) problems.push(message.text());
  });
  const hosts = new Set<string>();
  page.on('request', (sent) => hosts.add(new URL(sent.url()).host));
  const answer = await page.goto(`${node.url}${path}`);
  return { page, context, answer, problems, hosts };
};

const PAGES: readonly (readonly [name: string, path: () => string, status: number])[] = [
  ['the API', () => '/api/docs', 200],
  ['metadata', () => `/col/${item.metadata.repository}/doc/metadata.json`, 200],
  ['the list of files', () => `/col/${item.repository}/doc/`, 200],
  ['a closed list of files', () => `/col/${closed.repository}/doc/`, 403],
  ['what is not there', () => `/col/${item.repository}/doc/none.pdf`, 404],
];

describe.each(['light', 'dark'] as const)('pages of the Archive, %s', (scheme) => {
  it.each(PAGES)('%s can be read by everyone, from this host alone, on a small screen', async (_, path, status) => {
    const { page, context, answer, problems, hosts } = await open(path(), scheme);
    expect(answer?.status()).toBe(status);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect([...hosts]).toEqual([new URL(node.url).host]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

it('a deposited page is shown, and its script does not run', async () => {
  const { page, context } = await open(`/col/${item.repository}/doc/page.html`);
  expect(await page.title()).toBe('x');
  await context.close();
});

it('the list of files leads to each file', async () => {
  const { page, context } = await open(`/col/${item.repository}/doc/`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'tabelas/água.csv' }).click({ noWaitAfter: true });
  expect((await download).url()).toMatch(/%C3%A1gua\.csv$/);
  await page.getByRole('link', { name: 'page.html' }).click();
  await expect.poll(() => page.title()).toBe('x');
  await context.close();
});
