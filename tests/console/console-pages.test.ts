import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleNode, startConsole } from '../fixtures/console.ts';

const MAX_GZIPPED_BYTES = 120_000;
const MAX_GZIPPED_BYTES_OF_CONSOLE = 120_000;

let node: ConsoleNode;
let label: string;
let removed: string;

beforeAll(async () => {
  node = await startConsole();
  label = await node.deposit({
    metadata: {
      title: [
        { value: 'Cobertura da terra na Amazônia', language: 'pt' },
        { value: 'Land cover in the Amazon', language: 'en' },
      ],
      creator: ['Lima, Ana', 'Souza, Rui'],
      date: '2011-09',
      abstract: 'Maps of land cover, year by year.',
      rights: 'CC BY 4.0',
    },
    language: 'pt',
  });
  await node.deposit({ metadata: { title: 'Second edition' }, editionOf: label, language: 'pt' });
  await node.deposit({ metadata: { title: 'Land cover' }, translationOf: label, language: 'en' });
  removed = await node.deposit({ metadata: { title: 'Deposited twice' } });
  await node.api(`/items/${removed}?reason=deposited+twice`, { method: 'DELETE' });
});

afterAll(() => node.close());

const PAGES: readonly (readonly [name: string, path: () => string])[] = [
  ['items', () => '/console'],
  ['nothing-found', () => '/console?q=nothing'],
  ['removed-items', () => '/console?state=removed&sort=changed'],
  ['changes', () => '/console/changes'],
  ['item', () => `/console/items/${label}`],
  ['tombstone', () => `/console/items/${removed}`],
  ['edit', () => `/console/edit/${label}`],
  ['deposit', () => '/console/deposit'],
  ['new-edition', () => `/console/new-edition/${label}`],
  ['new-translation', () => `/console/new-translation/${label}`],
  ['drafts', () => '/console/drafts'],
  ['bulk', () => '/console/bulk'],
  ['unknown', () => '/console/nowhere'],
];

describe.each([
  ['light', 360, 'pt'],
  ['dark', 1_280, 'en'],
] as const)('pages of the console, %s, %i pixels wide, %s', (colorScheme, width, language) => {
  it('can be used by everyone', async () => {
    const { page, go, check } = await node.open({ colorScheme, width, language, key: node.keys.admin });
    for (const [name, path] of PAGES) {
      await go(path());
      await page.waitForLoadState('networkidle');
      await check(name);
    }
    await go('/console/deposit');
    await page.locator('button[type=submit]').click();
    await check('deposit-incomplete');
    await go(`/console/items/${label}`);
    await page.locator('.button-danger').click();
    await check('remove-dialog');
  });

  it('is entered through a page that can be used by everyone', async () => {
    const { page, go, check } = await node.open({ colorScheme, width, language });
    await go('/console');
    await check('sign-in');
    await page.locator('button[type=submit]').click();
    await check('sign-in-missing');
  });
});

it('items are chosen, edited together and put back, and the filter is kept', async () => {
  const { page, go, check, problems } = await node.open({ key: node.keys.depositor });
  await go('/console?language=pt&sort=title');
  await page.getByLabel('Choose all shown items').check();
  await page.getByText('2 items chosen').waitFor();
  await page.getByRole('button', { name: 'Edit together' }).click();
  await page.getByLabel('What to change').selectOption('addSubject');
  await page.getByLabel('Add a subject').last().fill('land cover');
  await check('edit-together');
  await page.getByRole('button', { name: 'See what would change' }).click();
  await page.getByText('Nothing is changed yet').waitFor();
  await page.getByRole('row', { name: /Second edition will change/ }).waitFor();
  await check('batch-preview');
  await page.getByRole('button', { name: 'Change these 2 items' }).click();
  await page.getByText('2 changed.').waitFor();
  const item = async () => (await (await node.api(`/items/${label}`)).json()) as { metadata: { fields: object } };
  expect((await item()).metadata.fields).toMatchObject({ subject: [{ value: 'land cover' }] });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 undone.').waitFor();
  expect((await item()).metadata.fields).not.toHaveProperty('subject');
  await go('/console?state=removed');
  await page.getByRole('link', { name: 'Deposited twice' }).waitFor();
  await page.getByText('Save this filter').click();
  await page.getByLabel('Name of the filter').fill('Gone');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await go('/console');
  await page.getByRole('link', { name: 'Gone' }).click();
  await page.getByRole('link', { name: 'Deposited twice' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export the list as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('items.csv');
  expect(problems).toEqual([]);
});

it('the files of an item that has many are shown when somebody asks', async () => {
  const body = new FormData();
  body.append('item', new Blob(['{"metadata":{"title":"Many"}}'], { type: 'application/json' }));
  for (let index = 0; index < 101; index += 1) body.append('file', new Blob(['x']), `${index}.txt`);
  const { repository } = (await (await node.api('/items', { method: 'POST', body })).json()) as { repository: string };
  const { page, go } = await node.open({ key: node.keys.depositor });
  await go(`/console/items/${repository}`);
  const files = page.getByRole('region', { name: 'Files' }).getByRole('rowheader');
  await page.getByRole('button', { name: 'Show all 101' }).waitFor();
  expect(await files.count()).toBe(100);
  await page.getByRole('button', { name: 'Show all 101' }).click();
  await expect.poll(() => files.count()).toBe(101);
});

it('a deposit is made with the keyboard alone', async () => {
  const { page, go } = await node.open({ width: 360 });
  // The test waits from the beginning: a key could reach the page before the page knows that the test expects a dialog.
  const choosing = page.waitForEvent('filechooser');
  await go('/console/deposit');
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return {
          name: element?.labels?.[0]?.textContent ?? element?.textContent ?? '',
          outline: element && getComputedStyle(element).outlineStyle,
        };
      });
      if (!name.test(focused.name.trim())) continue;
      expect(focused.outline).not.toBe('none');
      return;
    }
    throw new Error(`Tab never reaches ${name}`);
  };
  await tabTo(/^API key$/);
  await page.keyboard.type(node.keys.depositor);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Deposit' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await tabTo(/^Choose files$/);
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles({ name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await tabTo(/^Title$/);
  await page.keyboard.type('By hand');
  await tabTo(/^Language of the work$/);
  await page.keyboard.press('ArrowDown');
  await tabTo(/^Deposit$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Deposited' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await tabTo(/^See it in the console$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor();
});

it('the way past the navigation is the first stop', async () => {
  const { page, go } = await node.open({ key: node.keys.reader });
  await go('/console');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});

/** Returns what a browser loads before anybody clicks. */
const loadedBy = async (path: string, key?: string) => {
  const { page } = await node.open(key === undefined ? {} : { key });
  const names: string[] = [];
  const plain: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    // Fonts are bounded by themselves, and loaded once for all pages.
    if (pathname.startsWith('/api/') || pathname.endsWith('.woff2')) return;
    names.push(pathname);
    const { 'content-encoding': encoding, 'content-length': length } = answer.headers();
    if (/\.(?:js|css)$/.test(pathname) && encoding === undefined && Number(length) >= 1_000) plain.push(pathname);
    sizes.push(answer.body().then((body) => gzipSync(body, { level: 9 }).byteLength));
  });
  await page.goto(`${node.node.url}${path}`);
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  // Whatever is long comes compressed.
  expect(plain).toEqual([]);
  return { names, bytes };
};

it('the first page is small, and loads nothing of the console', async () => {
  const { names, bytes } = await loadedBy('/');
  expect(bytes).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
  expect(bytes).toBeGreaterThan(1_000);
  expect(names.filter((name) => name.includes('console'))).toEqual([]);
});

it('the console is small before anybody goes further', async () => {
  const { names, bytes } = await loadedBy('/console', node.keys.admin);
  expect(bytes).toBeLessThanOrEqual(MAX_GZIPPED_BYTES_OF_CONSOLE);
  expect(names.some((name) => name.includes('items-page'))).toBe(true);
  expect(names.filter((name) => name.includes('bulk') || name.includes('deposit'))).toEqual([]);
});
