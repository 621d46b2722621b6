import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe as say, tellHistory } from '@perene/api/words';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEPOSIT } from '../../packages/console/src/deposit/texts.ts';
import { DESCRIPTION } from '../../packages/console/src/description/texts.ts';
import { DRAFTS } from '../../packages/console/src/drafts/texts.ts';
import { FILES } from '../../packages/console/src/files/texts.ts';
import { sentence } from '../../packages/console/src/i18n/sentence.ts';
import { LIST } from '../../packages/console/src/items/list/texts.ts';
import { ITEMS } from '../../packages/console/src/items/texts.ts';
import { SHELL } from '../../packages/console/src/shell/texts.ts';
import { type ConsoleNode, startConsole } from '../fixtures/console.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

let node: ConsoleNode;

beforeAll(async () => {
  node = await startConsole();
});

afterAll(() => node.close());

interface ItemView {
  readonly title: string;
  readonly language?: string;
  readonly target: string;
  readonly persistentUrl: string;
  readonly ibip?: string;
  readonly repository: string;
  readonly revision: number;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly access: unknown;
  readonly metadata: { readonly fields: Readonly<Record<string, unknown>> };
  readonly editions: { readonly all: readonly string[] };
  readonly translations: Readonly<Record<string, string>>;
}

const show = async (label: string): Promise<ItemView> =>
  (await node.api(`/items/${label}`)).json() as Promise<ItemView>;

const find = async (words: string): Promise<ItemView> => {
  const answer = await node.api(`/items?q=${encodeURIComponent(words)}`);
  const { items } = (await answer.json()) as { readonly items: readonly ItemView[] };
  return show(items[0]?.repository ?? '');
};

/** Drops files as a person does from a window of the desktop. */
const drop = async (page: Page, files: Readonly<Record<string, string>>): Promise<void> => {
  const transfer = await page.evaluateHandle((contents) => {
    const dropped = new DataTransfer();
    for (const [name, content] of Object.entries(contents)) dropped.items.add(new File([content], name));
    return dropped;
  }, files);
  await page.dispatchEvent('.drop', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('.drop', 'drop', { dataTransfer: transfer });
};

const choose = (page: Page, ...names: readonly string[]): Promise<void> =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));

/** This name is too long for any disk. */
const TOO_LONG = `${'a'.repeat(800)}.txt`;

describe.each(['en', 'pt'] as const)('the console, %s', (language) => {
  const shell = SHELL[language];
  const texts = DEPOSIT[language];
  const files = FILES[language];
  const drafts = DRAFTS[language];
  const items = ITEMS[language];
  const description = DESCRIPTION[language];
  const { fieldName: field } = description;
  const open = (role: 'admin' | 'depositor' | 'reader' = 'depositor') => node.open({ language, key: node.keys[role] });

  it('is entered with a key, and left', async () => {
    const { page, problems, go } = await node.open({ language });
    await go('/console/deposit');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(shell.signIn.title);
    expect(await page.getAttribute('html', 'lang')).toBe(language === 'en' ? 'en' : 'pt-BR');
    await page.getByRole('button', { name: shell.signIn.submit }).click();
    await page.getByText(shell.signIn.missing).waitFor();
    await page.getByLabel(shell.signIn.key).fill('my kéy');
    await page.getByText(shell.signIn.missing).waitFor({ state: 'detached' });
    await page.getByText(shell.signIn.malformed).waitFor();
    await page.getByLabel(shell.signIn.key).fill('wrong');
    await page.getByRole('button', { name: shell.signIn.submit }).click();
    await page.getByText(sentence(say({ code: 'key-wrong' }, language))).waitFor();
    await page.getByLabel(shell.signIn.key).fill(` ${node.keys.depositor} `);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: texts.title }).waitFor();
    expect(await page.title()).toBe(`${texts.title} · Perene`);
    expect(await page.getByRole('banner').textContent()).toContain(`Ana the depositor ${shell.roles.depositor}`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: texts.title }).waitFor();
    await page.getByRole('button', { name: shell.signOut }).click();
    await page.getByRole('heading', { level: 1, name: shell.signIn.title }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.getByRole('button', { name: shell.otherLanguage }).click();
    await page.getByRole('heading', { level: 1, name: SHELL[language === 'en' ? 'pt' : 'en'].signIn.title }).waitFor();
    expect(problems).toEqual([]);
  });

  it('takes a deposit by dropping files, and finds it again', async () => {
    const orcid = '0000-0002-1825-0097';
    await node.deposit({ metadata: { title: 'Known', creator: { value: 'Nunes, Bia', orcid } } });
    const { page, problems, go } = await open();
    await go('/console/deposit');
    await page.getByRole('button', { name: texts.submit, exact: true }).click();
    await page.getByText(description.problems['metadata/title-missing'] ?? '').waitFor();
    await page.getByText(FILES[language].missing).waitFor();
    await drop(page, { 'index.html': '<p>x', 'cover.csv': 'a,b\n', [TOO_LONG]: '' });
    await page.getByText(FILES[language].rename).waitFor();
    await page.getByRole('button', { name: FILES[language].removeFile(TOO_LONG) }).click();
    const title = `Cobertura da terra ${language}`;
    await page.getByLabel(field('title'), { exact: true }).fill(title);
    await page.getByRole('button', { name: description.addTitle }).click();
    await page.keyboard.type(`Land cover ${language}`);
    await page.getByText(description.problems['metadata/repeated-language'] ?? '').waitFor();
    await page.getByLabel(description.valueLanguage(field('title'), 2)).selectOption('en');
    await page.getByText(description.problems['metadata/repeated-language'] ?? '').waitFor({ state: 'detached' });
    const creator = page.getByLabel(field('creator'), { exact: true });
    await creator.fill('nunes');
    await page.locator('option[value="Nunes, Bia"]').waitFor({ state: 'attached' });
    await creator.fill('Nunes, Bia');
    const person = page.getByLabel(description.qualifierName('orcid'), { exact: true });
    expect(await person.inputValue()).toBe(orcid);
    await person.fill('0000-0002-1825-0090');
    await page
      .locator('.qualifiers .error')
      .getByText(description.problems['metadata/orcid'] ?? '')
      .waitFor();
    expect(await creator.getAttribute('aria-invalid')).toBe(null);
    await person.fill('');
    await creator.fill('Lima, Ana');
    await page.getByRole('button', { name: description.addValue(field('creator')) }).click();
    await page.keyboard.type('Souza, Rui');
    await page.getByLabel(field('date')).fill('2011-13');
    await page.getByText(description.problems['metadata/date'] ?? '').waitFor();
    await page.getByLabel(field('date')).fill('2011-09');
    await page.getByLabel(description.itemLanguage).selectOption('pt-BR');
    await page.getByLabel(description.addField).selectOption('publisher');
    await page.getByLabel(field('publisher')).fill('INPE');
    await page.getByLabel(description.licence, { exact: true }).selectOption('CC-BY-4.0');
    expect(await page.getByLabel(field('rights'), { exact: true }).inputValue()).toBe('CC BY 4.0');
    await page.getByLabel(description.target).selectOption('cover.csv');
    await page.getByLabel(description.access.networks).check();
    await page.getByText(description.access.networkMissing).waitFor();
    await page.getByLabel(description.access.networkList, { exact: true }).fill('127.0.0.0/8\n::1/128');
    await page.getByLabel(description.access.closed).check();
    await page.getByRole('button', { name: texts.submit, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: texts.done.title }).waitFor();

    const item = await find(`cobertura ${language} inpe`);
    expect(await page.getByLabel(texts.done.persistentUrl, { exact: true }).inputValue()).toBe(item.persistentUrl);
    expect(await page.getByRole('link', { name: texts.done.cite }).getAttribute('href')).toBe(
      `/items/${item.ibip ?? item.repository}`,
    );
    expect((await fetch(`${node.node.url}/items/${item.ibip ?? item.repository}`)).status).toBe(200);
    expect(item).toMatchObject({
      title,
      language: 'pt-BR',
      target: 'cover.csv',
      access: { networks: ['127.0.0.0/8', '::1/128'], fileList: 'closed' },
      metadata: {
        fields: {
          title: [{ value: title }, { value: `Land cover ${language}`, language: 'en' }],
          creator: [{ value: 'Lima, Ana' }, { value: 'Souza, Rui' }],
          date: [{ value: '2011-09' }],
          publisher: [{ value: 'INPE' }],
        },
      },
    });
    expect(item.files.map(({ path }) => path).sort()).toEqual(['cover.csv', 'index.html']);

    await page.getByRole('link', { name: shell.menu.items }).click();
    await page.getByLabel(LIST[language].search).fill(`cobertura ${language} inpe`);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/items/${item.repository}`);
    await page.getByText(items.page.listClosed).waitFor();
    const kept = await page.evaluate(() =>
      Object.entries(localStorage).filter(([name]) => name.startsWith('perene.drafts')),
    );
    expect(kept).toEqual([[expect.stringMatching(/^perene\.drafts\.[0-9a-f]{16}$/), '[]']]);
    expect(problems).toEqual([]);
  });

  it('edits a description, unless somebody else did meanwhile', async () => {
    const label = await node.deposit({ metadata: { title: 'Before', creator: ['Ana'], date: '2011' } });
    const { page, problems, go } = await open();
    await go(`/console/items/${label}`);
    await page.getByRole('link', { name: items.page.edit }).click();
    await page.getByLabel(field('title'), { exact: true }).fill('After');
    await page.getByLabel(field('creator'), { exact: true }).fill('');
    await page.getByRole('button', { name: items.edit.submit }).click();
    await page.getByRole('heading', { level: 1, name: 'After' }).waitFor();
    expect((await show(label)).metadata.fields).toEqual({ title: [{ value: 'After' }], date: [{ value: '2011' }] });
    const edited = {
      action: 'edited',
      detail: {
        before: { metadata: { title: [{ value: 'Before' }] } },
        after: { metadata: { title: [{ value: 'After' }] } },
      },
    };
    const told = tellHistory(edited, language);
    await page
      .getByRole('cell', { name: told.action })
      .getByText(told.details[0] ?? '')
      .waitFor();

    await page.getByRole('link', { name: items.page.edit }).click();
    await page.getByLabel(field('date')).fill('2012');
    const body = JSON.stringify({ metadata: { subject: 'land' } });
    await node.api(`/items/${label}`, { method: 'PATCH', body, headers: { 'content-type': 'application/json' } });
    await page.getByRole('button', { name: items.edit.submit }).click();
    const { repository, revision } = await show(label);
    const changed = { code: 'item-changed', parameters: { reason: 'revision', label: repository, revision } };
    await page.getByText(sentence(say(changed, language))).waitFor();
    await page.getByRole('button', { name: items.edit.loadAgain }).click();
    await expect.poll(() => page.getByLabel(field('subject'), { exact: true }).inputValue()).toBe('land');
    await page.getByRole('button', { name: items.edit.submit }).click();
    await page.getByText(items.edit.unchanged).waitFor();
    expect(problems).toEqual([]);
  });

  it('deposits the next edition, and a translation', async () => {
    const label = await node.deposit({ metadata: { title: 'First', creator: ['Ana'] }, language: 'pt' });
    const { page, problems, go } = await open();
    const follow = async (previous: string, title: string): Promise<void> => {
      await go(`/console/items/${label}`);
      await page.getByRole('link', { name: items.page.newEdition }).click();
      await page.getByText(texts.edition.introduction(previous)).waitFor();
      expect(await page.getByLabel(field('creator'), { exact: true }).inputValue()).toBe('Ana');
      await page.getByLabel(field('title'), { exact: true }).fill(title);
      await page.getByText(files.keptCount('1', '1')).waitFor();
    };
    await follow('First', 'Second');
    await page.getByRole('button', { name: files.leaveOutFile('table.csv') }).click();
    await page.getByText(files.keptCount('0', '1')).waitFor();
    await choose(page, 'second.txt');
    await page.getByRole('button', { name: texts.submit, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: texts.done.title }).waitFor();
    // The third keeps the file of the second, and nothing is sent.
    await follow('Second', 'Third');
    await page.getByRole('button', { name: drafts.keep }).click();
    await page.getByRole('heading', { level: 1, name: 'Third' }).waitFor();
    await page.getByRole('rowheader', { name: 'second.txt' }).waitFor();
    await node.api(`/drafts/${page.url().split('/').at(-1)}`, { method: 'DELETE' });
    await follow('Second', 'Third');
    await page.getByRole('button', { name: texts.submit, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: texts.done.title }).waitFor();
    await go(`/console/items/${label}`);
    // Editions are named by their titles.
    await page.getByRole('region', { name: items.page.editions }).getByRole('link', { name: 'Third' }).waitFor();
    const { editions } = await show(label);
    expect(editions.all).toHaveLength(3);
    const third = await show(editions.all[2] ?? '');
    expect([third.title, third.target, third.files.map(({ path }) => path)]).toEqual([
      'Third',
      'second.txt',
      ['second.txt'],
    ]);

    await go(`/console/items/${label}`);
    await page.getByRole('link', { name: items.page.newTranslation }).click();
    await page.getByLabel(field('title'), { exact: true }).fill('The first');
    await choose(page, 'first.txt');
    await page.getByRole('button', { name: texts.submit, exact: true }).click();
    await page.getByText(texts.translation.languageMissing).waitFor();
    await page.getByLabel(description.itemLanguage).selectOption('pt');
    await page.getByText(texts.translation.languageTaken).waitFor();
    await page.getByLabel(description.itemLanguage).selectOption('en');
    await page.getByRole('button', { name: texts.submit, exact: true }).click();
    await page.getByRole('link', { name: texts.done.view }).click();
    await page.getByRole('heading', { level: 1, name: 'The first' }).waitFor();
    expect(Object.keys((await show(label)).translations).sort()).toEqual(['en', 'pt']);
    await page.getByRole('region', { name: items.page.translations }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();

    const silent = await node.deposit({ metadata: { title: 'Without a language' } });
    await go(`/console/new-translation/${silent}`);
    await page.getByRole('button', { name: texts.translation.goOn }).click();
    await page.getByText(texts.translation.languageOfOriginalNeeded).waitFor();
    await page.getByLabel(texts.translation.languageOfOriginal('Without a language')).selectOption('pt');
    await page.getByRole('button', { name: texts.translation.goOn }).click();
    await page.getByRole('button', { name: texts.submit, exact: true }).waitFor();
    expect((await show(silent)).language).toBe('pt');
    expect(problems).toEqual([]);
  });

  it('removes with a reason, which the tombstone shows', async () => {
    const label = await node.deposit({ metadata: { title: 'Twice' } });
    const { page, problems, go } = await open('admin');
    await go(`/console/items/${label}`);
    await page.getByRole('button', { name: items.page.withdraw }).click();
    const asking = page.getByRole('dialog', { name: items.withdraw.title });
    await asking.getByLabel(items.remove.reason).fill('a complaint');
    await asking.getByRole('button', { name: items.withdraw.submit }).click();
    await page.locator('article .notice').getByText('a complaint').waitFor();
    await page.getByRole('button', { name: items.page.restore }).click();
    await page.getByText(items.page.restored).waitFor();
    await page.getByRole('cell', { name: tellHistory({ action: 'restored' }, language).action }).waitFor();
    await page.getByRole('button', { name: items.page.remove }).click();
    const dialog = page.getByRole('dialog', { name: items.remove.title });
    expect(await dialog.textContent()).toContain(items.remove.tombstone);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: items.page.remove }).click();
    await dialog.getByRole('button', { name: items.remove.submit }).click();
    await dialog.getByText(items.remove.reasonMissing).waitFor();
    await dialog.getByLabel(items.remove.reason).fill('deposited twice');
    await dialog.getByRole('button', { name: items.remove.submit }).click();
    await page.locator('article .notice').getByText('deposited twice').waitFor();
    expect((await node.api(`/items/${label}`)).status).toBe(410);
    expect(await page.getByRole('button', { name: items.page.remove }).count()).toBe(0);
    await go(`/console/edit/${label}`);
    await page.getByRole('alert').getByText('deposited twice').waitFor();
    expect(problems).toEqual([]);
  });

  it('keeps a draft, whose files must be chosen again', async () => {
    const { page, problems, go } = await open();
    await go('/console/deposit');
    await page.getByLabel(field('title'), { exact: true }).fill('Not finished');
    // Whoever leaves at once loses nothing, and finds the draft where it was written.
    await page.reload();
    await page.getByText(texts.draftOpened).waitFor();
    expect(await page.getByLabel(field('title'), { exact: true }).inputValue()).toBe('Not finished');
    await choose(page, 'notes.txt');
    await page.getByText(/^(?:Kept as a draft|Guardado como rascunho)/).waitFor();
    // Another person who uses the same browser does not find it.
    const owned = await page.evaluate(() =>
      Object.keys(localStorage).filter((name) => name.startsWith('perene.drafts')),
    );
    expect(owned).toEqual([expect.stringMatching(/^perene\.drafts\.[0-9a-f]{16}$/)]);
    await page.getByRole('link', { name: shell.menu.drafts }).click();
    await page.getByRole('cell', { name: 'notes.txt' }).waitFor();
    await go('/console/deposit');
    await page.getByRole('link', { name: texts.draftsWait(1) }).click();
    await page.getByRole('link', { name: 'Not finished' }).click();
    await page.getByText(texts.draftOpened).waitFor();
    expect(await page.getByLabel(field('title'), { exact: true }).inputValue()).toBe('Not finished');
    await page.getByRole('button', { name: texts.submit, exact: true }).click();
    await page.getByText(FILES[language].missing).waitFor();
    await choose(page, 'notes.txt');
    await page.getByRole('button', { name: texts.submit, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: texts.done.title }).waitFor();
    await page.getByRole('link', { name: shell.menu.drafts }).click();
    await page.getByText(DRAFTS[language].empty).waitFor();
    expect(problems).toEqual([]);
  });
});

it('a reader reads, and learns which role the rest needs', async () => {
  const label = await node.deposit({ metadata: { title: 'To read' } });
  const { page, go } = await node.open({ key: node.keys.reader });
  await go(`/console/items/${label}`);
  await page.getByRole('heading', { level: 1, name: 'To read' }).waitFor();
  expect(await page.getByRole('link', { name: ITEMS.en.page.edit }).count()).toBe(0);
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Deposit' }).count()).toBe(0);
  await go('/console/deposit');
  await page.getByRole('heading', { level: 1, name: SHELL.en.roleNeeded.title }).waitFor();
  await go('/console/nowhere');
  await page.getByRole('link', { name: SHELL.en.unknownPage.back }).click();
  await page.getByRole('heading', { level: 1, name: ITEMS.en.list.title }).waitFor();
});

/** Makes a folder with files, like one on somebody's desktop. */
const createFolder = (): string => {
  const folder = join(createTemporaryFolder(), 'report');
  mkdirSync(join(folder, 'data'), { recursive: true });
  for (const name of ['text.pdf', 'data/água.csv', '.DS_Store']) writeFileSync(join(folder, name), name);
  return folder;
};

it('a folder is chosen, or dropped, with all that is in it', async () => {
  const { page, context, go } = await node.open({ key: node.keys.depositor });
  await go('/console/deposit');
  await page.locator('input[webkitdirectory]').setInputFiles(createFolder());
  const listed = page.getByRole('table').getByRole('rowheader');
  await expect.poll(async () => (await listed.allTextContents()).sort()).toEqual(['data/água.csv', 'text.pdf']);
  await page.getByRole('button', { name: FILES.en.removeAll }).click();
  await page.getByRole('table').waitFor({ state: 'detached' });

  const box = await page.locator('.drop').boundingBox();
  const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
  const devTools = await context.newCDPSession(page);
  const data = { items: [], files: [createFolder()], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await expect.poll(async () => (await listed.allTextContents()).sort()).toEqual(['data/água.csv', 'text.pdf']);
  await page.getByLabel('Title', { exact: true }).fill('A whole folder');
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Deposited' }).waitFor();
  expect((await find('whole folder')).files.map(({ path }) => path).sort()).toEqual(['data/água.csv', 'text.pdf']);
});

it('a large file is sent in parts, and goes on after the connection broke', async () => {
  const path = join(createTemporaryFolder(), 'large.bin');
  writeFileSync(path, Buffer.alloc(18 * 1_048_576, 7));
  const { page, go } = await node.open({ key: node.keys.depositor });
  let parts = 0;
  await page.route('**/api/v1/uploads/*', (route) => {
    parts += route.request().method() === 'PATCH' ? 1 : 0;
    return parts === 2 && route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue();
  });
  await go('/console/deposit');
  await page.locator('input[type=file]').first().setInputFiles(path);
  await page.getByLabel('Title', { exact: true }).fill('A large file');
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Deposited' }).waitFor();
  expect(parts).toBe(4);
  expect((await find('large')).files).toMatchObject([{ path: 'large.bin', bytes: 18 * 1_048_576 }]);
});

it('a deposit whose answer is lost is not made twice', async () => {
  const { page, context, go } = await node.open({ key: node.keys.depositor });
  await go('/console/deposit');
  await choose(page, 'once.txt');
  await page.getByLabel('Title', { exact: true }).fill('Only once');
  let isFirst = true;
  await page.route('**/api/v1/items', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  await page.getByText(sentence(say({ code: 'unreachable' }, 'en'))).waitFor();
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Deposited' }).waitFor();
  const { items } = (await (await node.api('/items?q=only+once')).json()) as { readonly items: readonly unknown[] };
  expect(items).toHaveLength(1);
  await context.close();
});
