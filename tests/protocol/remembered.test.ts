import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { UsageReport } from '@perene/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DepositRequest, ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { openServedNode } from '../fixtures/served-node.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const PAGE = { accept: 'text/html' };

const folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
let served: Awaited<ReturnType<typeof openServedNode>>;
let key: string;
beforeAll(async () => {
  served = await openServedNode(folder, { 'trusted-proxies': '127.0.0.1' });
  key = await served.createKey('admin');
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends no header of its own, and decodes nothing. */
const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    request(`${served.url}${path}`, { method, headers: { 'user-agent': FIREFOX, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

const remembered = async (): Promise<number> => {
  const { body } = await get('/metrics');
  return Number(/perene_remembered_answers_total\{currency="current"\} (\d+)/.exec(String(body))?.[1] ?? 0);
};

const deposit = (more: Partial<DepositRequest> = {}): Promise<ItemView> =>
  served.node.archive.deposit({ files: filesOf({ 'a.txt': 'a text' }), metadata: { title: 'Land' }, ...more }, AUTHOR);

const addressesOf = ({ repository }: ItemView): readonly string[] => [
  `/items/${repository}`,
  `/items/${repository}/cite`,
  `/items/${repository}/cite.bib`,
  `/col/${repository}/doc/a.txt`,
  `/api/v1/items/${encodeURIComponent(repository)}`,
];

describe('answers to strangers', () => {
  it('are remembered, and the same as the first', async () => {
    for (const address of addressesOf(await deposit())) {
      const first = await get(address, PAGE);
      const before = await remembered();
      const again = await get(address, PAGE);
      expect([address, await remembered()]).toEqual([address, before + 1]);
      const { 'x-request-id': one, date: _, ...headers } = first.headers;
      const { 'x-request-id': other, date: __, ...sameHeaders } = again.headers;
      expect([again.status, again.body.equals(first.body), sameHeaders]).toEqual([200, true, headers]);
      expect(one).not.toBe(other);
    }
  });

  it('have strong tags, by which they are not sent again, also the first time and by HEAD', async () => {
    for (const address of addressesOf(await deposit())) {
      const { headers } = await get(address, PAGE);
      const etag = String(headers['etag']);
      expect(etag).toMatch(/^"[\w-]+"$/);
      const known = await get(address, { ...PAGE, 'if-none-match': etag });
      expect([known.status, known.body.length, known.headers['etag']]).toEqual([304, 0, etag]);
      const other = await get(address, { ...PAGE, 'if-none-match': '"other"' });
      expect(other.status).toBe(200);
      const head = await get(address, PAGE, 'HEAD');
      expect([head.status, head.body.length, head.headers['etag'], head.headers['content-length']]).toEqual([
        200,
        0,
        etag,
        headers['content-length'],
      ]);
      expect((await get(address, { ...PAGE, 'if-none-match': etag }, 'HEAD')).status).toBe(304);
      // Nobody has asked for it in this language before.
      const anew = await get(address, { ...PAGE, 'accept-language': 'pt', 'if-none-match': '*' });
      expect(anew.status).toBe(304);
    }
  });

  it('are not sent again to who has a file since it was changed', async () => {
    const { repository } = await deposit();
    const { headers } = await get(`/col/${repository}/doc/a.txt`);
    const since = String(headers['last-modified']);
    expect((await get(`/col/${repository}/doc/a.txt`, { 'if-modified-since': since })).status).toBe(304);
    const earlier = new Date(Date.parse(since) - 1_000).toUTCString();
    expect((await get(`/col/${repository}/doc/a.txt`, { 'if-modified-since': earlier })).status).toBe(200);
  });

  it('of large files are not sent again either, and leave no file open', async () => {
    const { repository } = await deposit({ files: filesOf({ 'large.bin': 'x'.repeat(500_000) }) });
    const address = `/col/${repository}/doc/large.bin`;
    const { etag, 'last-modified': modified } = (await get(address)).headers;
    const links = (): readonly string[] =>
      readdirSync('/proc/self/fd').flatMap((name) => {
        try {
          return [readlinkSync(`/proc/self/fd/${name}`)];
        } catch {
          return [];
        }
      });
    for (const condition of [{ 'if-none-match': String(etag) }, { 'if-modified-since': String(modified) }]) {
      for (let turn = 0; turn < 5; turn += 1) {
        const { status, body } = await get(address, condition);
        expect([condition, status, body.length]).toEqual([condition, 304, 0]);
      }
    }
    await expect.poll(() => links().filter((link) => link.endsWith('large.bin'))).toEqual([]);
  });

  it('are compressed once, each with a tag of its own', async () => {
    const { repository } = await deposit();
    const address = `/items/${repository}`;
    const plain = await get(address, PAGE);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toContain('accept-encoding');
    const tag = String(plain.headers['etag']);
    for (const [accepted, encoding, end, decode] of [
      ['gzip, deflate, br', 'br', '-br"', brotliDecompressSync],
      ['gzip;q=1.0, br;q=0.5', 'gzip', '-gz"', gunzipSync],
      ['*', 'br', '-br"', brotliDecompressSync],
    ] as const) {
      const { headers, body } = await get(address, { ...PAGE, 'accept-encoding': accepted });
      expect([headers['content-encoding'], headers['etag']]).toEqual([encoding, tag.replace(/"$/, end)]);
      expect(decode(body).equals(plain.body)).toBe(true);
      const known = await get(address, { ...PAGE, 'accept-encoding': accepted, 'if-none-match': `${headers['etag']}` });
      expect(known.status).toBe(304);
    }
    for (const accepted of ['identity', 'br;q=0', 'zstd']) {
      const { headers } = await get(address, { ...PAGE, 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
    }
    // Parts of a file are parts of its own bytes.
    const file = await get(`/col/${repository}/doc/a.txt`, { 'accept-encoding': 'br' });
    expect(file.headers['content-encoding']).toBeUndefined();
  });

  it('count as visits, remembered or not', async () => {
    const { repository } = await deposit();
    const visit = (address: string) => get(`/items/${repository}`, { ...PAGE, 'x-forwarded-for': address });
    const visitors = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
    for (const address of visitors) await visit(address);
    for (const address of visitors) await get(`/col/${repository}/doc/a.txt`, { 'x-forwarded-for': address });
    await get(`/col/${repository}/doc/a.txt`, { 'x-forwarded-for': '192.0.2.9' }, 'HEAD');
    await served.node.visits.finish();
    const { body } = await get(`/api/v1/statistics/report?item=${encodeURIComponent(repository)}`);
    const { Report_Items: items } = JSON.parse(String(body)) as UsageReport;
    const sums = Object.entries(items[0]?.Attribute_Performance[0]?.Performance ?? {}).map(([name, counts]) => [
      name,
      Object.values(counts).reduce((one, other) => one + other, 0),
    ]);
    expect(Object.fromEntries(sums)).toMatchObject({ Total_Item_Investigations: 6, Total_Item_Requests: 3 });
  });

  it('are in the language that was asked for', async () => {
    const { repository } = await deposit();
    for (const language of ['en', 'pt-BR,pt;q=0.9', 'en', 'pt-BR,pt;q=0.9', 'fr']) {
      const { body } = await get(`/items/${repository}`, { ...PAGE, 'accept-language': language });
      expect(String(body)).toContain(`<html lang="${language.startsWith('pt') ? 'pt-BR' : 'en'}"`);
    }
    const { body } = await get(`/items/${repository}`, { accept: 'application/vnd.citationstyles.csl+json' });
    expect(JSON.parse(String(body))).toMatchObject([{ title: 'Land' }]);
  });
});

describe('answers that depend on who asks', () => {
  it('are neither remembered nor given to those who send a cookie', async () => {
    const { repository } = await deposit();
    const address = `/items/${repository}`;
    const portuguese = await get(address, { ...PAGE, cookie: 'perene-language=pt' });
    expect(String(portuguese.body)).toContain('<html lang="pt-BR"');
    expect(String((await get(address, PAGE)).body)).toContain('<html lang="en"');
    expect(String((await get(address, { ...PAGE, cookie: 'perene-language=pt' })).body)).toContain(
      '<html lang="pt-BR"',
    );
  });

  it('are neither remembered nor given to holders of a key', async () => {
    const { repository } = await deposit({ access: { fileList: 'closed' } });
    const [page, item] = [`/items/${repository}`, `/api/v1/items/${encodeURIComponent(repository)}`];
    const basic = `Basic ${Buffer.from(`any:${key}`).toString('base64')}`;
    for (let time = 0; time < 2; time += 1) {
      expect(String((await get(page, { ...PAGE, authorization: basic })).body)).toContain('a.txt');
      expect(String((await get(page, PAGE)).body)).not.toContain('a.txt');
      expect(String((await get(item, { authorization: `Bearer ${key}` })).body)).toContain('a.txt');
      expect(String((await get(item)).body)).not.toContain('a.txt');
    }
    const open = `/api/v1/items/${encodeURIComponent((await deposit()).repository)}`;
    expect(JSON.parse(String((await get(open)).body)).links).toEqual([]);
    expect((await get(open, { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('are not remembered of items that are open to some networks only', async () => {
    const { repository } = await deposit({ access: { fileList: 'open', networks: ['192.0.2.0/24'] } });
    const inside = { 'x-forwarded-for': '192.0.2.1' };
    const outside = { 'x-forwarded-for': '198.51.100.1' };
    const [page, file] = [`/items/${repository}`, `/col/${repository}/doc/a.txt`];
    for (let time = 0; time < 2; time += 1) {
      expect((await get(file, inside)).status).toBe(200);
      expect((await get(file, outside)).status).toBe(403);
      expect(String((await get(page, { ...PAGE, ...inside })).body)).toContain(`href="/col/`);
      expect(String((await get(page, { ...PAGE, ...outside })).body)).not.toContain(`href="/col/`);
    }
  });

  it('are not remembered of descriptions that are closed to some networks', async () => {
    const access = { fileList: 'closed', networks: ['192.0.2.0/24'], description: 'closed' } as const;
    const item = await deposit({ access });
    for (let time = 0; time < 2; time += 1) {
      for (const address of [`/items/${item.repository}`, `/api/v1/items/${encodeURIComponent(item.repository)}`]) {
        expect(String((await get(address, { ...PAGE, 'x-forwarded-for': '192.0.2.1' })).body)).toContain('Land');
        expect(String((await get(address, { ...PAGE, 'x-forwarded-for': '198.51.100.1' })).body)).not.toContain('Land');
      }
    }
  });

  it('are parts of files, and what a page sets a cookie with', async () => {
    const { repository } = await deposit();
    const file = `/col/${repository}/doc/a.txt`;
    await get(file);
    expect(String((await get(file, { range: 'bytes=2-5' })).body)).toBe('text');
    const page = `/items/${repository}?lang=pt`;
    const before = await remembered();
    for (let time = 0; time < 2; time += 1) {
      expect((await get(page, PAGE)).headers['set-cookie']?.[0]).toContain('perene-language=pt');
    }
    expect(await remembered()).toBe(before);
  });
});

describe('what is remembered ends', () => {
  it('when an item is closed, removed, or one of its files found damaged', async () => {
    const [closed, removed] = [await deposit(), await deposit()];
    for (const item of [closed, removed]) for (const address of addressesOf(item)) await get(address, PAGE);
    const send = (method: string, { repository }: ItemView, body: object) =>
      fetch(`${served.url}/api/v1/items/${encodeURIComponent(repository)}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const networks = ['192.0.2.0/24'];
    await send('PATCH', closed, { access: { fileList: 'closed', networks, description: 'closed' } });
    await send('DELETE', removed, { reason: 'withdrawn' });
    const statuses = async (item: ItemView) => {
      const all = [];
      for (const address of addressesOf(item)) all.push((await get(address, PAGE)).status);
      return all;
    };
    expect(await statuses(closed)).toEqual([200, 403, 403, 403, 200]);
    expect(String((await get(`/items/${closed.repository}`, PAGE)).body)).not.toContain('Land');
    expect(await statuses(removed)).toEqual([410, 410, 410, 410, 410]);
  });

  it('where a file is not what the catalogue says: it is read again each time', async () => {
    const { repository } = await deposit();
    const path = join(folder, 'col', ...repository.split('/'), 'doc', 'a.txt');
    writeFileSync(path, 'b text', { flag: 'w' });
    const before = await remembered();
    await get(`/col/${repository}/doc/a.txt`);
    await get(`/col/${repository}/doc/a.txt`);
    expect(await remembered()).toBe(before);
  });
});
