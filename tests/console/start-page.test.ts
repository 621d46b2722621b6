import { mkdirSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBrowser } from '../fixtures/browser.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const ARTEFACTS = new URL('../../test-artifacts/', import.meta.url).pathname;

let browser: Browser;
let node: RunningNode;

beforeAll(async () => {
  mkdirSync(ARTEFACTS, { recursive: true });
  browser = await openBrowser();
  node = await startPerene('/');
});

afterAll(async () => {
  await browser.close();
  expect(await node.stop()).toBe(0);
});

/** A page, and everything that went wrong or out while it was open. */
const openPage = async (
  options: BrowserContextOptions = {},
): Promise<{ page: Page; problems: string[]; hosts: Set<string> }> => {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(node.url);
  return { page, problems, hosts };
};

const expectAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};

const factsOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page.locator('dl').evaluate((list) => {
      const names = [...list.querySelectorAll('dt')].map((name) => name.textContent ?? '');
      const values = [...list.querySelectorAll('dd')].map((value) =>
        [...value.childNodes].map((part) => part.textContent).join(' | '),
      );
      return names.map((name, index) => [name, values[index] ?? '']);
    }),
  );

describe('the start page', () => {
  it('explains a label in the browser, asking nobody', async () => {
    const { page, problems, hosts } = await openPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByLabel('Label or persistent URL').fill('8jmkd3mgp8w/34pgrbs');
    expect(await factsOf(page)).toEqual({
      Form: 'IBIp, the opaque form',
      'Minted at': '150.163.34.243 | port 800',
      'Minted on': 'Monday, 16 February 2009 at 17:46:00 UTC | 2009-02-16T17:46:00Z · 1234806360 seconds since 1970',
      'Asks for': 'the item',
      'Canonical spelling': '8JMKD3MGP8W/34PGRBS',
    });
    expect(requests).toEqual([]);
    expect([...hosts]).toEqual([new URL(node.url).host]);
    expect(problems).toEqual([]);
    await expectAccessible(page);
    await page.screenshot({ path: `${ARTEFACTS}start-page-en.png` });
  });

  it('explains a persistent URL and what it read tolerantly', async () => {
    const { page } = await openPage();
    await page
      .getByLabel('Label or persistent URL')
      .fill(' http://urlib.net/rep/sid.inpe.br/mtc-m18@80/2009/02.16.17.46-TDI!+(pt):(oai_dc)/a.pdf');
    expect(await factsOf(page)).toMatchObject({
      'Minted by': 'mtc-m18.sid.inpe.br | port 80',
      'Asks for': 'the metadata in oai_dc of the translation into Portuguese of the last edition of the item',
      File: '/a.pdf',
      'Read tolerantly':
        'blanks around it were dropped; the marker in front of the label was dropped; the printed type code was dropped',
    });
  });

  it('points at the character that is wrong', async () => {
    const { page } = await openPage();
    await page.getByLabel('Label or persistent URL').fill('8JMKD3MGP8W/34PGRBO');
    await page.getByText('This is not a label').waitFor();
    expect(await page.locator('mark').textContent()).toBe('O');
    expect(await page.locator('.refused').textContent()).toContain('Character 19: expected the end');
    await expectAccessible(page);
    await page.getByLabel('Label or persistent URL').fill('');
    expect(await page.locator('.reading').count()).toBe(0);
  });

  it('speaks Portuguese to those who prefer it, in dark colours too', async () => {
    const { page, problems } = await openPage({ locale: 'pt-BR', colorScheme: 'dark' });
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    await page.getByLabel('Rótulo ou URL persistente').fill('sid.inpe.br/mtc-m18@80/2009/02.16.17.46:');
    expect(await factsOf(page)).toMatchObject({
      Forma: 'nome de repositório',
      'Gerado no instante':
        'segunda-feira, 16 de fevereiro de 2009 às 17:46:00 UTC | 2009-02-16T17:46:00Z · 1234806360 segundos desde 1970',
      Pede: 'os metadados do item',
    });
    await page.getByLabel('Rótulo ou URL persistente').fill('8JMKD3MGP8W/35MMLL8+(xx)');
    expect(await page.locator('.refused').textContent()).toContain('Caractere 22: esperado: um idioma em minúsculas');
    expect(problems).toEqual([]);
    await expectAccessible(page);
    await page.screenshot({ path: `${ARTEFACTS}start-page-pt-dark.png` });
  });

  it('switches the language, keeps the text, and remembers', async () => {
    const { page } = await openPage();
    await page.getByLabel('Label or persistent URL').fill('LK47B6W/362SFKH');
    await page.getByRole('button', { name: 'Português' }).click();
    expect(await page.getByLabel('Rótulo ou URL persistente').inputValue()).toBe('LK47B6W/362SFKH');
    expect(await page.getByText('Um rótulo bem formado').count()).toBe(1);
    await page.reload();
    expect(await page.getByRole('button', { name: 'English' }).count()).toBe(1);
  });

  it('works with the keyboard alone, and on a narrow screen', async () => {
    const { page } = await openPage({ viewport: { width: 360, height: 740 } });
    await page.keyboard.type('LK47B6W/362SFKH');
    await page.getByText('A well-formed label').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Label or persistent URL').inputValue()).toBe(
      'sid.inpe.br/mtc-m18@80/2009/02.16.17.46',
    );
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await expectAccessible(page);
    await page.screenshot({ path: `${ARTEFACTS}start-page-narrow.png` });
  });
});

describe('the node', () => {
  it('says where to look, and that labels are for trying out', () => {
    expect(node.printed()).toContain(`Perene is ready: open ${node.url}`);
    expect(node.printed()).toContain('for trying out only');
  });

  it('is healthy, and safe by its headers', async () => {
    const response = await fetch(`${node.url}/health`);
    expect(await response.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('answers a problem for what is not there', async () => {
    const response = await fetch(`${node.url}/../../../etc/passwd`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 404, title: 'Not found' });
  });

  it('says what to do when its port is taken', async () => {
    const { runPerene } = await import('../fixtures/run-command.ts');
    const answer = await runPerene(['serve', '--port', new URL(node.url).port], { cwd: createTemporaryFolder() });
    expect(answer).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^perene: cannot listen on localhost port \d+ .*--port/),
    });
  });
});
