import { describe, expect, it } from 'vitest';
import { DATABASES } from '../fixtures/databases.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { send } from './client.ts';

interface Names {
  readonly names: readonly { readonly id: string; readonly minter: string; readonly state: string }[];
  readonly next?: string;
}

const MINTER = { template: 'x.sdd', term: 'medium', naan: '12345', naa: 'example.org', subNaa: 'lib' };

const pathOf = (id: string, part: string): string => `/minters/theses/ids/${encodeURIComponent(id)}/${part}`;

describe.each(DATABASES)('names over $name', ({ openMigrated }) => {
  const start = async (): Promise<ApiServer> => {
    const server = await startApiServer({ database: await openMigrated() });
    for (const [name, template] of [
      ['theses', 'x.sdd'],
      ['maps', 'm.sdd'],
    ]) {
      await send(server, 'POST', '/minters', { as: 'admin', json: { ...MINTER, name, template } });
      await send(server, 'POST', `/minters/${name}/mint`, { json: { count: 5 } });
    }
    return server;
  };
  const bind = (server: ApiServer, id: string, element: string, value: string) =>
    send(server, 'PUT', pathOf(id, `bindings/${element}`), { json: { value } });
  const find = async (server: ApiServer, query: string) => {
    const ids: string[] = [];
    let cursor = '';
    do {
      const { status, body } = await send<Names>(server, 'GET', `/names?limit=2&${query}${cursor}`);
      expect(status).toBe(200);
      expect(body.names.length).toBeLessThanOrEqual(2);
      ids.push(...body.names.map(({ id }) => id.replace('12345/', '')));
      cursor = body.next === undefined ? '' : `&cursor=${body.next}`;
    } while (cursor !== '');
    return ids;
  };

  it('are listed page by page, of one minter or of all, and by their beginning', async () => {
    const server = await start();
    await bind(server, ':idmap/^12345/x9', '_t', 'https://a.org/$&');
    expect(await find(server, '')).toEqual(['m00', 'm01', 'm02', 'm03', 'm04', 'x00', 'x01', 'x02', 'x03', 'x04']);
    expect(await find(server, 'minter=theses')).toEqual(['x00', 'x01', 'x02', 'x03', 'x04']);
    expect(await find(server, 'prefix=12345/m')).toEqual(['m00', 'm01', 'm02', 'm03', 'm04']);
    expect(await find(server, 'prefix=12345/x03')).toEqual(['x03']);
    expect((await send(server, 'GET', '/names?minter=none')).status).toBe(404);
    expect((await send(server, 'GET', '/names', { as: 'nobody' })).status).toBe(401);
  });

  it('are found by where they lead and by what is bound to them, however long it is', async () => {
    const server = await start();
    const long = `https://a.org/${'é'.repeat(400)}`;
    for (const id of ['12345/x00', '12345/x01', '12345/x03']) await bind(server, id, '_t', `${long}1`);
    await bind(server, '12345/x02', '_t', `${long}2`);
    await bind(server, '12345/x04', 'where', `${long}1`);
    await bind(server, '12345/x04', 'title', 'Rios');
    expect(await find(server, `target=${encodeURIComponent(`${long}1`)}`)).toEqual(['x00', 'x01', 'x03', 'x04']);
    expect(await find(server, `element=title&value=Rios`)).toEqual(['x04']);
    expect(await find(server, `element=title&value=Rio`)).toEqual([]);
    expect((await send(server, 'GET', '/names?element=title')).body).toMatchObject({ code: 'request-invalid' });
  });

  it('are reserved, public or withdrawn', async () => {
    const server = await start();
    const set = (id: string, json: unknown) => send(server, 'PUT', pathOf(id, 'state'), { json });
    expect((await set('12345/x01', { state: 'reserved' })).status).toBe(204);
    expect((await set('12345/x02', { state: 'withdrawn', reason: 'Given by mistake' })).status).toBe(204);
    expect(await find(server, 'state=reserved')).toEqual(['x01']);
    expect(await find(server, 'state=withdrawn')).toEqual(['x02']);
    const { body } = await send<Names>(server, 'GET', '/names?prefix=12345/x02');
    expect(body.names).toMatchObject([{ minter: 'theses', state: 'withdrawn', reason: 'Given by mistake' }]);
    expect((await set('12345/x01', { state: 'public' })).status).toBe(204);
    expect((await set('12345/x01', { state: 'reserved' })).body).toMatchObject({ code: 'name-state-invalid' });
    expect((await set('12345/x77', { state: 'public' })).body).toMatchObject({ code: 'identifier-unissued' });
    expect((await set('99999/x77', { state: 'public' })).body).toMatchObject({ code: 'identifier-invalid' });
  });

  it('remember what was bound to them, by whom and when', async () => {
    const server = await start();
    await bind(server, '12345/x01', '_t', 'https://a.org/1');
    await bind(server, '12345/x01', '_t', 'https://a.org/2');
    await send(server, 'DELETE', pathOf('12345/x01', 'bindings/_t'));
    const first = await send(server, 'GET', `${pathOf('12345/x01', 'history')}?limit=2`);
    expect(first.body).toMatchObject({
      id: '12345/x01',
      changes: [
        { element: '_t', who: 'the depositor@127.0.0.1' },
        { element: '_t', value: 'https://a.org/2' },
      ],
    });
    expect(first.body).not.toHaveProperty('changes.0.value');
    const rest = await send(server, 'GET', `${pathOf('12345/x01', 'history')}?limit=2&cursor=${first.body['next']}`);
    expect(rest.body['changes']).toMatchObject([{ element: '_t', value: 'https://a.org/1' }]);
    expect(rest.body).not.toHaveProperty('next');
  });
});
