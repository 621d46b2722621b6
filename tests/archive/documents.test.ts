import { appendFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DepositRequest } from '../../packages/server/src/services/archive/archive-operations.ts';
import { escapeDocument, registerDocuments } from '../../packages/server/src/transports/http/archive/documents.ts';
import { createVisitNotes } from '../../packages/server/src/transports/http/archive/note-visit.ts';
import { PLAIN_SITE } from '../../packages/server/src/transports/http/pages/site.ts';
import { sendProblem } from '../../packages/server/src/transports/http/problems.ts';
import { createAddressReader } from '../../packages/server/src/transports/http/resolve/client-addresses.ts';
import { SECURITY_HEADERS } from '../../packages/server/src/transports/http/security-headers.ts';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';

const [SQLITE] = DATABASES;

/** Serves documents over real HTTP. */
const start = async () => {
  const archive = await createTestArchive(await (SQLITE as NonNullable<typeof SQLITE>).openMigrated());
  const server = fastify({ forceCloseConnections: true, rewriteUrl: ({ url }) => escapeDocument(url ?? '') });
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  server.decorate('site', PLAIN_SITE);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  registerDocuments(server, {
    ...archive,
    noteVisit: createVisitNotes(archive.visits, createAddressReader([])),
    publicUrl: 'http://localhost',
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const deposit = (contents: Readonly<Record<string, string>>, more: Partial<DepositRequest> = {}) =>
    archive.archive.deposit({ files: filesOf(contents), ...more }, AUTHOR);
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, method });
  return { ...archive, deposit, get, port };
};

/** Sends paths unchanged; `fetch` would tidy them up. */
const getRaw = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

const TEXT = '0123456789';

describe('documents', () => {
  it('come with their type, length, hash and date', async () => {
    const { deposit, get } = await start();
    const { repository } = await deposit({ 'data/ä b.txt': TEXT });
    const answer = await get(`/col/${repository}/doc/data/%C3%A4%20b.txt`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(TEXT);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      etag: '"84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"',
      'last-modified': expect.stringMatching(/GMT$/),
      'accept-ranges': 'bytes',
      'repr-digest': 'sha-256=:hNiYd/DUBB77a/kaFvAkjy/Vc+avBcGflr7bn4gveII=:',
      'cache-control': 'public, max-age=3600',
      'content-disposition': `inline; filename="? b.txt"; filename*=UTF-8''%C3%A4%20b.txt`,
      'x-content-type-options': 'nosniff',
    });
    expect((await get(`/col/${repository.toUpperCase()}/doc/data/%E4%20b.txt`)).status).toBe(200);
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-30', 206, TEXT, 'bytes 0-9/10'],
    ['bytes=0-99', 206, TEXT, 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=4-2', 200, TEXT, null],
    ['bytes=0-1,3-4', 200, TEXT, null],
    ['bytes=-', 200, TEXT, null],
    ['bytes=99999999999999999999-', 200, TEXT, null],
    ['lines=1-2', 200, TEXT, null],
  ])('answer the range %s with %i', async (range, status, body, contentRange) => {
    const { deposit, get } = await start();
    const { repository } = await deposit({ 'a.txt': TEXT });
    const answer = await get(`/col/${repository}/doc/a.txt`, { range });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe(body);
    expect(answer.headers.get('content-range')).toBe(contentRange);
  });

  it('are not sent again to who has them', async () => {
    const { deposit, get } = await start();
    const { repository } = await deposit({ 'a.txt': TEXT });
    const path = `/col/${repository}/doc/a.txt`;
    const { headers } = await get(path);
    const [etag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    for (const condition of [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': date },
    ]) {
      const answer = await get(path, condition as unknown as Record<string, string>);
      expect([answer.status, await answer.text()]).toEqual([304, '']);
    }
    expect((await get(path, { 'if-none-match': '"x"', 'if-modified-since': date })).status).toBe(200);
    expect((await get(path, { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200);
    expect((await get(path, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get(path, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });

  it('are sent only as they are expected', async () => {
    const { deposit, get } = await start();
    const { repository } = await deposit({ 'a.txt': TEXT });
    const path = `/col/${repository}/doc/a.txt`;
    const { headers } = await get(path);
    const [etag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    for (const [condition, status] of [
      [{ 'if-match': '"x"' }, 412],
      [{ 'if-match': `W/${etag}` }, 412],
      [{ 'if-match': '"x"', 'if-none-match': etag }, 412],
      [{ 'if-match': `"x", ${etag}` }, 200],
      [{ 'if-match': '*' }, 200],
      [{ 'if-match': etag, 'if-none-match': etag }, 304],
      [{ 'if-match': etag, 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 200],
      [{ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412],
      [{ 'if-unmodified-since': date }, 200],
      [{ 'if-unmodified-since': 'x' }, 200],
    ] as const) {
      const answer = await get(path, condition as unknown as Record<string, string>);
      expect([condition, answer.status]).toEqual([condition, status]);
      if (status === 412) expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('are described to HEAD, without their content', async () => {
    const { deposit, get } = await start();
    const { repository } = await deposit({ 'a.txt': TEXT, 'empty.txt': '' });
    const answer = await get(`/col/${repository}/doc/a.txt`, {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10', '']);
    const empty = await get(`/col/${repository}/doc/empty.txt`);
    expect([empty.status, empty.headers.get('content-length'), await empty.text()]).toEqual([200, '0', '']);
  });

  it('cannot act with the rights of the site', async () => {
    const { deposit, get } = await start();
    const { repository } = await deposit({
      'page.html': '<!doctype html><script>alert(1)</script>',
      'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'program.bin': '\u0000\u0001\u0002',
    });
    for (const name of ['page.html', 'picture.svg']) {
      const { headers } = await get(`/col/${repository}/doc/${name}`);
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
      expect(headers.get('content-security-policy')).not.toMatch(/script-src|allow-/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    const { headers } = await get(`/col/${repository}/doc/program.bin`);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('are reached by nothing but what the catalogue names', async () => {
    const { deposit, get, port } = await start();
    const { repository } = await deposit({ 'a.txt': TEXT });
    for (const path of [
      `/col/${repository}/doc/none.txt`,
      `/col/${repository}/doc/a.txt/`,
      `/col/${repository}/a.txt`,
      `/col/${repository}`,
      '/col/none.org/x/2020/01.01.00.00/doc/a.txt',
      '/col/perene.sqlite',
      '/col/',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
    for (const path of [
      `/col/${repository}/doc/../../../../../../perene.sqlite`,
      `/col/${repository}/doc/%2e%2e/%2e%2e/x`,
      `/col/${repository}/doc/..%2f..%2fx`,
      `/col/${repository}/doc/%00`,
      `/col/${repository}/doc/%zz`,
      '/col/../perene-data/perene.sqlite',
      '/col/%2e%2e/doc/x',
      '/col/a%00b/doc/x',
    ]) {
      expect(await getRaw(port, path), path).toBeGreaterThanOrEqual(400);
      expect(await getRaw(port, path), path).toBeLessThan(500);
    }
  });

  it("that the disk has lost are the node's fault, which no cache keeps", async () => {
    const { deposit, get, files } = await start();
    const { repository } = await deposit({ 'a.txt': TEXT });
    await files.remove(repositoryLabel(repository));
    const answer = await get(`/col/${repository}/doc/a.txt`);
    expect(answer.status).toBe(503);
    for (const name of ['cache-control', 'etag', 'last-modified', 'content-disposition', 'content-range']) {
      expect(answer.headers.get(name), name).toBeNull();
    }
  });

  it('end where the catalogue says, whatever the disk holds', async () => {
    const { deposit, get, folder } = await start();
    const { repository } = await deposit({ 'a.txt': TEXT });
    appendFileSync(join(folder, 'col', repository, 'doc', 'a.txt'), 'and more');
    expect(await (await get(`/col/${repository}/doc/a.txt`)).text()).toBe(TEXT);
  });

  it('are kept to the networks of their access rule, and from caches of others', async () => {
    const { deposit, get } = await start();
    const closed = await deposit({ 'a.txt': TEXT }, { access: { networks: ['192.0.2.0/24'], fileList: 'open' } });
    const answer = await get(`/col/${closed.repository}/doc/a.txt`);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'client-not-allowed',
      detail: expect.stringContaining(closed.metadata?.repository ?? ''),
    });
    expect((await get(`/col/${closed.metadata?.repository}/doc/metadata.json`)).status).toBe(200);
    const open = await deposit({ 'a.txt': TEXT }, { access: { networks: ['127.0.0.0/8'], fileList: 'open' } });
    const allowed = await get(`/col/${open.repository}/doc/a.txt`);
    expect([allowed.status, allowed.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  });

  it('are gone with a tombstone when the item was removed', async () => {
    const { archive, deposit, get } = await start();
    const { repository } = await deposit({ 'a.txt': TEXT });
    await archive.remove(named(repository), { reason: 'by court order' }, AUTHOR);
    const answer = await get(`/col/${repository}/doc/a.txt`);
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({
      code: 'item-removed',
      detail: expect.stringContaining('by court order'),
    });
    const page = await get(`/col/${repository}/doc/a.txt`, { accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('by court order');
  });
});

describe('metadata', () => {
  it('come as JSON to programs, as a page to browsers, and as Dublin Core', async () => {
    const { deposit, get } = await start();
    const item = await deposit(
      { 'a.txt': TEXT },
      { metadata: { title: { value: '<b>Título</b>', language: 'pt' }, creator: 'A & B' } },
    );
    const path = `/col/${item.metadata?.repository}/doc/metadata.json`;
    expect(await (await get(path)).json()).toEqual({
      repository: item.metadata?.repository,
      fields: item.metadata?.fields,
    });
    const page = await get(path, { accept: 'text/html' });
    const html = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('<dd lang="pt">&lt;b&gt;Título&lt;/b&gt;</dd>');
    expect(html).toContain('<dd>A &amp; B</dd>');
    const xml = await get(`${path}?choice=oai_dc`);
    expect(await xml.text()).toContain('<dc:creator>A &amp; B</dc:creator>');
    expect((await get(`/col/${item.metadata?.repository}/doc/other.json`)).status).toBe(404);
  });
});

describe('the list of files', () => {
  it('shows names, sizes and hashes, to programs and to people', async () => {
    const { deposit, get } = await start();
    const { repository, files } = await deposit({ 'a.txt': TEXT, 'b/ü & c.txt': 'x' });
    expect(await (await get(`/col/${repository}/doc/`)).json()).toEqual({ repository, files });
    const html = await (await get(`/col/${repository}/doc/`, { accept: 'text/html' })).text();
    expect(html).toContain(`<a href="/col/${repository}/doc/b/%C3%BC%20%26%20c.txt">b/ü &amp; c.txt</a>`);
  });

  it('says so where it is closed', async () => {
    const { deposit, get } = await start();
    const { repository } = await deposit({ 'secret-name.txt': TEXT }, { access: { fileList: 'closed' } });
    for (const accept of ['text/html', 'application/json']) {
      const answer = await get(`/col/${repository}/doc/`, { accept });
      const text = await answer.text();
      expect(answer.status).toBe(403);
      expect(text).toContain('may not be shown');
      expect(text).not.toContain('secret-name');
    }
    expect((await get(`/col/${repository}/doc/secret-name.txt`)).status).toBe(200);
  });
});
