import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNT } from '../../packages/console/src/account/texts.ts';
import { OPENID } from '../../packages/console/src/openid/texts.ts';
import { PEOPLE } from '../../packages/console/src/people/texts.ts';
import { SHELL } from '../../packages/console/src/shell/texts.ts';
import { type ConsoleNode, startConsole } from '../fixtures/console.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { CLIENT, startProvider } from '../fixtures/real-provider.ts';

const PASSWORD = 'seven quiet herons at dawn';

const PROVIDER = 'University login';

let node: ConsoleNode;
let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  const port = await findFreePort();
  provider = await startProvider(`http://localhost:${port}/console/openid`);
  const flags = ['--openid-issuer', provider.issuer, '--openid-client-id', CLIENT.id, '--openid-name', PROVIDER];
  const secret = ['--openid-client-secret', CLIENT.secret, '--allow-network', '127.0.0.0/8'];
  node = await startConsole({ port, flags: [...flags, ...secret], elsewhere: provider.issuer });
});
afterAll(async () => {
  await node.close();
  await provider.close();
});

/** Invites from the page about people, and returns the link that is shown once. */
const invite = async (page: Page, person: { name: string; email: string; role: string }): Promise<string> => {
  const { invite: texts, given, ...people } = PEOPLE.en;
  await page.getByLabel(people.name, { exact: true }).fill(person.name);
  await page.getByLabel(people.email, { exact: true }).fill(person.email);
  await page.getByLabel(people.role, { exact: true }).selectOption(person.role);
  await page.getByRole('button', { name: texts.submit, exact: true }).click();
  const link = await page.getByLabel(given.link, { exact: true }).inputValue();
  await page.getByRole('button', { name: given.copied }).click();
  return link;
};

const choosePassword = async (page: Page, language: 'en' | 'pt'): Promise<void> => {
  const { welcome, password } = ACCOUNT[language];
  await page.getByLabel(password.chosen, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: welcome.submit }).click();
};

// One story, because each step needs the one before it.
it('people are invited, sign in, get another role, and are signed out', async () => {
  const first = await node.open({ key: node.keys.admin });
  await first.go('/console/people');
  await first.page.getByText(PEOPLE.en.first.title).waitFor();
  await first.check('people-first');
  const link = await invite(first.page, { name: 'Clara Reis', email: 'clara@example.org', role: 'admin' });
  await first.page.getByRole('row', { name: /clara@example\.org/ }).waitFor();

  const clara = await node.open();
  await clara.go(new URL(link).pathname + new URL(link).hash);
  await clara.page.getByRole('heading', { name: ACCOUNT.en.welcome.title('Clara Reis') }).waitFor();
  expect(clara.page.url()).not.toContain('#');
  await clara.check('welcome');
  await choosePassword(clara.page, 'en');
  await clara.page.getByRole('link', { name: 'Clara Reis' }).waitFor();
  await clara.go(new URL(link).pathname + new URL(link).hash);
  await clara.page.getByRole('heading', { name: ACCOUNT.en.welcome.unusable }).waitFor();

  await clara.go('/console/people');
  const other = await invite(clara.page, { name: 'Rui Melo', email: 'rui@example.org', role: 'reader' });
  await clara.page.getByRole('row', { name: /rui@example\.org/ }).waitFor();
  await clara.check('people');

  const rui = await node.open({ language: 'pt', colorScheme: 'dark', width: 360 });
  await rui.go(new URL(other).pathname + new URL(other).hash);
  await rui.page.getByRole('heading', { name: ACCOUNT.pt.welcome.title('Rui Melo') }).waitFor();
  await rui.check('welcome');
  await choosePassword(rui.page, 'pt');
  await rui.page.getByRole('button', { name: SHELL.pt.menuButton }).click();
  await rui.page.getByRole('link', { name: 'Rui Melo' }).waitFor();
  await rui.go('/console/deposit');
  await rui.page.getByRole('heading', { name: SHELL.pt.roleNeeded.title }).waitFor();

  await clara.page.getByRole('button', { name: `${PEOPLE.en.manage}: Rui Melo` }).click();
  const dialog = clara.page.getByRole('dialog');
  await dialog.getByLabel(PEOPLE.en.role, { exact: true }).selectOption('depositor');
  await clara.check('people-manage');
  await dialog.getByRole('button', { name: PEOPLE.en.managing.save }).click();
  await clara.page.getByRole('row', { name: /rui@example\.org.*depositor/ }).waitFor();
  await rui.go('/console/deposit');
  await rui.page.getByRole('heading', { name: SHELL.pt.menu.deposit }).waitFor();
  await rui.go('/console/account');
  await rui.page.getByRole('row', { name: /Chrome/ }).waitFor();
  await rui.check('account');

  await clara.page.getByRole('button', { name: `${PEOPLE.en.manage}: Rui Melo` }).click();
  await dialog.getByRole('button', { name: PEOPLE.en.managing.disable }).click();
  await clara.page.getByText(PEOPLE.en.managing.disabled).waitFor();
  await rui.go('/console');
  await rui.page.getByText(SHELL.pt.signIn.sessionEnded).waitFor();
  await rui.check('sign-in');

  await clara.page.getByRole('button', { name: SHELL.en.signOut }).click();
  const { signIn } = SHELL.en;
  await clara.page.getByLabel(signIn.email, { exact: true }).fill('clara@example.org');
  await clara.page.getByLabel(signIn.password, { exact: true }).fill('not the password');
  await clara.page.getByRole('button', { name: signIn.submit, exact: true }).first().click();
  await clara.page.getByText('The e-mail address or the password is wrong').waitFor();
  await clara.check('sign-in');
  await clara.page.getByLabel(signIn.password, { exact: true }).fill(PASSWORD);
  await clara.page.getByRole('button', { name: signIn.submit, exact: true }).first().click();
  await clara.page.getByRole('link', { name: 'Clara Reis' }).waitFor();
});

it('people sign in through a provider, come back to where they were, and link an account', async () => {
  const { signIn, leftTitle, signOutThere, page: texts, account } = OPENID.en;
  provider.signIn('eva', { name: 'Eva Cruz', email: 'eva@example.org' });
  const stranger = await node.open({ language: 'pt', width: 360, colorScheme: 'dark' });
  await stranger.go('/console/account');
  await stranger.page.getByRole('button', { name: OPENID.pt.signIn(PROVIDER) }).waitFor();
  await stranger.check('sign-in-provider');
  await stranger.page.getByRole('button', { name: OPENID.pt.signIn(PROVIDER) }).click();
  await stranger.page.getByRole('heading', { name: OPENID.pt.page.failed }).waitFor();
  expect(new URL(stranger.page.url()).search).toBe('');
  await stranger.check('openid-refused');

  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Eva Cruz', email: 'eva@example.org', role: 'depositor', by: 'link' });
  await node.api('/people', { method: 'POST', headers, body });
  const eva = await node.open();
  await eva.go('/console/account?from=there');
  await eva.page.getByRole('button', { name: signIn(PROVIDER) }).click();
  await eva.page.getByRole('heading', { name: account.title }).waitFor();
  expect(new URL(eva.page.url()).pathname).toBe('/console/account');
  await eva.page.getByText(ACCOUNT.en.password.none).waitFor();
  await eva.check('account-elsewhere');
  await eva.page.getByRole('button', { name: SHELL.en.signOut, exact: true }).click();
  await eva.page.getByText(leftTitle(PROVIDER)).waitFor();
  await eva.check('signed-out-here');
  await eva.page.getByRole('button', { name: signOutThere(PROVIDER) }).click();
  await eva.page.waitForURL(`${provider.issuer}/**`);

  provider.signIn('clara', { name: 'Clara', email: 'clara@elsewhere.example' });
  const clara = await node.open();
  await clara.go('/console/account');
  await clara.page.getByLabel(SHELL.en.signIn.email, { exact: true }).fill('clara@example.org');
  await clara.page.getByLabel(SHELL.en.signIn.password, { exact: true }).fill(PASSWORD);
  await clara.page.getByRole('button', { name: SHELL.en.signIn.submit, exact: true }).first().click();
  const password = clara.page.getByLabel(`${account.password} (${account.title})`);
  await password.fill(PASSWORD);
  await clara.page.getByRole('button', { name: account.link(PROVIDER) }).click();
  await clara.page.getByText(account.isLinked).waitFor();
  await clara.check('account-linked');
  await password.fill(PASSWORD);
  await clara.page.getByRole('button', { name: account.unlink }).click();
  await clara.page.getByText(account.none).waitFor();
  // The address of the answer leads nobody in who did not set out.
  await clara.go('/console/openid?code=x&state=y');
  await clara.page.getByRole('heading', { name: texts.failed }).waitFor();
});
