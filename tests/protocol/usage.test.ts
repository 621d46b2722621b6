import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UsageReport } from '@perene/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { openServedNode } from '../fixtures/served-node.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

const folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
let served: Awaited<ReturnType<typeof openServedNode>>;
let item: ItemView;

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${served.url}${path}`, { method, headers: { 'user-agent': FIREFOX, ...headers }, redirect: 'manual' });
const report = async (query: string): Promise<UsageReport> => {
  await served.node.visits.finish();
  const answer = await get(`/api/v1/statistics/report?${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as UsageReport;
};
/** The sums of the four metrics for an access method. */
const sums = async (of: ItemView, method = 'Regular'): Promise<readonly number[]> => {
  const { Report_Items: items } = await report(`item=${encodeURIComponent(of.repository)}`);
  const found = items[0]?.Attribute_Performance.find(({ Access_Method: one }) => one === method);
  return Object.values(found?.Performance ?? {}).map((counts) => Object.values(counts).reduce((a, b) => a + b, 0));
};
const deposit = (metadata: Record<string, unknown> = {}): Promise<ItemView> =>
  served.node.archive.deposit({ files: filesOf({ 'a.txt': 'a text', 'b.txt': 'another' }), metadata }, AUTHOR);
const fileOf = ({ repository }: ItemView, name = 'a.txt'): string => `/col/${repository}/doc/${name}`;

beforeAll(async () => {
  served = await openServedNode(folder);
  item = await deposit({ title: 'Land cover', type: 'dataset', date: '2024-05-01' });
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a reader who opens the page and then the item made two investigations and one request', async () => {
  expect((await get(`/items/${item.repository}`)).status).toBe(200);
  expect((await get(fileOf(item))).status).toBe(200);
  // Other files of the item, a double click, and what only a machine would do.
  expect((await get(fileOf(item, 'b.txt'))).status).toBe(200);
  expect((await get(fileOf(item))).status).toBe(200);
  expect((await get(fileOf(item), {}, 'HEAD')).status).toBe(200);
  expect((await get(fileOf(item), { 'sec-purpose': 'prefetch' })).status).toBe(200);
  expect(await sums(item)).toEqual([2, 1, 1, 1]);
  expect(await sums(item, 'Machine')).toEqual([]);
});

it('a later part of a file, a file that is not there, a preview and a picture of the address are no visits', async () => {
  const other = await deposit();
  const preview = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' };
  expect((await get(fileOf(other), preview)).status).toBe(200);
  expect((await get(fileOf(other), { range: 'bytes=2-3' })).status).toBe(206);
  expect((await get(fileOf(other, 'none.txt'))).status).toBe(404);
  expect((await get(`/items/${other.repository}/qr.svg`)).status).toBe(200);
  expect((await get(`/items/${other.repository}/linkset`)).status).toBe(200);
  expect(await sums(other)).toEqual([]);
  expect((await get(fileOf(other), { range: 'bytes=0-1' })).status).toBe(206);
  expect(await sums(other)).toEqual([1, 1, 1, 1]);
});

it('what is unchanged since the reader last had it counts, metadata count for their item, and programs apart', async () => {
  const other = await deposit();
  const etag = (await get(fileOf(other), {}, 'HEAD')).headers.get('etag') ?? '';
  expect((await get(fileOf(other), { 'if-none-match': etag })).status).toBe(304);
  expect((await get(fileOf(other), { accept: 'application/x-bibtex' })).status).toBe(200);
  expect((await get(`/col/${other.metadata?.repository}/doc/metadata.json`)).status).toBe(200);
  for (const agent of ['curl/8.5.0', 'LinkChecker/10.2', 'Googlebot/2.1 (+http://www.google.com/bot.html)']) {
    await get(fileOf(other), { 'user-agent': agent });
  }
  expect(await sums(other)).toEqual([2, 1, 1, 1]);
  expect(await sums(other, 'Machine')).toEqual([1, 1, 1, 1]);
});

it('a report names items as COUNTER does, by month and by day, whole and in pages, also as a table', async () => {
  const one = await report(`item=${encodeURIComponent(item.repository)}`);
  const [entry] = one.Report_Items;
  expect(one.Report_Header).toMatchObject({ Release: '5.1', Report_ID: 'IR' });
  expect(entry).toMatchObject({
    Item: 'Land cover',
    Item_ID: { Proprietary: item.repository, URI: item.persistentUrl },
    Data_Type: 'Dataset',
    YOP: '2024',
    Access_Type: 'Open',
  });
  const day = new Date().toISOString().slice(0, 10);
  const byDay = await report(`item=${encodeURIComponent(item.repository)}&by=day&from=${day}&to=${day}`);
  expect(byDay.Report_Items[0]?.Attribute_Performance[0]?.Performance.Total_Item_Requests).toEqual({ [day]: 1 });

  const first = await report('limit=2');
  const rest = await report(`limit=2&cursor=${encodeURIComponent(first.next ?? '')}`);
  expect([first.Report_Items.length, rest.Report_Items.length, rest.next]).toEqual([2, 1, undefined]);
  const node = await report('of=node');
  expect(node.Report_Header.Report_ID).toBe('PR');
  expect(node.Report_Items).toHaveLength(1);

  const table = await get(`/api/v1/statistics/report?item=${encodeURIComponent(item.repository)}`, {
    accept: 'text/csv',
  });
  expect(table.headers.get('content-type')).toMatch(/^text\/csv/);
  expect((await table.text()).split('\r\n')[2]).toContain('Land cover');
  const paged = await get('/api/v1/statistics/report?limit=1&format=csv');
  expect(paged.headers.get('link')).toMatch(/^<\?limit=1&format=csv&cursor=.+>; rel="next"$/);
});

it('an item tells from which items readers followed links to it, each reader once an hour', async () => {
  const [cited, citing] = [await deposit(), await deposit()];
  const resolve = (from: string, agent = FIREFOX): Promise<Response> =>
    get(`/${cited.repository}?ibiurl.clientinformation.citingitem=${from}`, { 'user-agent': agent });
  for (const from of [citing.repository, citing.repository, cited.repository, 'nonsense', '']) {
    expect((await resolve(from)).status).toBe(302);
  }
  expect((await resolve('LK47B6W/48QQQSB', 'curl/8.5.0')).status).toBe(302);
  await served.node.follows.finish();
  const answer = await get(`/api/v1/items/${encodeURIComponent(cited.repository)}/cited-from`);
  const { items } = (await answer.json()) as { items: readonly unknown[] };
  expect(items).toEqual([
    { label: citing.repository, url: citing.persistentUrl, follows: 1, lastDay: expect.stringMatching(/^[\d-]{10}$/) },
  ]);
  const page = await (await get(`/items/${cited.repository}`, { 'accept-language': 'pt' })).text();
  expect(page).toContain('Citado em');
  expect(page).toContain(`href="${citing.persistentUrl}"`);
});

it('the description of an item names the item in links to others', async () => {
  const other = await deposit();
  const item = await deposit({ relation: [other.persistentUrl, 'http://elsewhere.example.org/x'] });
  const page = await (await get(`/items/${item.repository}/metadata`)).text();
  expect(page).toContain(
    `href="${other.persistentUrl}?ibiurl.clientinformation.citingitem=${item.repository}" rel="nofollow"`,
  );
  expect(page).toContain('href="http://elsewhere.example.org/x"');
});

it.each([
  ['from=2026-02-30', 'no-day'],
  ['from=2026-02-02&to=2026-02-01', 'days-turned'],
  ['by=day&from=2024-01-01&to=2026-01-01', 'days-many'],
])('a report is refused for %s', async (query, reason) => {
  const answer = await get(`/api/v1/statistics/report?${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'request-invalid', parameters: { reason } });
});
