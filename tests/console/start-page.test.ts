import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { accessibilityProblems } from '../fixtures/accessibility.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { takePicture } from '../fixtures/pictures.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'perene-start-'));
let browser: Browser;
let node: RunningNode;

beforeAll(async () => {
  browser = await openBrowser();
  node = await startPerene(folder);
});

afterAll(async () => {
  await browser.close();
  expect(await node.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

/** Sends a request whose path is not changed. */
const get = (path: string): Promise<{ statusCode: number; headers: IncomingHttpHeaders; body: string }> =>
  new Promise((resolve, reject) => {
    request(node.url, { path }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });

/** Opens a page, and records everything that went wrong or was sent elsewhere while it was open. */
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
  expect(await accessibilityProblems(page)).toEqual([]);
};

const factsOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page.locator('.reading dl').evaluate((list) => {
      const names = [...list.querySelectorAll('dt')].map((name) => name.textContent ?? '');
      const values = [...list.querySelectorAll('dd')].map((value) =>
        [...value.childNodes].map((part) => part.textContent).join(' | '),
      );
      return names.map((name, index) => [name, values[index] ?? '']);
    }),
  );

describe('the start page', () => {
  it('colours the parts of a label, by day and by night', async () => {
    const { page } = await openPage();
    await page.getByLabel('Label, persistent URL or words').fill('8JMKD3MGP8W/34PGRBS');
    const colors: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      colors.push(await page.locator('.part.part-server').evaluate((part) => getComputedStyle(part).color));
    }
    expect(colors).toEqual(['rgb(31, 92, 77)', 'rgb(124, 199, 176)']);
  });

  it('explains a label in the browser, asking nobody', async () => {
    const { page, problems, hosts } = await openPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByLabel('Label, persistent URL or words').fill('8jmkd3mgp8w/34pgrbs');
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
    await takePicture(page, 'start-page-en');
  });

  it('explains a persistent URL and what it read tolerantly', async () => {
    const { page } = await openPage();
    await page
      .getByLabel('Label, persistent URL or words')
      .fill(' http://urlib.net/rep/sid.inpe.br/mtc-m18@80/2009/02.16.17.46-TDI!+(pt):(oai_dc)/a.pdf');
    expect(await factsOf(page)).toMatchObject({
      'Minted by': 'mtc-m18.sid.inpe.br | port 80',
      'Asks for': 'the metadata in oai_dc of the translation into Portuguese of the last edition of the item',
      File: '/a.pdf',
      Adjusted:
        'blanks around it were dropped; the marker in front of the label was dropped; the printed type code was dropped',
    });
  });

  it('decodes a label of before RTC-10, and says where it cannot', async () => {
    const { page, problems } = await openPage();
    const box = page.getByLabel('Label, persistent URL or words');
    await box.fill('upn:EFDBHS:APM77Z/UaJFT');
    expect(await factsOf(page)).toMatchObject({
      'Label of before RTC-10': 'APM77Z/UaJFT | its letter case counts; it was decoded to the label above',
      'Minted at': '127.0.0.1 | port 800',
    });
    expect(await page.locator('.reading .label').textContent()).toBe('LK47B6W/335L8GH');
    await box.fill('83LX3pFwXQZa/Bkjzd');
    expect(await page.locator('.reading').textContent()).toContain('only where one carries it as an alias');
    expect(await page.locator('.reading .leads a').first().getAttribute('href')).toBe('/83LX3pFwXQZa/Bkjzd');
    await expectAccessible(page);
    const portuguese = await openPage({ locale: 'pt-BR' });
    await portuguese.page.locator('input[name=q]').fill('83LX3pFwXQZ5Jpy/Bkjzd');
    expect((await factsOf(portuguese.page))['Rótulo anterior à RTC-10']).toContain('83LX3pFwXQZ5Jpy/Bkjzd');
    expect([...problems, ...portuguese.problems]).toEqual([]);
  });

  it('shows every date that a label can have, and never that of another label', async () => {
    const { page, problems } = await openPage();
    await page.getByLabel('Label, persistent URL or words').fill('LK47B6W/362SFKH?page=2');
    expect(await factsOf(page)).toMatchObject({ 'Passes on': 'page=2' });
    await page.getByLabel('Label, persistent URL or words').fill('a.b/c/99999999/01.01.00.00');
    expect(await factsOf(page)).toMatchObject({
      'Minted by': 'c.a.b | port 80',
      'Minted on': '+99999999-01-01T00:00:00Z | +99999999-01-01T00:00:00Z · 3155633001244800 seconds since 1970',
    });
    await page.getByLabel('Label, persistent URL or words').fill('a.b/c/0000/01.01.00.00');
    expect((await factsOf(page))['Minted on']).toContain('0000-01-01T00:00:00Z |');
    expect(problems).toEqual([]);
  });

  it('keeps the label in one piece, to be copied', async () => {
    const { page } = await openPage();
    await page.getByLabel('Label, persistent URL or words').fill('8JMKD3MGP3W34R/3UGHFGH');
    expect(await page.locator('.reading .label').textContent()).toBe('8JMKD3MGP3W34R/3UGHFGH');
    expect(await page.locator('.legend').textContent()).toBe('coded IP addressIPv4portmoment of minting');
  });

  it('shows of a long text what is around its problem', async () => {
    const { page } = await openPage();
    await page.getByLabel('Label, persistent URL or words').fill(`${'x'.repeat(200)}!${'y'.repeat(3_000)}`);
    expect((await page.locator('.refused .label').textContent())?.length).toBeLessThan(90);
  });

  it('points at the character that is wrong', async () => {
    const { page } = await openPage();
    await page.getByLabel('Label, persistent URL or words').fill('8JMKD3MGP8W/34PGRBO');
    await page.getByText('This is neither a label').waitFor();
    expect(await page.locator('mark').textContent()).toBe('O');
    expect(await page.locator('.refused').textContent()).toContain('Character 19: expected the end');
    await expectAccessible(page);
    await page.getByLabel('Label, persistent URL or words').fill('');
    expect(await page.locator('.reading').count()).toBe(0);
  });

  it('speaks Portuguese to those who prefer it, in dark colours too', async () => {
    const { page, problems } = await openPage({ locale: 'pt-BR', colorScheme: 'dark' });
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    await page.getByLabel('Rótulo, URL persistente ou palavras').fill('sid.inpe.br/mtc-m18@80/2009/02.16.17.46:');
    expect(await factsOf(page)).toMatchObject({
      Forma: 'nome de repositório',
      'Gerado no instante':
        'segunda-feira, 16 de fevereiro de 2009 às 17:46:00 UTC | 2009-02-16T17:46:00Z · 1234806360 segundos desde 1970',
      Pede: 'os metadados do item',
    });
    await page.getByLabel('Rótulo, URL persistente ou palavras').fill('8JMKD3MGP8W/35MMLL8+(xx)');
    expect(await page.locator('.refused').textContent()).toContain('Caractere 22: esperava-se um idioma em minúsculas');
    expect(problems).toEqual([]);
    await expectAccessible(page);
    await takePicture(page, 'start-page-pt-dark');
  });

  it('switches the language, keeps the text, and remembers', async () => {
    const { page } = await openPage();
    await page.getByLabel('Label, persistent URL or words').fill('LK47B6W/362SFKH');
    await page.getByRole('link', { name: 'Português' }).click();
    expect(await page.getByLabel('Rótulo, URL persistente ou palavras').inputValue()).toBe('LK47B6W/362SFKH');
    expect(await page.getByText('Bem formado').count()).toBe(1);
    await page.goto(node.url);
    expect(await page.getByRole('link', { name: 'English' }).count()).toBe(1);
    expect(await page.evaluate(() => localStorage.getItem('perene.language'))).toBe('pt');
  });

  it('offers what one can do with a label, an ARK, or words', async () => {
    const { page } = await openPage();
    const leads = () =>
      page
        .locator('.leads a')
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
    const box = page.getByLabel('Label, persistent URL or words');
    await box.fill('http://urlib.net/8jmkd3mgp8w/34pgrbs!:');
    expect(await leads()).toEqual([
      ['Open the item page', '/items/8JMKD3MGP8W/34PGRBS'],
      ['Resolve it', '/8JMKD3MGP8W/34PGRBS!:'],
    ]);
    await box.fill('https://n2t.net/ark:/12345/x9');
    expect(await leads()).toEqual([
      ['Resolve it', '/ark:/12345/x9'],
      ['See what is said of it', '/ark:/12345/x9?info'],
    ]);
    await expectAccessible(page);
    for (const name of ['doi:10.1590/abc', 'hdl:1234/5', '10.1590/abc', 'urn:nbn:br:6']) {
      await box.fill(name);
      expect(await leads()).toEqual([
        ['Resolve it', `/${name}`],
        ['Search the items for it', `/search?q=${encodeURIComponent(name)}`],
      ]);
    }
    await expectAccessible(page);
    await box.fill('land cover & water');
    expect(await leads()).toEqual([
      ['Search the items for “land cover & water”', '/search?q=land%20cover%20%26%20water'],
    ]);
    await box.press('Enter');
    await page.waitForURL('**/search?q=land+cover+%26+water');
  });

  it('is complete without script', async () => {
    const { page } = await openPage({ javaScriptEnabled: false });
    await page.getByLabel('Label, persistent URL or words').fill('8JMKD3MGP8W/34PGRBS');
    await page.getByRole('button', { name: 'Go' }).click();
    await page.waitForURL('**/items/8JMKD3MGP8W/34PGRBS');
    await page.goto(node.url);
    await page.locator('a.example').first().click();
    await page.waitForURL('**/?q=*');
    expect(await page.getByLabel('Label, persistent URL or words').inputValue()).toBe('8JMKD3MGP8W/34PGRBS');
  });

  it('works with the keyboard alone, and on a narrow screen', async () => {
    const { page } = await openPage({ viewport: { width: 360, height: 740 } });
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await page.keyboard.type('LK47B6W/362SFKH');
    await page.getByText('Well formed').waitFor();
    // Three presses reach the button, the first example and the second.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Label, persistent URL or words').inputValue()).toBe(
      'sid.inpe.br/mtc-m18@80/2009/02.16.17.46',
    );
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await expectAccessible(page);
    await takePicture(page, 'start-page-narrow');
  });
});

describe('the node', () => {
  it('says where to look, and that labels are for trying out', () => {
    expect(node.printed()).toContain(`Perene is ready: open ${node.url}`);
    expect(node.printed()).toContain('for trying out only: see --identity-host');
  });

  it('is healthy, and safe by its headers', async () => {
    const response = await fetch(`${node.url}/health`);
    expect(await response.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('answers a problem for what is not there', async () => {
    for (const [path, status] of [
      ['/nothing', 404],
      ['/../../../../etc/passwd', 403],
      ['/..%2f..%2f..%2fetc/passwd', 404],
      ['/%', 400],
    ] as const) {
      const answer = await get(path);
      expect(answer.statusCode, path).toBe(status);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(JSON.parse(answer.body)).toMatchObject({ status });
    }
    expect(JSON.parse((await get('/nothing')).body)).toMatchObject({ title: 'Not found' });
  });

  it('keeps files whose names change with their content, and asks again for the page', async () => {
    const page = await get('/');
    expect(page.headers['cache-control']).toBe('no-cache');
    const [asset] = /\/assets\/[^"]+\.js/.exec(page.body) ?? [''];
    expect((await get(asset)).headers['cache-control']).toContain('immutable');
  });

  it('stops although a silent connection is open', async () => {
    const other = await startPerene(createTemporaryFolder());
    const socket = connect(Number(new URL(other.url).port), 'localhost');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.on('error', () => undefined);
    socket.write('GET / HT');
    expect(await other.stop()).toBe(0);
    socket.destroy();
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
