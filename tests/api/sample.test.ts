import type { ItemPage } from '@perene/api';
import { describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { createSample } from '../../packages/server/src/services/sample/create-sample.ts';
import { SAMPLE_ITEMS } from '../../packages/server/src/services/sample/sample-items.ts';
import type { SampleState } from '../../packages/server/src/services/sample/sample-operations.ts';
import { AUTHOR, createTestArchive } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { openTestSample, SAMPLE_SOURCES } from '../fixtures/sample.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { deposit, send } from './client.ts';

const ask = async (server: ApiServer, method: string): Promise<SampleState> => {
  const { status, body } = await send<SampleState>(server, method, '/sample', { as: 'admin' });
  expect(status).toBe(200);
  return body;
};

const show = async (server: ApiServer, { items }: SampleState, name: string): Promise<ItemView> => {
  const label = items.find((item) => item.name === name)?.repository ?? '';
  return (await send<ItemView>(server, 'GET', `/items/${label}`)).body;
};

const list = async (server: ApiServer): Promise<ItemPage['items']> =>
  (await send<ItemPage>(server, 'GET', '/items')).body.items;

describe('/api/v1/sample', () => {
  it('loads a collection that has something of everything', async () => {
    const server = await startApiServer();
    expect(await ask(server, 'GET')).toEqual({ state: 'absent', items: [] });
    const loaded = await ask(server, 'POST');
    expect(loaded).toMatchObject({ state: 'loaded', items: SAMPLE_ITEMS.map(({ name }) => ({ name })) });
    expect(await ask(server, 'GET')).toEqual(loaded);
    expect(await list(server)).toHaveLength(SAMPLE_ITEMS.length);

    const first = await show(server, loaded, 'water-levels-2023');
    const second = await show(server, loaded, 'water-levels-2024');
    expect(first.editions).toMatchObject({ next: second.repository, last: second.repository });
    const [portuguese, english] = [await show(server, loaded, 'report-pt'), await show(server, loaded, 'report-en')];
    expect(english.translations).toEqual({ pt: portuguese.repository, en: english.repository });
    const types = await Promise.all(SAMPLE_ITEMS.map(async ({ name }) => (await show(server, loaded, name)).files[0]));
    expect(new Set(types.map((file) => file?.mediaType.split(';')[0]))).toEqual(
      new Set(['text/csv', 'text/html', 'image/svg+xml', 'image/png', 'text/plain']),
    );
    for (const item of await list(server)) expect(item.creators.length).toBeGreaterThan(0);
  });

  it('loads each item once, however often it is asked to', async () => {
    const server = await startApiServer();
    const loaded = await ask(server, 'POST');
    expect(await ask(server, 'POST')).toEqual(loaded);
    expect(await list(server)).toHaveLength(SAMPLE_ITEMS.length);
  });

  it('removes what it loaded and nothing else, with tombstones, and loads it anew', async () => {
    const server = await startApiServer();
    const own = await deposit(server);
    const loaded = await ask(server, 'POST');
    expect(await ask(server, 'DELETE')).toEqual({ state: 'absent', items: [] });
    expect((await list(server)).map(({ repository }) => repository)).toEqual([own.repository]);
    const gone = await send(server, 'GET', `/items/${loaded.items[0]?.repository}`);
    expect(gone).toMatchObject({ status: 410, body: { detail: expect.stringContaining('The sample collection') } });
    expect(await ask(server, 'DELETE')).toEqual({ state: 'absent', items: [] });

    const again = await ask(server, 'POST');
    expect(again.state).toBe('loaded');
    const labels = (state: SampleState) => state.items.map(({ repository }) => repository);
    expect(labels(again).filter((label) => labels(loaded).includes(label))).toEqual([]);
  });

  it('leaves alone what somebody removed by hand', async () => {
    const server = await startApiServer();
    const { items } = await ask(server, 'POST');
    const [first] = items;
    await send(server, 'DELETE', `/items/${first?.repository}?reason=mine`, { as: 'admin' });
    expect(await ask(server, 'GET')).toEqual({ state: 'partly loaded', items: items.slice(1) });
    expect(await ask(server, 'POST')).toEqual({ state: 'partly loaded', items: items.slice(1) });
    expect((await ask(server, 'DELETE')).state).toBe('absent');
    expect((await ask(server, 'POST')).state).toBe('loaded');
  });

  it('is changed by administrators only, and read by whoever may read', async () => {
    const server = await startApiServer();
    for (const method of ['POST', 'DELETE']) {
      expect((await send(server, method, '/sample', { as: 'nobody' })).status).toBe(401);
      expect((await send(server, method, '/sample', { as: 'depositor' })).status).toBe(403);
    }
    expect((await send(server, 'GET', '/sample', { as: 'nobody' })).status).toBe(200);
    expect(await ask(server, 'GET')).toEqual({ state: 'absent', items: [] });
  });
});

describe.each(DATABASES)('the sample collection on $name', ({ openMigrated }) => {
  it('goes on where a load was cut short', async () => {
    const database = await openMigrated();
    const parts = await createTestArchive(database);
    const limit = 4;
    let count = 0;
    const failing = createSample({
      ...parts,
      archive: {
        ...parts.archive,
        async deposit(request, author) {
          count += 1;
          if (count > limit) throw new Error('the power went off');
          return parts.archive.deposit(request, author);
        },
      },
      sources: SAMPLE_SOURCES,
    });
    await expect(failing.load(AUTHOR)).rejects.toThrow('the power went off');
    const sample = openTestSample(database, parts);
    expect((await sample.state()).items).toHaveLength(limit);
    expect((await sample.load(AUTHOR)).state).toBe('loaded');
    expect((await parts.archive.list({})).items).toHaveLength(SAMPLE_ITEMS.length);
  });

  it('loads once when two load at the same time', async () => {
    const database = await openMigrated();
    const parts = await createTestArchive(database);
    const sample = openTestSample(database, parts);
    const [one, other] = await Promise.all([sample.load(AUTHOR), sample.load(AUTHOR)]);
    expect(one.items).toEqual(other.items);
    expect((await parts.archive.list({})).items).toHaveLength(SAMPLE_ITEMS.length);
  });
});
