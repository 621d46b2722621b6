import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { named } from '../fixtures/labels.ts';
import { openServedNode } from '../fixtures/served-node.ts';

const SECOND = 1_000_000n;
const folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
let served: Awaited<ReturnType<typeof openServedNode>>;
let now = 1_790_000_000_000_000n;
let first: ItemView;
let second: ItemView;
let third: ItemView;

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${served.url}${path}`, { headers, redirect: 'manual' });
const at = (microseconds: bigint): string => new Date(Number(microseconds / 1_000n)).toUTCString();
const pathOf = (url: string | null): string => (url ?? '').replace('http://example.org', '');

const deposit = (title: string, editionOf?: string): Promise<ItemView> =>
  served.node.archive.deposit({ files: filesOf({ 'a.txt': title }), metadata: { title }, editionOf }, AUTHOR);

beforeAll(async () => {
  const clock = {
    now: () => now,
    async wait(microseconds: bigint) {
      now += microseconds;
    },
  };
  served = await openServedNode(folder, {}, { clock });
  first = await deposit('One');
  now += 1_000n * SECOND;
  await served.node.archive.edit(named(first.repository), { metadata: { title: 'One, corrected' } }, AUTHOR);
  now += 1_000n * SECOND;
  second = await deposit('Two', first.repository);
  now += 1_000n * SECOND;
  third = await deposit('Three', second.repository);
  now += 1_000n * SECOND;
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('past descriptions of an item', () => {
  const BEGIN = 1_790_000_000_000_000n;

  it('are listed in a TimeMap, to which the page leads', async () => {
    const page = await get(`/items/${first.repository}`);
    expect(page.headers.get('link')).toContain(`/items/${first.repository}/timegate>; rel="timegate"`);
    expect(page.headers.get('link')).toContain(`/items/${first.repository}/timemap>; rel="timemap"`);
    const map = await get(`/items/${first.repository}/timemap`);
    expect(map.headers.get('content-type')).toBe('application/link-format');
    const text = await map.text();
    expect(text).toContain(`rel="first memento"; datetime="${at(BEGIN)}"`);
    expect(text).toContain(`rel="last memento"; datetime="${at(BEGIN + 1_000n * SECOND)}"`);
  });

  it.each([
    ['before there was any', -500n, 'One'],
    ['at the beginning', 0n, 'One'],
    ['before the change', 999n, 'One'],
    ['from the change on', 1_000n, 'One, corrected'],
  ])('are chosen by time: %s', async (_when, seconds, title) => {
    const gate = await get(`/items/${first.repository}/timegate`, { 'accept-datetime': at(BEGIN + seconds * SECOND) });
    expect([gate.status, gate.headers.get('vary')]).toEqual([302, 'accept-datetime']);
    expect(gate.headers.get('link')).toContain(`<http://example.org/items/${first.repository}>; rel="original"`);
    const memento = await get(pathOf(gate.headers.get('location')), { accept: 'application/json' });
    expect(memento.status).toBe(200);
    expect(memento.headers.get('memento-datetime')).toMatch(/ GMT$/);
    expect(memento.headers.get('link')).toContain('rel="original"');
    expect(await memento.json()).toMatchObject({ fields: { title: [{ value: title }] } });
    // Web archives and other clients of Memento accept anything: they get a page, as at the address of today.
    for (const accept of ['text/html', '*/*', 'application/json;q=0.5, */*']) {
      const page = await get(pathOf(gate.headers.get('location')), { accept });
      expect(await page.text()).toContain(`<dd>${title}</dd>`);
    }
  });

  it('lead to the one of that time from any time, and refuse what is none', async () => {
    const between = await get(`/items/${first.repository}/memento-20991231235959`);
    expect(between.status).toBe(302);
    const wrong = await get(`/items/${first.repository}/timegate`, { 'accept-datetime': 'yesterday' });
    expect(wrong.status).toBe(400);
    const last = await get(`/items/${first.repository}/timegate`);
    expect(pathOf(last.headers.get('location'))).toMatch(/\/memento-\d{14}$/);
  });
});

describe('the last edition at a time', () => {
  it.each([
    [1_500n, () => first],
    [2_500n, () => second],
    [9_000n, () => third],
  ])('%d seconds after the first', async (seconds, edition) => {
    const time = at(1_790_000_000_000_000n + seconds * SECOND);
    const answer = await get(`/${first.repository}!`, { 'accept-datetime': time });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(edition().persistentUrl);
    expect(answer.headers.get('vary')).toContain('accept-datetime');
    expect(answer.headers.get('link')).toContain(`<http://example.org/${first.repository}!>; rel="original"`);
  });

  it('is the last one without a time, and with one that asks for something else', async () => {
    const plain = await get(`/${first.repository}!`);
    expect(plain.headers.get('location')).toContain(third.repository);
    expect(plain.headers.get('vary')).toContain('accept-datetime');
    const time = { 'accept-datetime': at(1_790_000_500_000_000n) };
    expect((await get(`/${first.repository}!:`, time)).headers.get('location')).toContain(
      third.metadata?.repository ?? '',
    );
    expect((await get(`/${first.repository}!`, { 'accept-datetime': 'x' })).status).toBe(400);
    expect((await get(`/${first.repository}`, time)).headers.get('vary')).toBe('accept');
  });

  it('is listed in a TimeMap', async () => {
    const map = await (await get(`/items/${second.repository}/editions-timemap`)).text();
    for (const { persistentUrl } of [first, second, third]) expect(map).toContain(`<${persistentUrl}>; rel="`);
    expect(map).toContain(`<${second.persistentUrl}!>; rel="original"`);
  });
});
