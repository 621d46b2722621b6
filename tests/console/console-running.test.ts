import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlAccessCounts } from '../../packages/server/src/adapters/sql/catalogue/counts/sql-access-counts.ts';
import { createSqlRelationProposals } from '../../packages/server/src/adapters/sql/catalogue/sql-relation-proposals.ts';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import { accessibilityProblems } from '../fixtures/accessibility.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { parsedLabel, repositoryLabel } from '../fixtures/labels.ts';
import { takePicture } from '../fixtures/pictures.ts';
import { administratorKey } from '../fixtures/places.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';

const REQUESTED = 'dpi.inpe.br/banon/1999/01.09.22.14';
const DISPUTED = 'sid.inpe.br/mtc-m18@80/2009/02.16.17.46';

interface Deposited {
  readonly repository: string;
  readonly ibip: string;
}

let browser: Browser;
let node: RunningNode;
let folder: string;
let key: string;
let report: Deposited;

const ask = async <Answer>(method: string, path: string, body?: unknown, as = key): Promise<Answer> => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${node.url}/api/v1${path}`, {
    method,
    headers: {
      ...(as !== '' && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
};

const deposit = (title: string): Promise<Deposited> => {
  const form = new FormData();
  form.append('item', new Blob([JSON.stringify({ metadata: { title } })], { type: 'application/json' }));
  form.append('file', new Blob(['hello']), 'report.txt');
  return ask('POST', '/items', form);
};

/** Midnight may pass during the tests. */
const BEGIN = Date.now();
const dayBefore = (days: number): string => new Date(BEGIN - days * 86_400_000).toISOString().slice(0, 10);

/** Writes rows that otherwise only time and other Archives would bring about. */
const seedDatabase = async (first: string, second: string): Promise<void> => {
  const database = openSqliteDatabase(join(folder, 'perene-data', 'perene.sqlite'));
  const counts = Array.from({ length: 60 }, (_, index) => [
    {
      repository: repositoryLabel(first),
      day: dayBefore(index),
      content: 'Data' as const,
      accesses: 3 + ((index * 7) % 19),
    },
    {
      repository: repositoryLabel(first),
      day: dayBefore(index),
      content: 'Metadata' as const,
      accesses: (index * 5) % 7,
    },
    { repository: repositoryLabel(second), day: dayBefore(index), content: 'Data' as const, accesses: (index * 3) % 5 },
  ]);
  await createSqlAccessCounts(database).add(counts.flat().filter(({ accesses }) => accesses > 0));
  await createSqlMembers(database).noteAlert({
    ibi: DISPUTED,
    claims: [
      {
        service: parsedLabel(REQUESTED),
        address: 'a.example.org',
        url: 'http://a.example.org/col/x/doc/',
        timestamp: '2026-01-02',
      },
      { service: parsedLabel(DISPUTED), address: 'b.example.org:8081' },
    ],
    at: 1_794_798_226_530_000n,
  });
  await database.close();
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
  node = await startPerene(folder);
  browser = await openBrowser();
  key = administratorKey(folder);
  report = await deposit('Annual report');
  const second = await deposit('Rainfall of the basin, 1961 to 2020');
  await ask('PATCH', `/items/${report.repository}`, { language: 'en' });
  await ask('POST', '/minters', { name: 'shelves', template: 's.sd', policy: 'Never given again.' });
  await ask('POST', '/minters/shelves/mint', { count: 10 });
  await ask('POST', '/minters', { name: 'samples', template: 'f5.reedeedk', naan: '12345', term: 'medium' });
  await ask('POST', '/archives', { service: REQUESTED, registrationKey: '1234567890', email: 'ana@example.org' }, '');
  await seedDatabase(report.repository, second.repository);
});

afterAll(async () => {
  await browser.close();
  await node.stop();
  rmSync(folder, { recursive: true });
});

interface Opening {
  readonly locale?: 'en-US' | 'pt-BR';
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly as?: string;
}

interface Opened {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly hosts: ReadonlySet<string>;
  readonly go: (path: string) => Promise<void>;
  close(): Promise<void>;
}

/** Opens a window that is already signed in. */
const openWindow = async (options: Opening = {}): Promise<Opened> => {
  const { locale = 'en-US', colorScheme = 'light', width = 1280, as = key } = options;
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 800 } });
  await context.addInitScript((value) => sessionStorage.setItem('perene.key', value), as);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of')) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  const hosts = new Set<string>();
  page.on('request', (sent) => hosts.add(new URL(sent.url()).host));
  const go = async (path: string): Promise<void> => {
    await page.goto(`${node.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  return { page, problems, hosts, go, close: () => context.close() };
};

/** Opens a page of the console. */
const open = async (path: string, options?: Opening): Promise<Opened> => {
  const opened = await openWindow(options);
  await opened.go(path);
  return opened;
};

const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.getByText(/^(Loading|Carregando)/).waitFor({ state: 'detached' });
};

const expectAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await accessibilityProblems(page)]).toEqual([colorScheme, []]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
};

const PAGES: readonly (readonly [name: string, english: string, portuguese: string])[] = [
  ['statistics', 'Statistics', 'Estatísticas'],
  ['activity', 'Activity', 'Atividade'],
  ['minters', 'Minters', 'Cunhadores'],
  ['minters/samples', 'samples', 'samples'],
  ['new-minter', 'Create a minter', 'Criar um cunhador'],
  ['names', 'Names', 'Nomes'],
  ['name-changes', 'Change many names', 'Alterar vários nomes'],
  ['overview', 'Overview', 'Visão geral'],
  ['relations', 'Proposals', 'Propostas'],
  ['federation', 'Federation', 'Federação'],
  ['people', 'People', 'Pessoas'],
  ['account', 'Your account', 'A sua conta'],
  ['keys', 'Keys', 'Chaves'],
  ['node', 'Node', 'Nó'],
];

// Together these have both languages, colour schemes and widths; the longer words are on the narrow screen.
describe.each([
  ['en-US', 'light', 1280],
  ['pt-BR', 'dark', 360],
] as const)('pages for those who run the node: %s, %s, %i px', (locale, colorScheme, width) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openWindow({ locale, colorScheme, width });
  });
  afterAll(() => opened.close());

  it.each(PAGES)('%s can be read by everyone, from this host alone', async (path, english, portuguese) => {
    const { page, problems, hosts, go } = opened;
    await go(`/console/${path}`);
    await page.getByRole('heading', { level: 1, name: locale === 'en-US' ? english : portuguese }).waitFor();
    await settle(page);
    await takePicture(page, `console-${path.replace('/', '-')}-${locale}-${colorScheme}-${width}`);
    await expectAccessible(page);
    expect([...hosts]).toEqual([new URL(node.url).host]);
    expect(problems).toEqual([]);
  });
});

describe('minters', () => {
  it('are listed with what is left, and a warning where nothing is', async () => {
    const { page, close } = await open('/console/minters');
    const row = page.getByRole('row', { name: /shelves/ });
    await row.getByText('No identifier is left: create another minter.').waitFor();
    expect(await page.getByRole('row', { name: /samples/ }).textContent()).toContain('12345/f5.reedeedk');
    await close();
  });

  it('are tried out while their template is typed, and created', async () => {
    const { page, close } = await open('/console/minters');
    await page.getByRole('link', { name: 'Create a minter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create a minter' }).waitFor();
    const preview = page.getByRole('region', { name: 'What it gives' });
    await page.getByLabel('Template', { exact: true }).fill('b.rddk');
    await preview.getByText('100 identifiers').waitFor();
    await page.getByText('a check character').first().waitFor();
    const first = (await preview.locator('.samples li').first().textContent()) ?? '';
    expect(first).toMatch(/^b\d\d[0-9b-z]$/);

    await page.getByLabel('Template', { exact: true }).fill('b.qd');
    await page.getByText('The mask must begin with r').waitFor();
    await page.getByRole('button', { name: 'Create the minter' }).click();
    await page.getByText('Use 1 to 63 lower-case letters').waitFor();

    await page.getByLabel('Template', { exact: true }).fill('b.rddk');
    await page.getByLabel('Name', { exact: true }).fill('boxes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'boxes' }).waitFor();

    await page.getByLabel('How many').fill('2');
    await page.getByRole('button', { name: 'Mint', exact: true }).click();
    const minted = page.getByLabel('Minted identifiers, one a line');
    await minted.waitFor();
    expect((await minted.inputValue()).split('\n')[0]).toBe(first);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as a text file' }).click();
    expect((await download).suggestedFilename()).toBe('boxes.txt');
    await expectAccessible(page);
    await close();
  });

  it('check identifiers while they are typed, tell what is bound, and bind', async () => {
    const { ids } = await ask<{ ids: readonly [string] }>('POST', '/minters/samples/mint', { count: 1 });
    const { page, close } = await open('/console/minters/samples');
    const field = page.getByLabel('Identifier', { exact: true });
    await field.fill(ids[0].slice(0, 4));
    await page.getByText(/^Character 5\./).waitFor();
    await field.fill(ids[0].replace(/.$/, (last) => (last === '0' ? '1' : '0')));
    await page.getByText('The last character does not check the others').waitFor();
    expect(await page.locator('mark').textContent()).toHaveLength(1);
    await field.fill(ids[0]);
    await page.getByText('It fits the template of this minter.').waitFor();
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('Nothing is bound to it.').waitFor();
    await page.getByLabel('Element').fill('where');
    await page.getByLabel('Value').fill('https://www.example.org/samples/1');
    await page.getByRole('button', { name: 'Bind' }).click();
    await page.getByRole('definition').filter({ hasText: 'https://www.example.org/samples/1' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove: where' }).click();
    await page.getByText('Nothing is bound to it.').waitFor();
    await close();
  });

  it('hold and queue identifiers, and say what they promise', async () => {
    const { page, close } = await open('/console/minters/shelves', { locale: 'pt-BR' });
    await page.getByRole('alert').getByText('Não resta nenhum identificador: crie outro cunhador.').waitFor();
    await page.getByLabel('Identificadores, um por linha').fill('s1, s2');
    await page.getByRole('button', { name: 'Enfileirar' }).click();
    await page.getByText('Na fila: 2').waitFor();
    await page.getByLabel('Identificadores, um por linha').fill('s3');
    await page.getByRole('button', { name: 'Reter' }).click();
    await page.getByText('Estão retidos.').waitFor();
    await page.getByRole('definition').filter({ hasText: /^1$/ }).first().waitFor();
    await page.getByLabel('Política').fill('Para sempre.');
    await page.getByRole('button', { name: 'Guardar a política' }).click();
    await page.getByText('A política está guardada.').waitFor();
    expect(await ask('GET', '/minters/shelves')).toMatchObject({
      policy: 'Para sempre.',
      statistics: { held: 1, queued: 2 },
    });
    await close();
  });
});

describe('the federation', () => {
  it('shows how a persistent URL is resolved, step by step', async () => {
    const { page, close } = await open('/console/federation');
    await page.getByLabel('Persistent URL or label').fill(report.ibip);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Found', exact: true }).waitFor();
    await page.getByText('it is here').waitFor();
    await page.getByText('Decided').waitFor();
    await expectAccessible(page);
    await takePicture(page, 'console-federation-trace');
    await page.getByLabel('Persistent URL or label').fill('nothing!');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This is not a persistent URL' }).waitFor();
    await close();
  });

  it('approves, revokes and registers Archives, and tells of alerts with their evidence', async () => {
    const { page, close } = await open('/console/federation', { locale: 'pt-BR' });
    const archive = page.getByRole('article').filter({ hasText: REQUESTED }).first();
    await archive.getByText('pede registro').waitFor();
    await archive.getByText('ana@example.org').waitFor();
    await archive.getByRole('button', { name: /Aprovar/ }).click();
    await archive.getByText('registrado, ainda não incluído').waitFor();
    await archive.getByRole('button', { name: /Revogar/ }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await archive.getByRole('button', { name: /Revogar/ }).click();
    await dialog.getByRole('button', { name: 'Revogar' }).click();
    await archive.getByText('revogado', { exact: true }).waitFor();

    await page.getByText('Registrar um Arquivo').click();
    await page.getByLabel('Rótulo do seu serviço de Arquivo').fill('sid.inpe.br/mtc-m18@80/2010/02.16.17.46');
    await page.getByLabel('Chave de registro').fill('12');
    await page.getByRole('button', { name: 'Registrar', exact: true }).click();
    await page.getByText('A chave de registro está errada').waitFor();
    await page.getByLabel('Chave de registro').fill('1234567890');
    await page.getByRole('button', { name: 'Registrar', exact: true }).click();
    await page.getByRole('heading', { name: 'sid.inpe.br/mtc-m18@80/2010/02.16.17.46' }).waitFor();

    const alert = page.getByRole('article').filter({ hasText: DISPUTED }).last();
    await alert.getByText('a.example.org', { exact: true }).waitFor();
    await alert.getByText('b.example.org:8081').waitFor();
    await alert.getByRole('button', { name: 'Evidências' }).click();
    await alert.getByText('nenhuma: este Arquivo não assina o que reivindica').first().waitFor();
    await close();
  });
});

describe('statistics', () => {
  it('are plotted, told as a table, and chosen by period', async () => {
    const { page, close } = await open('/console/statistics');
    const plot = page.getByRole('img', { name: /^Bar chart: [\d,]+ accesses from/ });
    await plot.waitFor();
    expect(await plot.locator('.bar-group').count()).toBe(30);
    const summary = page.getByText('The same as a table');
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Accesses' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Annual report' }).waitFor();

    await page.getByLabel('Period', { exact: true }).selectOption('7');
    await page.waitForURL(/days=7/);
    await expect.poll(() => plot.locator('.bar-group').count()).toBe(7);
    await page.getByLabel('Period', { exact: true }).selectOption('365');
    await page.getByText('Each bar is a week.').waitFor();
    await page.getByLabel('Period', { exact: true }).selectOption('0');
    await page.getByLabel('From', { exact: true }).fill(dayBefore(1));
    await page.getByLabel('To', { exact: true }).fill(dayBefore(3));
    await page.getByText('The first day must not come after the last.').waitFor();
    await page.getByLabel('To', { exact: true }).fill(dayBefore(0));
    await page.getByLabel('Label of one item').fill(report.ibip);
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => plot.locator('.bar-group').count()).toBe(2);
    await close();
  });

  it('report that there are none', async () => {
    const { page, close } = await open('/console/statistics?from=2001-01-01&to=2001-01-31', { locale: 'pt-BR' });
    await page.getByText('Nenhum acesso nesses dias').waitFor();
    await close();
  });
});

describe('keys', () => {
  it('are made, shown once, and revoked when confirmed', async () => {
    const { page, close } = await open('/console/keys');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Say whose key it is.').waitFor();
    await page.getByLabel('Whose key it is').fill('Ana Lima');
    await page.getByLabel('Role', { exact: true }).selectOption('reader');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const dialog = page.getByRole('dialog', { name: 'The key of Ana Lima' });
    const made = await dialog.getByLabel('New key', { exact: true }).inputValue();
    expect(await ask('GET', '/whoami', undefined, made)).toMatchObject({ name: 'Ana Lima', role: 'reader' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await expect.poll(() => page.content()).not.toContain(made);

    const row = page.getByRole('row', { name: /Ana Lima/ });
    await row.getByRole('button', { name: 'Revoke: Ana Lima' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await ask('GET', '/whoami', undefined, made);
    await row.getByRole('button', { name: 'Revoke: Ana Lima' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText(/^revoked on/).waitFor();
    await expect(ask('GET', '/whoami', undefined, made)).rejects.toThrow('key-wrong');
    await close();
  });

  it('of others than administrators do not open the page', async () => {
    const { key: reader } = await ask<{ key: string }>('POST', '/keys', { name: 'Bo', role: 'reader' });
    const { page, close } = await open('/console/keys', { as: reader, locale: 'pt-BR' });
    await page.getByRole('heading', { name: 'Esta página pede outro papel' }).waitFor();
    expect(await page.getByRole('link', { name: 'Chaves' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Cunhadores' }).click();
    await page.getByRole('link', { name: 'samples' }).click();
    await page.getByRole('heading', { name: 'Política' }).waitFor();
    expect(await page.getByRole('button', { name: 'Cunhar', exact: true }).count()).toBe(0);
    await close();
  });
});

describe('the activity', () => {
  it('tells who did what, and is filtered by person, item and day', async () => {
    const { page, close } = await open('/console/activity');
    const rows = page.getByRole('row');
    await page.getByRole('link', { name: 'Annual report' }).first().waitFor();
    expect(await rows.nth(1).textContent()).toContain('Edited');
    const all = await rows.count();
    await page.getByRole('link', { name: 'administrator', exact: true }).first().click();
    await page.waitForURL(/who=administrator/);
    await page.getByRole('link', { name: 'Show all' }).waitFor();
    await page.getByLabel('Item', { exact: true }).fill(report.ibip);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => rows.count()).toBe(4);
    expect(all).toBeGreaterThan(4);
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('Nothing fits these filters').waitFor();
    await page.goBack();
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByLabel('Item', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('"x" is no label').waitFor();
    await close();
  });
});

describe('links', () => {
  it('of an item show where they come from, and are removed', async () => {
    const [first, next] = [await deposit('First edition'), await deposit('Second edition')];
    await ask('PATCH', `/items/${first.repository}`, { nextEdition: next.repository });
    const { page, close } = await open(`/console/items/${first.repository}`);
    const links = page.getByRole('region', { name: 'Links' });
    await links.getByText('from an edit').waitFor();
    await expectAccessible(page);
    await links.getByRole('button', { name: `Remove the link to ${next.repository}` }).click();
    await page.getByText('The link was removed.').waitFor();
    await links.waitFor({ state: 'detached' });
    const item = await ask<{ readonly links: readonly unknown[] }>('GET', `/items/${first.repository}`);
    expect(item.links).toEqual([]);
    await close();
  });

  it('that were withdrawn are shown as such once somebody has tried to accept them', async () => {
    const gone = await deposit('Gone');
    await ask('DELETE', `/items/${gone.repository}?reason=deposited+twice`);
    const database = openSqliteDatabase(join(folder, 'perene-data', 'perene.sqlite'));
    const now = BigInt(Date.now()) * 1_000n;
    await createSqlRelationProposals(database).save({
      direction: 'in',
      kind: 'edition',
      of: parsedLabel(report.repository),
      item: parsedLabel(gone.repository),
      state: 'open',
      language: undefined,
      title: 'Gone',
      archive: parsedLabel(REQUESTED),
      address: 'b.example.org',
      note: undefined,
      who: undefined,
      at: now,
      changedAt: now,
      askedAt: now,
    });
    await database.close();
    const { page, close } = await open('/console/relations');
    const proposal = page.getByRole('article').filter({ hasText: gone.repository });
    expect(await proposal.getByRole('link', { name: gone.repository }).getAttribute('href')).toBe(
      `/${gone.repository}`,
    );
    await proposal.getByRole('button', { name: 'Accept' }).click();
    await proposal.getByText('expired').waitFor();
    expect(await proposal.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    expect(await page.getByRole('alert').textContent()).toContain('removed');
    await close();
  });
});

it('the node tells its version, roles and health', async () => {
  const { page, close } = await open('/console/node', { locale: 'pt-BR' });
  await page.getByText('Está servindo.').waitFor();
  const { version } = await ask<{ version: string }>('GET', '/node');
  await page.getByText(version, { exact: true }).waitFor();
  await page.getByText('Arquivo: guarda itens').waitFor();
  await page.getByText('nenhum: o nó não se junta a outro').waitFor();
  expect(await page.getByRole('link', { name: 'Números para o Prometheus' }).getAttribute('href')).toBe('/metrics');
  await close();
});
