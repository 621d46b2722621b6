import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readImageHeader } from '../../packages/server/src/adapters/thumbnails/image-header.ts';
import { createWorkerThumbnails } from '../../packages/server/src/adapters/thumbnails/worker-thumbnails.ts';
import { drawPng } from '../fixtures/pictures-of-tests.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const PICTURE = drawPng({ width: 1_000, height: 500 });

const serve = async (flags: Parameters<typeof serveTestNode>[0] = {}) => {
  const served = await serveTestNode(flags);
  const authorization = `Bearer ${await served.createKey('admin')}`;
  const send = async (method: string, path: string, body: FormData | object) =>
    (await (
      await fetch(`${served.url}/api/v1${path}`, {
        method,
        headers: { authorization, ...(!(body instanceof FormData) && { 'content-type': 'application/json' }) },
        body: body instanceof FormData ? body : JSON.stringify(body),
      })
    ).json()) as { readonly repository: string };
  return {
    ...served,
    send,
    authorization,
    async deposit(files: Readonly<Record<string, Buffer | string>>, more: object = {}) {
      const body = new FormData();
      const description = { metadata: { title: [{ value: 'Marsh' }] }, ...more };
      body.append('item', new Blob([JSON.stringify(description)], { type: 'application/json' }));
      for (const [name, content] of Object.entries(files)) {
        body.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
      }
      return (await send('POST', '/items', body)).repository;
    },
    async list() {
      const page = (await (await fetch(`${served.url}/api/v1/items`)).json()) as {
        readonly items: readonly { readonly repository: string; readonly thumbnail?: string }[];
      };
      return new Map(page.items.map(({ repository, thumbnail }) => [repository, thumbnail]));
    },
    get: (path: string) => fetch(`${served.url}${path}`),
  };
};

describe('a small picture', () => {
  it('of an item is listed, shown on pages, and made once', async () => {
    const { deposit, list, get, node } = await serve();
    const label = await deposit({ 'a.txt': 'text', 'view.png': PICTURE });
    const address = (await list()).get(label) ?? '';
    expect(address).toMatch(new RegExp(`^/thumbnails/small/${label}\\?v=[0-9a-f]{12}$`));
    const [small, large] = [await get(address), await get(address.replace('small', 'large'))];
    expect([small.headers.get('content-type'), small.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'public, max-age=3600',
    ]);
    expect(readImageHeader(new Uint8Array(await small.arrayBuffer()))).toMatchObject({ width: 240, height: 120 });
    expect(readImageHeader(new Uint8Array(await large.arrayBuffer()))).toMatchObject({ width: 960, height: 480 });
    for (const path of ['/items', '/search?q=marsh', '/']) {
      expect([path, await (await get(path)).text()]).toEqual([path, expect.stringContaining(`src="${address}"`)]);
    }
    const page = await (await get(`/items/${label}`)).text();
    expect(page).toContain(
      `<meta property="og:image" content="http://example.org${address.replace('small', 'large')}">`,
    );
    const folder = join(node.settings.dataFolder, 'thumbnails');
    expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.jpg'))).toHaveLength(2);
  });

  it('stands for the main file, or else for the first picture', async () => {
    const { deposit, list } = await serve();
    const other = drawPng({ width: 20, height: 20 });
    const main = await deposit({ 'a.png': PICTURE, 'b.png': other }, { target: 'b.png' });
    const first = await deposit({ 'b.txt': 'x', 'd.png': other, 'c.png': PICTURE });
    const none = await deposit({ 'a.txt': 'x', 'b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    const listed = await list();
    const versionOf = (label: string) => listed.get(label)?.split('v=')[1];
    expect(listed.get(none)).toBeUndefined();
    expect(versionOf(main)).not.toBe(versionOf(first));
    expect(versionOf(first)).toBeDefined();
  });

  it('is given of nothing that is closed, embargoed or removed, also if it was made before', async () => {
    const { deposit, list, get, send, url, authorization } = await serve();
    const label = await deposit({ 'view.png': PICTURE });
    const address = (await list()).get(label) ?? '';
    expect((await get(address)).status).toBe(200);
    const closed = [
      { fileList: 'closed' },
      { fileList: 'open', networks: ['127.0.0.0/8'] },
      { fileList: 'open', description: 'closed' },
      { fileList: 'open', embargo: '2999-01-01' },
    ];
    for (const access of closed) {
      await send('PATCH', `/items/${label}`, { access });
      expect([access, (await get(address)).status]).toEqual([access, 404]);
      expect((await list()).get(label)).toBeUndefined();
      expect(await (await get(`/items/${label}`)).text()).not.toContain('/thumbnails/');
    }
    await send('PATCH', `/items/${label}`, { access: { fileList: 'open' } });
    expect((await get(address)).status).toBe(200);
    await fetch(`${url}/api/v1/items/${label}?reason=x`, { method: 'DELETE', headers: { authorization } });
    expect((await get(address)).status).toBe(404);
    for (const wrong of ['/thumbnails/small/x', '/thumbnails/huge/x', `/thumbnails/huge/${label}`]) {
      expect((await get(wrong)).status).toBe(404);
    }
  });

  it('needs a key where reading does', async () => {
    const { deposit, get } = await serve({ 'public-reading': 'no' });
    const label = await deposit({ 'view.png': PICTURE });
    expect((await get(`/thumbnails/small/${label}`)).status).toBe(401);
  });

  it('of what is no picture is not there, and is not tried again', async () => {
    const { deposit, list, get, node } = await serve();
    const label = await deposit({ 'view.png': Buffer.concat([PICTURE.subarray(0, 60), Buffer.from('garbage')]) });
    const address = (await list()).get(label) ?? '';
    expect((await get(address)).status).toBe(404);
    expect((await get(address)).status).toBe(404);
    const folder = join(node.settings.dataFolder, 'thumbnails');
    expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.jpg'))).toHaveLength(2);
  });
});

describe('making small pictures', () => {
  it('decodes no picture that says it is huge, and waits for none', async () => {
    const { make } = createWorkerThumbnails();
    const size = { width: 10, height: 10 };
    expect(await make(drawPng(size, { width: 20_000, height: 20_000 }))).toBe('unfit');
    expect(await make(drawPng(size, { width: 0, height: 10 }))).toBe('unfit');
    expect(await make(drawPng(size, { width: 10, height: 11 }))).toBe('unfit');
    expect(await make(Buffer.from('not a picture'))).toBe('unfit');
    expect(await createWorkerThumbnails({ deadlineMs: 1 }).make(PICTURE)).toBe('late');
  });

  it('shows what is transparent as white, and enlarges nothing', async () => {
    const made = await createWorkerThumbnails().make(drawPng({ width: 40, height: 20 }));
    if (typeof made === 'string') throw new Error(made);
    expect(readImageHeader(made.large)).toMatchObject({ width: 40, height: 20 });
  });
});
