import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Collection, ItemPage } from '@perene/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { formOf } from '../api/client.ts';
import { administratorKey } from '../fixtures/places.ts';
import { type ServedNode, serveInProcess } from '../fixtures/serve-in-process.ts';

let node: ServedNode;
let folder: string;

const send = async (method: string, path: string, body?: object | FormData) => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${node.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${administratorKey(folder)}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) };
};

const create = async (collection: object): Promise<Collection> => {
  const { status, answer } = await send('POST', '/collections', collection);
  expect(status).toBe(201);
  return answer;
};

const deposit = async (title: string, more: object = {}): Promise<ItemView> => {
  const { status, answer } = await send('POST', '/items', formOf({ metadata: { title }, ...more }, { 'a.txt': title }));
  expect(status).toBe(201);
  return answer;
};

const read = async (path: string) => {
  const response = await fetch(`${node.url}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { response, text: await response.text(), location: response.headers.get('location')?.replace(node.url, '') };
};

describe('collections of a node', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
    node = await serveInProcess(folder);
  });
  afterAll(async () => {
    await node.stop();
    rmSync(folder, { recursive: true });
  });

  it('give new items what they do not say themselves', async () => {
    const access = { networks: ['192.0.2.0/24'], fileList: 'open' };
    await create({
      name: 'theses',
      title: { en: 'Theses' },
      defaults: { license: 'CC-BY-4.0', language: 'pt', access },
    });
    await create({ name: 'maps', title: { pt: 'Mapas' }, defaults: { license: 'CC0-1.0', language: 'en' } });
    const plain = await deposit('Given', { collections: ['theses', 'maps'] });
    expect(plain).toMatchObject({ language: 'pt', access, collections: [{ name: 'maps' }, { name: 'theses' }] });
    expect(plain.metadata?.fields['rights']?.[0]?.value).toBe('CC-BY-4.0');
    const own = await deposit('Own', {
      collections: ['theses'],
      language: 'es',
      access: { fileList: 'open' },
      metadata: { title: 'Own', rights: 'MIT' },
    });
    expect(own).toMatchObject({ language: 'es', access: { fileList: 'open' } });
    expect(own.metadata?.fields['rights']?.[0]?.value).toBe('MIT');
    const refused = await send('POST', '/items', formOf({ collections: ['none'] }, { 'a.txt': 'a' }));
    expect([refused.status, refused.answer.code]).toEqual([404, 'collection-not-found']);
  });

  it('decide what persistent URLs open, unless an item says it', async () => {
    await create({ name: 'pages', title: { en: 'Pages' }, defaults: { opens: 'page' } });
    await create({ name: 'files', title: { en: 'Files' }, defaults: { opens: 'file' } });
    const item = await deposit('Opened', { collections: ['pages', 'files'] });
    const page = `/items/${item.repository}`;
    const file = `/col/${item.repository}/doc/a.txt`;
    const opens = async (): Promise<string | undefined> => (await read(`/${item.ibip}`)).location;
    expect(await opens()).toBe(page);
    expect((await read(`/${item.ibip}/a.txt`)).location).toBe(file);
    expect((await read(`/${item.ibip}!`)).location).toBe(file);
    await send('PATCH', '/collections/pages', { defaults: {} });
    expect(await opens()).toBe(file);
    await send('PATCH', `/items/${item.repository}`, { opens: 'page' });
    expect(await opens()).toBe(page);
    await send('PATCH', `/items/${item.repository}`, { opens: null });
    expect(await opens()).toBe(file);
    expect((await deposit('Own word', { collections: ['files'], opens: 'page' })).opens).toBe('page');
  });

  it('have pages in both languages, in the order of a series, whose old addresses lead to the new one', async () => {
    await create({
      name: 'marsh',
      kind: 'series',
      title: { en: 'Heron <Marsh>', pt: 'Brejo' },
      description: { en: 'Water\n\n[levels](https://example.org)' },
    });
    const labels: string[] = [];
    for (const title of ['First', 'Second', 'Third']) {
      labels.push((await deposit(title, { collections: ['marsh'] })).repository);
    }
    const closed = await deposit('Secret', {
      collections: ['marsh'],
      access: { fileList: 'closed', description: 'closed' },
    });
    await send('POST', '/collections/marsh/order', { items: [labels[2]], before: labels[0] });
    const { text } = await read('/collections/marsh?lang=en');
    expect(text).toContain('<h1>Heron &lt;Marsh&gt;</h1>');
    expect(text).toContain('<a href="https://example.org">levels</a>');
    expect([...text.matchAll(/class="title" href="[^"]*"[^>]*>([^<]*)/g)].map(([, title]) => title)).toEqual([
      'Third',
      'First',
      'Second',
    ]);
    expect(text).toContain('3 items');
    expect((await read('/collections/marsh?lang=pt')).text).toContain('<h1>Brejo</h1>');
    expect((await read('/collections?lang=pt')).text).toContain('href="/collections/marsh">Brejo</a>');
    expect((await read('/?lang=en')).text).toContain('Heron &lt;Marsh&gt;</a>');
    expect((await read(`/items/${labels[0]}?lang=en`)).text).toContain('<a href="/collections/marsh">Heron');
    expect((await read(`/items/${closed.repository}?lang=en`)).text).not.toContain('/collections/marsh');
    await send('PATCH', '/collections/marsh', { name: 'heron-marsh' });
    const { response, location } = await read('/collections/marsh?lang=pt');
    expect([response.status, location]).toEqual([301, '/collections/heron-marsh?lang=pt']);
    expect((await read('/items?collection=marsh&lang=en')).text).toContain('Heron &lt;Marsh&gt;');
    expect((await read('/collections/none')).response.status).toBe(404);
    expect((await read('/collections/heron-marsh?cursor=x')).response.status).toBe(400);
    const feed = await read('/feed.atom?collection=heron-marsh');
    expect(feed.text.match(/<entry/g)).toHaveLength(3);
    expect((await read('/oai?verb=ListSets')).text).toContain('<setSpec>collection:heron-marsh</setSpec>');
    const harvested = await read('/oai?verb=ListIdentifiers&metadataPrefix=oai_dc&set=collection:heron-marsh');
    expect(harvested.text.match(/<header>/g)).toHaveLength(3);
  });

  it('are deleted without their items', async () => {
    const item = await deposit('Stays');
    await create({ name: 'gone', title: { en: 'Gone' } });
    const { answer } = await send('POST', '/collections/gone/items', { add: [item.ibip] });
    expect(answer.items).toBe(1);
    expect((await send('DELETE', '/collections/gone')).status).toBe(204);
    expect((await send('GET', '/collections/gone')).status).toBe(404);
    const shown = await send('GET', `/items/${item.repository}`);
    expect([shown.status, shown.answer.collections]).toEqual([200, undefined]);
  });

  it('refuse what cannot be right, and list all items to holders of a key', async () => {
    const page = (await send('GET', '/collections/heron-marsh/items')).answer as ItemPage;
    expect(page.items.map(({ title }) => title)).toEqual(['Third', 'First', 'Second', 'Secret']);
    for (const bad of [
      { name: 'Bad Name', title: { en: 'x' } },
      { name: 'x', title: {} },
      { name: 'x', title: { en: 'x'.repeat(301) } },
      { name: 'x', title: { en: 'x' }, defaults: { language: 'xx-nothing' } },
    ]) {
      expect((await send('POST', '/collections', bad)).status).toBe(422);
    }
  });
});
