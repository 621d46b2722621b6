import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNT } from '../../packages/console/src/account/texts.ts';
import { DEPOSIT } from '../../packages/console/src/deposit/texts.ts';
import { DRAFTS } from '../../packages/console/src/drafts/texts.ts';
import { accessibilityProblems } from '../fixtures/accessibility.ts';
import { type ConsoleNode, startConsole } from '../fixtures/console.ts';

const PASSWORD = 'seven quiet herons at dawn';

let node: ConsoleNode;
beforeAll(async () => {
  node = await startConsole();
});
afterAll(() => node.close());

const post = async (path: string, body: object, method = 'POST') => {
  const headers = { 'content-type': 'application/json' };
  const answer = await node.api(path, { method, body: JSON.stringify(body), headers });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as { readonly link: string; readonly person: { readonly id: string } };
};

const enter = async (name: string, role: string, options: Parameters<ConsoleNode['open']>[0] = {}) => {
  const email = `${name.toLowerCase()}@example.org`;
  const { link, person } = await post('/people', { name, email, role, by: 'link' });
  if (role === 'reader') {
    await post(`/people/${person.id}`, { grants: [{ role: 'reviewer', collection: 'theses' }] }, 'PATCH');
  }
  const opened = await node.open(options);
  await opened.go(new URL(link).pathname + new URL(link).hash);
  const { welcome, password } = ACCOUNT[options.language ?? 'en'];
  await opened.page.getByLabel(password.chosen, { exact: true }).fill(PASSWORD);
  await opened.page.getByRole('button', { name: welcome.submit }).click();
  await opened.page.waitForURL((url) => !url.pathname.endsWith('/welcome'));
  return opened;
};

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

// One story, because each step needs the one before it.
it('a depositor reserves a label and sends a draft, a reviewer returns it, then publishes it', async () => {
  await post('/collections', { name: 'theses', title: { en: 'Theses', pt: 'Teses' }, review: 'required' });
  const ana = await enter('Ana', 'depositor');
  const eva = await enter('Eva', 'reader', { language: 'pt', colorScheme: 'dark', width: 360 });
  const { en, pt } = DRAFTS;

  await ana.go('/console/deposit');
  await ana.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'levels.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('day,level\n1,2\n'),
    });
  await ana.page.getByLabel('Title', { exact: true }).first().fill('Water levels');
  await click(ana.page, en.keep);
  await ana.page.getByRole('heading', { level: 1, name: 'Water levels' }).waitFor();
  await ana.page.getByRole('row', { name: /levels\.csv/ }).waitFor();
  await ana.page.getByRole('checkbox', { name: /Theses/ }).check();
  await ana.page.getByRole('button', { name: en.send }).waitFor();
  await click(ana.page, en.reserve);
  const address = await ana.page.getByLabel(en.persistentUrl, { exact: true }).inputValue();
  await ana.check('draft');
  const path = new URL(address).pathname;
  const reserved = await fetch(`${node.node.url}${path}`, { headers: { accept: 'application/problem+json' } });
  expect(await reserved.json()).toMatchObject({ status: 404, outcome: 'reserved' });
  // What was typed just before the page is left is there when it comes back.
  await ana.page.getByLabel('Title', { exact: true }).first().fill('Water levels of the marsh');
  await ana.go('/console/drafts');
  await ana.page.getByRole('link', { name: 'Water levels of the marsh' }).waitFor();
  await ana.check('drafts');
  await ana.page.getByRole('link', { name: 'Water levels of the marsh' }).click();
  await click(ana.page, en.send);
  await ana.page.getByText(en.waiting).waitFor();
  await ana.check('draft-waiting');

  await eva.go('/console/drafts');
  await eva.page.locator('nav .count', { hasText: '1' }).waitFor({ state: 'attached' });
  await eva.page.getByRole('link', { name: 'Water levels of the marsh' }).click();
  await eva.page.getByText(pt.toReview).waitFor();
  await eva.page.getByLabel(pt.comment, { exact: true }).fill('Falta a régua de 2019.');
  await eva.check('draft-review');
  await click(eva.page, pt.return);
  await eva.page.getByText(pt.empty).waitFor();

  await ana.page.reload();
  await ana.page.getByText('Falta a régua de 2019.').waitFor();
  await click(ana.page, en.send);
  await ana.page.getByText(en.waiting).waitFor();

  await eva.page.reload();
  await eva.page.getByRole('link', { name: 'Water levels of the marsh' }).click();
  await click(eva.page, pt.preview);
  await eva.page.waitForURL(/\/review\//);
  await eva.page.getByText('Publicar é para sempre', { exact: false }).waitFor();
  expect(await accessibilityProblems(eva.page)).toEqual([]);
  await eva.page.getByRole('link', { name: 'Voltar ao rascunho' }).click();
  await click(eva.page, pt.publish);
  await eva.check('draft-publish');
  await eva.page.getByRole('dialog').getByRole('button', { name: pt.publishNow }).click();
  await eva.page.getByRole('heading', { name: DEPOSIT.pt.done.title }).waitFor();
  expect((await fetch(`${node.node.url}${path}`, { redirect: 'manual' })).status).toBe(302);

  await ana.page.reload();
  await ana.page.getByText(en.published).waitFor();
});
