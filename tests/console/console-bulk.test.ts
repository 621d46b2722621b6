import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BULK } from '../../packages/console/src/bulk/texts.ts';
import { DESCRIPTION } from '../../packages/console/src/description/texts.ts';
import { type ConsoleNode, startConsole } from '../fixtures/console.ts';

let node: ConsoleNode;

beforeAll(async () => {
  node = await startConsole();
});

afterAll(() => node.close());

const chooseTable = (page: Page, rows: readonly string[]): Promise<void> =>
  page
    .locator('input[type=file]')
    .nth(0)
    .setInputFiles({
      name: 'items.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['title,creator,language,date,description,subject,file', ...rows, ''].join('\r\n')),
    });

const chooseFiles = (page: Page, ...names: readonly string[]): Promise<void> =>
  page
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));

const find = async (words: string): Promise<readonly { readonly title: string; readonly persistentUrl: string }[]> => {
  const answer = await node.api(`/items?q=${encodeURIComponent(words)}`);
  return ((await answer.json()) as { readonly items: readonly { title: string; persistentUrl: string }[] }).items;
};

describe.each(['en', 'pt'] as const)('many items at once, %s', (language) => {
  const texts = BULK[language];
  const rows = [
    `Um ${language},"Lima, Ana; Souza, Rui",pt,2011,Sobre a terra,terra; floresta,one.txt`,
    `Dois ${language},,en,2011-13,,,two.txt`,
    `Três ${language},,,,,,three.txt`,
  ];

  it('are looked over first; the good rows are deposited, the bad one after it is corrected', async () => {
    const { page, problems, go } = await node.open({ language, key: node.keys.depositor });
    await go('/console/bulk');
    await chooseTable(page, rows);
    await chooseFiles(page, 'one.txt', 'two.txt', 'three.txt');
    await page.getByText(texts.preview.summary('2', '1', '0')).waitFor();
    await page.getByText(DESCRIPTION[language].problems['metadata/date'] ?? '').waitFor();
    expect(await find(`${language} terra`)).toEqual([]);
    await page.getByRole('button', { name: texts.submit(2, '2') }).click();
    await page.getByText(texts.finished).waitFor();
    await page.getByText(texts.preview.summary('0', '1', '2')).waitFor();
    expect((await find(`${language} terra`)).map(({ title }) => title)).toEqual([`Um ${language}`]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: texts.results }).click(),
    ]);
    const results = (await text(await download.createReadStream())).trim().split('\r\n');
    expect(results).toHaveLength(4);
    expect(results[1]).toMatch(new RegExp(`^2,Um ${language},${texts.resultWords.deposited},.+,http://.+,$`));
    expect(results[2]).toContain(`3,Dois ${language},${texts.resultWords.leftOut},,,`);

    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await chooseTable(page, [rows[0] ?? '', (rows[1] ?? '').replace('2011-13', '2011-12'), rows[2] ?? '']);
    await chooseFiles(page, 'one.txt', 'two.txt', 'three.txt');
    await page.getByText(texts.preview.summary('1', '0', '2')).waitFor();
    await page.getByRole('button', { name: texts.submit(1, '1') }).click();
    await page.getByText(texts.preview.summary('0', '0', '3')).waitFor();
    expect((await find(language)).map(({ title }) => title).sort()).toEqual(
      [`Dois ${language}`, `Três ${language}`, `Um ${language}`].sort(),
    );
    expect(problems).toEqual([]);
  });

  it('wait while nobody answers, and are made once', async () => {
    const { page, go } = await node.open({ language, key: node.keys.depositor });
    await go('/console/bulk');
    await chooseTable(page, [`Lost ${language},,,,,,a.txt`, `Late ${language},,,,,,b.txt`]);
    await chooseFiles(page, 'a.txt', 'b.txt');
    let isFirst = true;
    await page.route('**/api/v1/items', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: texts.submit(2, '2') }).click();
    await page.getByText(texts.broken).waitFor();
    await page.getByText(texts.preview.summary('2', '0', '0')).waitFor();
    await page.getByRole('button', { name: texts.submit(2, '2') }).click();
    await page.getByText(texts.preview.summary('0', '0', '2')).waitFor();
    expect(await find(`lost ${language}`)).toHaveLength(1);
    expect(await find(`late ${language}`)).toHaveLength(1);
  });
});

it.each([
  ['csv/unclosed', Buffer.from('title,file\n"a,b\n')],
  ['csv/no-text', Buffer.from([0x50, 0x4b, 0x03, 0x04])],
  ['table/file-column', Buffer.from('title\nOne\n')],
])('a table that cannot be read is explained: %s', async (problem, buffer) => {
  const { page, go } = await node.open({ key: node.keys.depositor });
  await go('/console/bulk');
  await page.locator('input[type=file]').nth(0).setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer });
  await page.getByText(BULK.en.problems[problem] ?? '').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
});
