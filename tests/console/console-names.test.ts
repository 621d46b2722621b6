import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleNode, startConsole } from '../fixtures/console.ts';

let node: ConsoleNode;
beforeAll(async () => {
  node = await startConsole();
  await ask('POST', '/minters', { name: 'theses', template: 'x.sdd', term: 'medium', naan: '12345' });
});
afterAll(() => node.close());

const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
  const response = await node.api(path, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return (await response.json()) as Answer;
};
const targets = async () => {
  const { names } = await ask<{ names: readonly { target?: string }[] }>('GET', '/names?minter=theses');
  return names.map(({ target }) => target);
};

it('names are minted by a table, retargeted by a rule, and put back but for what was changed since', async () => {
  const { page, go, check, problems } = await node.open({ key: node.keys.depositor, width: 1_280 });
  await go('/console/names?minter=theses');
  await page.getByRole('link', { name: 'Change many names' }).click();
  await page.getByText('No names of this minter were changed together yet').waitFor();
  await page.getByRole('button', { name: 'See what would change' }).click();
  await page.getByText('Say how the targets begin now.').waitFor();
  await check('name-changes');

  const table = 'id,_t,what\n,http://old.example/1,Rios\n,http://old.example/2,Mapas\nnone,x,\n';
  const choose = async (name: string, content: string | Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a table' }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  };
  await choose('table.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await page.getByText('This file is no text.').waitFor();
  await choose('table.csv', 'id,_t\n"x\n');
  await page.getByText('line 2 of the table has a quotation mark in the wrong place').waitFor();
  await choose('table.csv', table);
  await page.getByText('2 to change and 1 refused.').waitFor();
  await page
    .getByRole('row', { name: /to be minted will change _t nothing what nothing _t http:\/\/old/ })
    .first()
    .waitFor();
  await page.getByText('This minter gives no such name.').waitFor();
  expect(await targets()).toEqual([]);
  await check('name-change-preview');
  await page.getByRole('button', { name: 'Change these 2 names' }).click();
  await page.getByText('2 changed and 1 refused.').waitFor();
  expect(await targets()).toEqual(['http://old.example/1', 'http://old.example/2']);

  await page.getByRole('link', { name: 'All changes of many names of theses' }).click();
  await page.getByRole('link', { name: 'By a table' }).waitFor();
  await page.getByLabel('Targets that begin with').fill('http://old.example/');
  await page.getByLabel('Begin instead with').fill('https://new.example/');
  await page.getByRole('button', { name: 'See what would change' }).click();
  await page.getByRole('button', { name: 'Change these 2 names' }).click();
  await page.getByText('2 changed.').waitFor();
  expect(await targets()).toEqual(['https://new.example/1', 'https://new.example/2']);
  await ask('PUT', '/minters/theses/ids/12345%2Fx01/bindings/_t', { value: 'https://else.example/' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 undone and 1 not undone, because somebody changed them since.').waitFor();
  await page.getByLabel('Show').selectOption('left');
  await page.getByRole('row', { name: /12345\/x00/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /12345\/x01 changed since: not undone/ }).waitFor();
  expect(await targets()).toEqual(['http://old.example/1', 'https://else.example/']);
  await check('name-change-undone');
  await go('/console/names/theses/12345/x00');
  await page.getByRole('link', { name: 'together with others' }).first().click();
  await page.getByText('http://old.example/ → https://new.example/').waitFor();
  expect(problems).toEqual([]);
});

it('readers who change nothing are not led there', async () => {
  const { page, go } = await node.open({ key: node.keys.reader });
  await go('/console/names');
  await page.getByRole('heading', { level: 1, name: 'Names' }).waitFor();
  await page.getByLabel('Begins with').waitFor();
  expect(await page.getByRole('link', { name: 'Change many names' }).count()).toBe(0);
});

it('is in Portuguese, and fits a narrow screen', async () => {
  const { page, go, check, problems } = await node.open({
    key: node.keys.depositor,
    width: 360,
    language: 'pt',
    colorScheme: 'dark',
  });
  await go('/console/name-changes?minter=theses');
  await page.getByLabel('Destinos que começam com').fill('http://old.example/');
  await page.getByLabel('Passam a começar com').fill('https://new.example/');
  await check('name-changes-narrow');
  await page.getByRole('button', { name: 'Ver o que mudaria' }).click();
  await page.getByText('Nada foi alterado ainda').waitFor();
  await page.getByText('vai mudar').waitFor();
  await check('name-change-narrow');
  expect(problems).toEqual([]);
});
