import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from 'playwright-core';
import { chromiumOptions } from '../tests/fixtures/chromium.ts';
import { printTable } from './measure.ts';
import { PERENE, runCommand, startNode } from './running.ts';

/** Seconds of the keystroke-level model (Card, Moran and Newell 1980): to think, to point and press, to press a key. */
const THINK = 1.35;
const POINT = 1.3;
const KEY = 0.28;
/** A word that is not found within this time is not there. */
const DEADLINE_MS = 20_000;

/** Works on a page by what stands on it, and counts. */
const createHand = (page: Page) => {
  const counts = { clicks: 0, keys: 0, waited: 0 };
  const timed = async (work: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await work();
    counts.waited += (performance.now() - start) / 1_000;
  };
  const click = async (target: Locator): Promise<void> => {
    counts.clicks += 1;
    await timed(() => target.first().click());
  };
  return {
    counts,
    page,
    click: (role: 'link' | 'button' | 'checkbox', name: string | RegExp) =>
      click(page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })),
    press: (button: string) => click(page.getByRole('dialog').getByRole('button', { name: button })),
    async write(label: string, text: string): Promise<void> {
      counts.clicks += 1;
      counts.keys += text.length;
      await timed(() => page.getByLabel(label, { exact: true }).first().fill(text));
    },
    async choose(label: string, option: string): Promise<void> {
      counts.clicks += 2;
      await timed(() => page.getByLabel(label, { exact: true }).first().selectOption(option));
    },
    /** A click on the button, and one on the file in the dialog of the desktop. */
    async pick(name: string): Promise<void> {
      counts.clicks += 1;
      const chooser = page.waitForEvent('filechooser');
      await click(page.getByRole('button', { name: 'Choose files' }));
      await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    },
    async enter(): Promise<void> {
      counts.keys += 1;
      await timed(() => page.keyboard.press('Enter'));
    },
    see: (text: string | RegExp) => timed(() => page.getByText(text).first().waitFor()),
    seeTitle: (name: string | RegExp) => timed(() => page.getByRole('heading', { level: 1, name }).waitFor()),
  };
};

type Hand = ReturnType<typeof createHand>;

const open = async (hand: Hand, title: string): Promise<void> => {
  await hand.click('link', title);
  await hand.seeTitle(title);
};

/** The tasks, each from the page that people come to first. */
const TASKS: readonly (readonly [name: string, start: string, task: (hand: Hand) => Promise<void>])[] = [
  [
    'deposit',
    '/console',
    async (hand) => {
      await hand.click('link', 'Deposit');
      await hand.pick('levels.txt');
      await hand.write('Title', 'Water levels of 2025');
      await hand.write('Creator', 'Prado, Helena');
      await hand.click('button', 'Deposit');
      await hand.seeTitle('Deposited');
    },
  ],
  [
    'correct',
    '/console',
    async (hand) => {
      await open(hand, 'Dawn over Heron Marsh');
      await hand.click('link', 'Edit the description');
      await hand.write('Title', 'Dawn over the Heron Marsh');
      await hand.click('button', 'Save');
      await hand.seeTitle('Dawn over the Heron Marsh');
    },
  ],
  [
    'new edition',
    '/console',
    async (hand) => {
      await open(hand, 'Map of Heron Marsh with its gauges');
      await hand.click('link', 'New edition');
      await hand.pick('note.txt');
      await hand.click('button', 'Deposit');
      await hand.seeTitle('Deposited');
    },
  ],
  [
    'translate',
    '/console',
    async (hand) => {
      await open(hand, 'Notebook 1: arrival of the herons');
      await hand.click('link', 'New translation');
      await hand.pick('caderno.txt');
      await hand.write('Title', 'Caderno 1: a chegada das garças');
      await hand.choose('Language of the work', 'pt');
      await hand.click('button', 'Deposit');
      await hand.seeTitle('Deposited');
    },
  ],
  [
    'withdraw',
    '/console',
    async (hand) => {
      await open(hand, 'Notebook 2: the dry weeks');
      await hand.click('button', 'Withdraw');
      await hand.write('Reason', 'a complaint is looked into');
      await hand.press('Withdraw it');
      await hand.see('Withdrawn');
    },
  ],
  [
    'find',
    '/',
    async (hand) => {
      await hand.write('Label, persistent URL or words', 'dry weeks marsh levels');
      await hand.enter();
      await hand.click('link', /^Water levels/);
      await hand.seeTitle(/^Water levels/);
    },
  ],
  [
    'cite',
    '/search?q=fire',
    async (hand) => {
      await hand.click('link', 'Notebook 3: after the fire');
      await hand.click('button', 'Copy');
      await hand.see('Copied');
    },
  ],
  [
    'invite',
    '/console',
    async (hand) => {
      await hand.click('link', 'People');
      await hand.write('Name', 'Samuel Okafor');
      await hand.write('E-mail address', 'samuel@example.org');
      await hand.click('button', 'Invite');
      await hand.see('A link for Samuel Okafor');
    },
  ],
  [
    'review',
    '/console',
    async (hand) => {
      await hand.click('link', /^Drafts/);
      await open(hand, 'A thesis to judge');
      await hand.click('button', 'Publish …');
      await hand.press('Publish for ever');
      await hand.seeTitle('Deposited');
    },
  ],
  [
    'restore',
    '/console',
    async (hand) => {
      await hand.choose('State', 'withdrawn');
      await open(hand, 'Notebook 2: the dry weeks');
      await hand.click('button', 'Restore');
      await hand.see('The item can be read again.');
    },
  ],
];

/** A draft that a depositor has sent to be reviewed. */
const sendThesis = async (base: string, admin: string): Promise<void> => {
  const ask = async (key: string, path: string, json: object): Promise<Readonly<Record<string, string>>> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${base}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Readonly<Record<string, string>>;
  };
  await ask(admin, '/collections', { name: 'theses', title: { en: 'Theses' }, review: 'required' });
  const { key = '' } = await ask(admin, '/keys', { name: 'Ana', role: 'depositor' });
  const content = { metadata: { title: 'A thesis to judge' }, collections: ['theses'] };
  const { id } = await ask(key, '/drafts', { content });
  const form = new FormData();
  form.append('item', new Blob(['{}'], { type: 'application/json' }));
  form.append('file', new Blob(['thesis']), 'thesis.txt');
  await fetch(`${base}/api/v1/drafts/${id}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  await ask(key, `/drafts/${id}/review`, {});
};

/** Does ten tasks in a browser, by the words that stand on the pages, and tells what each asks of a person. */
export const measureUsability = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-bench-'));
  await runCommand(process.execPath, [PERENE, 'sample', 'load', '--data', folder]);
  const node = await startNode(folder);
  const base = `http://localhost:${node.port}`;
  const key = readFileSync(join(folder, 'administrator.key'), 'utf8').trim();
  await sendThesis(base, key);
  const browser = await chromium.launch(await chromiumOptions());
  const rows: (readonly string[])[] = [];
  for (const [name, start, task] of TASKS) {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    context.setDefaultTimeout(DEADLINE_MS);
    if (start === '/console') await context.addInitScript((text) => sessionStorage.setItem('perene.key', text), key);
    const page = await context.newPage();
    await page.goto(`${base}${start}`);
    const hand = createHand(page);
    await task(hand);
    const { clicks, keys, waited } = hand.counts;
    const estimate = clicks * (THINK + POINT) + keys * KEY + waited;
    rows.push([name, String(clicks), String(keys), waited.toFixed(1), estimate.toFixed(0)]);
    await context.close();
  }
  await browser.close();
  await node.stop();
  printTable([['ten tasks, by what stands on the pages', 'clicks', 'keys', 's waited', 's in all'], ...rows]);
  rmSync(folder, { recursive: true });
};
