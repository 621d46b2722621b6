import type { BatchView, Item, ItemPage, Overview } from '@perene/api';
import { describe, expect, it } from 'vitest';
import { type ApiServer, startApiServer } from './api-server.ts';
import { deposit, send } from './client.ts';

const table = async ({ url, keys }: ApiServer, query: string): Promise<Response> =>
  fetch(`${url}/api/v1/item-table?${query}`, { headers: { authorization: `Bearer ${keys.reader}` } });

describe('the desk', () => {
  it('shows states, owners and details to those who have a key', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server, { item: { metadata: { title: 'Heron', rights: 'CC BY 4.0' } } });
    for (const query of ['state=removed', 'owner=none', 'details=yes']) {
      expect(await send(server, 'GET', `/items?${query}`, { as: 'nobody' })).toMatchObject({
        status: 401,
        body: { code: 'key-missing' },
      });
    }
    const { body } = await send<ItemPage>(server, 'GET', '/items?details=yes&owner=none&sort=size', { as: 'reader' });
    expect(body.items).toMatchObject([{ repository, details: { bytes: 5, files: 1, licence: 'CC-BY-4.0' } }]);
    expect((await send<ItemPage>(server, 'GET', '/items?owner=me')).body.items).toEqual([]);
    expect(await send(server, 'PATCH', `/items/${repository}`, { json: { owner: 'nobody' } })).toMatchObject({
      status: 403,
    });
    expect(await send(server, 'PATCH', `/items/${repository}`, { as: 'steward', json: { owner: 'p9' } })).toMatchObject(
      {
        status: 404,
        body: { code: 'person-not-found' },
      },
    );
  });

  it('writes lists as tables, in which no value is a formula', async () => {
    const server = await startApiServer();
    await deposit(server, { item: { metadata: { title: '=HYPERLINK("http://evil.example")', creator: 'Lima, Ana' } } });
    await deposit(server, { item: { metadata: { title: 'Brejo & <garça>' }, language: 'pt' } });
    expect((await fetch(`${server.url}/api/v1/item-table`)).status).toBe(401);
    const csv = await table(server, 'sort=oldest&lang=pt');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="items.csv"');
    const [head, first, second] = (await csv.text()).split('\r\n');
    expect(head).toMatch(/^\u{feff}?Rótulo,Rótulo opaco,URL persistente,Título/u);
    expect(first).toContain(`"'=HYPERLINK(""http://evil.example"")","Lima, Ana"`);
    expect(second).toContain('Brejo & <garça>,');
    const workbook = await table(server, 'format=xlsx&language=pt');
    expect(workbook.headers.get('content-type')).toContain('spreadsheetml.sheet');
    expect(
      Buffer.from(await workbook.arrayBuffer())
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('PK\x03\x04');
    expect((await table(server, 'q=a*+b*+c*+d*+e*')).status).toBe(400);
  });

  it('keeps filters by key', async () => {
    const server = await startApiServer();
    const filter = { name: 'Theses / 2020', query: 'type=thesis&year=2020' };
    expect(await send(server, 'POST', '/filters', { json: filter })).toMatchObject({ status: 200, body: filter });
    expect((await send(server, 'GET', '/filters')).body).toEqual({ filters: [filter] });
    expect((await send(server, 'GET', '/filters', { as: 'reader' })).body).toEqual({ filters: [] });
    const address = `/filters/${encodeURIComponent(filter.name)}`;
    expect((await send(server, 'DELETE', address)).status).toBe(204);
    expect((await send(server, 'GET', '/filters')).body).toEqual({ filters: [] });
    for (let index = 0; index < 100; index += 1) {
      await send(server, 'POST', '/filters', { json: { name: String(index), query: '' } });
    }
    expect(await send(server, 'POST', '/filters', { json: filter })).toMatchObject({
      status: 409,
      body: { code: 'too-many-filters' },
    });
  });

  it('changes many items, and keeps to the rights of who asks', async () => {
    const server = await startApiServer();
    const items = [await deposit(server), await deposit(server)];
    const labels = items.map(({ repository }) => repository);
    const json = { labels, change: { language: 'pt', add: { subject: ['birds'] } } };
    const { status, body } = await send<BatchView>(server, 'POST', '/batches', { json });
    expect([status, body.items]).toEqual([201, 2]);
    const path = `/batches/${body.id}`;
    expect((await send(server, 'GET', path, { as: 'steward' })).status).toBe(404);
    expect((await send(server, 'GET', path, { as: 'reader' })).status).toBe(403);
    expect((await send<{ items: unknown }>(server, 'GET', `${path}/items?limit=1`)).body).toMatchObject({
      items: [{ repository: labels[0], outcome: 'waiting', after: { language: 'pt' } }],
      next: '1',
    });
    expect((await send(server, 'POST', `${path}/run`)).body).toMatchObject({ counts: { done: 2, waiting: 0 } });
    const [first = ''] = labels;
    expect((await send<Item>(server, 'GET', `/items/${first}`)).body).toMatchObject({
      language: 'pt',
      metadata: { fields: { subject: [{ value: 'birds' }] } },
    });
    expect((await send(server, 'POST', `${path}/undo`, { as: 'admin' })).body).toMatchObject({ counts: { undone: 2 } });
    expect((await send<Item>(server, 'GET', `/items/${first}`)).body.language).toBeUndefined();
    expect((await send(server, 'GET', '/batches')).body).toMatchObject({ batches: [{ id: body.id }] });

    for (const [wrong, code] of [
      [{ change: { language: 'pt' } }, 'request-invalid'],
      [{ labels, filter: {}, change: { language: 'pt' } }, 'request-invalid'],
      [{ labels, change: {} }, 'nothing-to-change'],
      [{ labels: ['nowhere'], change: { language: 'pt' } }, 'item-not-found'],
      [{ filter: { q: 'absent' }, change: { language: 'pt' } }, 'nothing-to-change'],
      [{ labels, change: { addCollections: ['none'] } }, 'collection-not-found'],
      [{ labels, change: { owner: null } }, 'role-missing'],
    ] as const) {
      expect(await send(server, 'POST', '/batches', { json: wrong })).toMatchObject({ body: { code } });
    }
  });

  it('tells those who look after a node how it is, and what it holds', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    await deposit(server);
    await send(server, 'DELETE', `/items/${repository}?reason=twice`, { as: 'admin' });
    expect((await send(server, 'GET', '/overview')).status).toBe(403);
    const { status, body } = await send<Overview>(server, 'GET', '/overview', { as: 'steward' });
    expect([status, body.waiting]).toEqual([200, { proposals: 0, registrations: 0, alerts: 0 }]);
    expect(body.items).toMatchObject({ kept: 1, removed: 1, bytes: 5 });
    expect(body.items?.growth.at(-1)?.items).toBe(1);
    expect(body.findings).toContainEqual({
      part: 'backup',
      level: 'warning',
      code: 'health',
      parameters: { reason: 'backup-none' },
      detail: expect.stringContaining('never a backup'),
    });
    expect(body.findings.map(({ part }) => part)).toEqual(['settings', 'disk', 'clock', 'fixity', 'backup']);
  });
});

it('suggests subjects and people that items have, those first that are used most', async () => {
  const server = await startApiServer();
  const orcid = '0000-0002-1825-0097';
  for (const metadata of [
    { title: 'One', subject: ['wetlands', 'Água doce'], creator: 'Prado, Helena' },
    { title: 'Two', subject: ['wetlands', 'wet meadows'], creator: { value: 'Prado, Helena', orcid } },
    { title: 'Three wet', subject: 'wet meadows of the south', creator: 'Prado, Otto' },
    { title: 'Four', subject: ['wetlands'] },
  ]) {
    await deposit(server, { item: { metadata } });
  }
  const suggest = async (field: string, text: string) => {
    const path = `/suggestions?${new URLSearchParams({ field, text })}`;
    return (await send<{ values: readonly object[] }>(server, 'GET', path)).body.values;
  };
  expect(await suggest('subject', 'We')).toEqual([
    { value: 'wetlands' },
    { value: 'wet meadows' },
    { value: 'wet meadows of the south' },
  ]);
  expect(await suggest('subject', 'agua d')).toEqual([{ value: 'Água doce' }]);
  expect(await suggest('subject', 'meadows s')).toEqual([{ value: 'wet meadows of the south' }]);
  expect(await suggest('creator', 'pra')).toEqual([{ value: 'Prado, Helena', orcid }, { value: 'Prado, Otto' }]);
  expect(await suggest('subject', ' -* ')).toEqual([]);
  expect((await send(server, 'GET', '/suggestions?field=subject&text=wet', { as: 'reader' })).status).toBe(403);
});
