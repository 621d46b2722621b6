import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { STATE_ELEMENT, STATE_WORDS } from '../../packages/server/src/services/noid/names/name-state.ts';
import { startOwnPostgres } from '../fixtures/own-postgres.ts';
import { administratorKey } from '../fixtures/places.ts';
import { serveInProcess } from '../fixtures/serve-in-process.ts';
import { startSilentProxy } from '../fixtures/silent-proxy.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const PATIENCE = { timeout: 120_000, interval: 50 };
const TARGET = 'https://example.org/target';

const open = async () => {
  const postgres = await startOwnPostgres();
  const proxy = await startSilentProxy(postgres.url);
  const folder = createTemporaryFolder();
  const node = await serveInProcess(folder, { flags: ['--database', proxy.url] });
  onTestFinished(async () => {
    await node.stop();
  });
  const authorization = `Bearer ${administratorKey(folder)}`;
  const send = (method: string, path: string, body: FormData | object) =>
    fetch(`${node.url}/api/v1${path}`, {
      method,
      headers: { authorization, ...(!(body instanceof FormData) && { 'content-type': 'application/json' }) },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${node.url}${path}`, { headers, redirect: 'manual' });
  const readMetric = async (name: string): Promise<number | undefined> => {
    const line = new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (.+)$`, 'm').exec(
      await (await get('/metrics')).text(),
    );
    return line?.[1] === undefined ? undefined : Number(line[1]);
  };
  return {
    postgres,
    proxy,
    send,
    get,
    readMetric,
    async deposit(name: string, more: object = {}): Promise<string> {
      const form = new FormData();
      form.append('item', JSON.stringify({ metadata: { title: `Title of ${name}` }, ...more }));
      form.append('file', new Blob([`content of ${name}`]), 'a.txt');
      const answer = await send('POST', '/items', form);
      return ((await answer.json()) as { readonly repository: string }).repository;
    },
    /** Waits until the copy has all that was written before. */
    async catchUp(): Promise<void> {
      const now = Date.now();
      const asOf = async () => Date.now() - 1_000 * ((await readMetric('perene_copy_age_seconds')) ?? 1e9);
      await vi.waitUntil(async () => (await asOf()) > now, PATIENCE);
    },
    becomesGone: (gone: number) =>
      vi.waitUntil(async () => (await readMetric('perene_database_gone')) === gone, PATIENCE),
  };
};

type Opened = Awaited<ReturnType<typeof open>>;

/** What is there, and how each can be asked for. */
const fill = async ({ send, deposit }: Opened) => {
  const shown = await deposit('shown');
  const withdrawn = await deposit('withdrawn');
  const removed = await deposit('removed');
  const closed = await deposit('closed', { access: { networks: ['192.0.2.0/24'], fileList: 'open' } });
  expect((await send('POST', `/items/${withdrawn}/withdrawal`, { reason: 'A complaint' })).status).toBe(200);
  expect((await send('DELETE', `/items/${removed}`, { reason: 'Deposited twice' })).status).toBe(200);
  expect((await send('POST', '/minters', { name: 'ark', template: 'f.reedeedk', naan: '12345' })).status).toBe(201);
  const minted = await send('POST', '/minters/ark/mint', { count: 2 });
  const [id = '', gone = ''] = ((await minted.json()) as { readonly ids: readonly string[] }).ids;
  const bind = async (name: string, element: string, value: string) => {
    const path = `/minters/ark/ids/${encodeURIComponent(name)}/bindings/${element}`;
    expect((await send('PUT', path, { value })).status).toBe(200);
  };
  await bind(id, '_t', TARGET);
  await bind(gone, '_t', TARGET);
  await bind(gone, STATE_ELEMENT, STATE_WORDS.withdrawn);
  const pathsOf = (label: string) => [
    `/${label}`,
    `/${label}+`,
    `/items/${label}`,
    `/items/${label}/files`,
    `/col/${label}/doc/a.txt`,
    `/api/v1/items/${label}`,
    `/api/v1/items/${label}/files`,
  ];
  return {
    shown,
    known: [
      ...[shown, withdrawn, removed, closed].flatMap(pathsOf),
      `/ark:${id}`,
      `/ark:${id}?info`,
      `/ark:${gone}`,
      '/collections',
    ],
    // The name itself may have been bound in the last moment.
    doubtful: `/ark:${gone}/part`,
    unknown: [
      // A file of an unknown item leads to its persistent URL.
      ...pathsOf(shown.replace(/\/20\d\d\//, '/1999/')).filter((path) => !path.startsWith('/col/')),
      `/col/${shown}/doc/other.txt`,
      `/${shown}/other.txt`,
      '/ark:12345/f0000000x',
      '/purl/example/none',
      '/collections/none',
    ],
  };
};

/** What readers are told, without what differs by time and request. */
const tell = async (answer: Response) => {
  const { status, headers } = answer;
  const body = await answer.text();
  return {
    status,
    location: headers.get('location'),
    type: headers.get('content-type'),
    body: body
      .replace(/<section id="statistics".*?<\/section>/s, '')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|nonce-[^"']+|"request":"[^"]*"/g, ''),
  };
};

describe('with the PostgreSQL stopped', () => {
  it('readers get what they got before, nothing is denied, and nothing is shown that was closed', async () => {
    const opened = await open();
    const { postgres, get, send, catchUp, becomesGone, readMetric } = opened;
    const { known, unknown, doubtful, shown } = await fill(opened);
    const askAll = (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => [path, await tell(await get(path))] as const));
    const before = await askAll(known);
    const statuses = new Set(before.map(([, { status }]) => status));
    expect([...statuses].toSorted()).toEqual([200, 302, 403, 410]);
    expect(new Set((await askAll(unknown)).map(([, { status }]) => status))).toEqual(new Set([404]));
    expect((await get(doubtful)).status).toBe(410);
    await catchUp();

    await postgres.stop();
    await becomesGone(1);
    expect(await askAll(known)).toEqual(before);
    for (const path of [...unknown, doubtful]) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([
        path,
        503,
        expect.stringMatching(/^\d+$/),
      ]);
      expect(answer.headers.get('perene-copy-age')).toMatch(/^\d+$/);
    }
    for (const path of known)
      expect([path, (await get(path)).headers.get('perene-copy-age')]).toEqual([path, expect.stringMatching(/^\d+$/)]);
    expect((await send('POST', '/ibis', { count: 1 })).status).toBe(503);
    expect((await send('PATCH', `/items/${shown}`, { metadata: { title: 'B' } })).status).toBe(503);
    const ready = await get('/ready');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'reading from the copy' }),
    ]);
    expect(await readMetric('perene_copy_answers_total{outcome="given"}')).toBeGreaterThan(0);
    expect(await readMetric('perene_copy_answers_total{outcome="unknown"}')).toBeGreaterThan(0);

    await postgres.start();
    await becomesGone(0);
    const later = await opened.deposit('later');
    expect((await get(`/${later}`)).status).toBe(302);
    expect((await send('PATCH', `/items/${shown}`, { metadata: { title: 'Changed title' } })).status).toBe(200);
    const page = await get(`/items/${shown}`);
    expect([await page.text(), page.headers.get('perene-copy-age')]).toEqual([
      expect.stringContaining('Changed title'),
      null,
    ]);
    expect(new Set((await askAll(unknown)).map(([, { status }]) => status))).toEqual(new Set([404]));
    expect(await (await get('/ready')).json()).toEqual({ status: 'ready' });
    await catchUp();

    await postgres.kill();
    await becomesGone(1);
    expect((await get(`/${later}`)).status).toBe(302);
    expect(await (await get(`/items/${shown}`)).text()).toContain('Changed title');
    await postgres.start();
    await becomesGone(0);
  });

  it('which says nothing, but is there, readers are answered all the same', async () => {
    const opened = await open();
    const { proxy, get, send, catchUp, becomesGone } = opened;
    const shown = await opened.deposit('shown');
    const paths = [`/${shown}`, `/items/${shown}`, `/col/${shown}/doc/a.txt`];
    const statuses = () => Promise.all(paths.map(async (path) => (await get(path)).status));
    await catchUp();
    proxy.fallSilent();
    // Also those who ask before anybody knows that it is gone.
    expect(await statuses()).toEqual([302, 200, 200]);
    await becomesGone(1);
    expect(await statuses()).toEqual([302, 200, 200]);
    expect((await get(`/items/${shown}x`)).status).toBe(503);
    expect((await send('POST', '/ibis', { count: 1 })).status).toBe(503);
    expect((await get('/ready')).status).toBe(200);
    proxy.speak();
    await becomesGone(0);
    expect((await get(`/${await opened.deposit('later')}`)).status).toBe(302);
  });
});
