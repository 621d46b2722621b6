import { describe, expect, it } from 'vitest';
import { type ApiServer, startApiServer } from './api-server.ts';
import { deposit, send } from './client.ts';

interface LogPage {
  readonly entries: readonly {
    readonly at: string;
    readonly who: string;
    readonly action: string;
    readonly repository: string;
    readonly describes?: string;
    readonly title?: string;
  }[];
  readonly next?: string;
}

const read = async (server: ApiServer, query = '') =>
  (await send<LogPage>(server, 'GET', `/log${query}`, { as: 'reader' })).body;

const titled = (title: string) => ({ item: { metadata: { title } } });

describe('GET /log', () => {
  it('tells who did what to which item, the latest first', async () => {
    const server = await startApiServer();
    const item = await deposit(server, titled('Land cover'));
    await send(server, 'PATCH', `/items/${item.repository}`, { as: 'admin', json: { language: 'pt' } });
    const { entries, next } = await read(server);
    expect(next).toBeUndefined();
    expect(
      entries.map(({ action, repository, who }) => [action, repository, who.replace(/[0-9a-f]{16}/, 'ID')]),
    ).toEqual([
      ['edited', item.repository, 'the admin (ID)'],
      ['added', item.metadata?.repository, 'the depositor (ID)'],
      ['added', item.repository, 'the depositor (ID)'],
    ]);
    expect(entries[0]).toMatchObject({ title: 'Land cover' });
    expect(entries[1]).toMatchObject({ title: 'Land cover', describes: item.repository });
    expect(entries[0]?.at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
  });

  it('keeps what was done to an item that is removed', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server, titled('Land cover'));
    await send(server, 'DELETE', `/items/${repository}?reason=twice`, { as: 'admin' });
    const { entries } = await read(server, `?item=${encodeURIComponent(repository)}`);
    expect(entries.filter((entry) => entry.repository === repository).map(({ action }) => action)).toEqual([
      'removed',
      'added',
    ]);
  });

  it('is read page by page', async () => {
    const server = await startApiServer();
    for (const title of ['one', 'two', 'three']) await deposit(server, titled(title));
    const whole = await read(server);
    expect(whole.entries).toHaveLength(6);
    const pages: LogPage['entries'][number][] = [];
    let page = await read(server, '?limit=4');
    pages.push(...page.entries);
    page = await read(server, `?limit=4&cursor=${page.next}`);
    pages.push(...page.entries);
    expect([pages, page.next]).toEqual([whole.entries, undefined]);
  });

  it('tells of one item by any of its labels, its description included', async () => {
    const server = await startApiServer();
    const item = await deposit(server, titled('one'));
    await deposit(server, titled('two'));
    for (const label of [item.repository, item.ibip ?? '', item.metadata?.repository ?? '']) {
      const { entries } = await read(server, `?item=${encodeURIComponent(label)}`);
      expect(entries.map(({ repository }) => repository).sort()).toEqual(
        [item.repository, item.metadata?.repository].sort(),
      );
    }
    expect((await read(server, '?item=8JMKD3MGP8W/34PGRBS')).entries).toEqual([]);
  });

  it('tells of one person, and of some days', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    await send(server, 'PATCH', `/items/${repository}`, { as: 'admin', json: { language: 'pt' } });
    const { entries } = await read(server);
    const [{ who, at } = { who: '', at: '' }] = entries;
    expect((await read(server, `?who=${encodeURIComponent(who)}`)).entries).toEqual(entries.slice(0, 1));
    expect((await read(server, '?who=nobody')).entries).toEqual([]);
    const day = at.slice(0, 10);
    const dayAfter = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const last = entries.at(-1)?.at.slice(0, 10);
    expect((await read(server, `?from=${last}&to=${day}`)).entries).toEqual(entries);
    expect((await read(server, `?from=${dayAfter}`)).entries).toEqual([]);
    expect((await read(server, '?to=2001-01-01')).entries).toEqual([]);
  });

  it('is for those with a key, also where reading is public', async () => {
    const server = await startApiServer({ isReadingPublic: true });
    expect(await send(server, 'GET', '/log', { as: 'nobody' })).toMatchObject({
      status: 401,
      body: { code: 'key-missing' },
    });
    for (const as of ['reader', 'depositor', 'admin'] as const) {
      expect((await send(server, 'GET', '/log', { as })).status).toBe(200);
    }
  });

  it.each([
    ['cursor=x', 'cursor-invalid'],
    ['cursor=1', 'cursor-invalid'],
    ['item=x', 'label-invalid'],
    ['from=yesterday', 'request-invalid'],
    ['to=2026-02-31', 'request-invalid'],
    ['from=2026-02-02&to=2026-02-01', 'request-invalid'],
    ['limit=501', 'request-invalid'],
    ['limit=0', 'request-invalid'],
  ])('refuses %s', async (query, code) => {
    const server = await startApiServer();
    expect(await send(server, 'GET', `/log?${query}`)).toMatchObject({ status: 400, body: { code } });
  });
});

describe('GET /node', () => {
  it('tells everyone what the node is', async () => {
    const server = await startApiServer({ isReadingPublic: false, limits: { maxFileBytes: 77 } });
    expect(await send(server, 'GET', '/node', { as: 'nobody' })).toMatchObject({
      status: 200,
      body: {
        version: '0.0.0-test',
        roles: expect.arrayContaining(['archive', 'minter', 'resolver', 'console']),
        isReadingPublic: false,
        maxFileBytes: 77,
      },
    });
  });
});
