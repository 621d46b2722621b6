import type { NameBatchLineView, NameBatchView } from '@perene/api';
import { describe, expect, it } from 'vitest';
import { DATABASES } from '../fixtures/databases.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { send } from './client.ts';

const MINTER = { name: 'theses', template: 'x.sdd', term: 'medium', naan: '12345', naa: 'example.org', subNaa: 'lib' };
const BATCHES = '/minters/theses/batches';

const prepare = async (server: ApiServer, json: object): Promise<NameBatchView> => {
  const { status, body } = await send<NameBatchView>(server, 'POST', BATCHES, { json });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const act = async (server: ApiServer, { id }: NameBatchView, what: 'run' | 'undo') =>
  (await send<NameBatchView>(server, 'POST', `${BATCHES}/${id}/${what}`)).body.counts;
const linesOf = async (server: ApiServer, { id }: NameBatchView, query = '') =>
  (await send<{ lines: readonly NameBatchLineView[] }>(server, 'GET', `${BATCHES}/${id}/lines${query}`)).body.lines;
const bind = (server: ApiServer, id: string, element: string, value: string) =>
  send(server, 'PUT', `/minters/theses/ids/${encodeURIComponent(id)}/bindings/${element}`, { json: { value } });
/** What is bound to all names. */
const boundTo = async (server: ApiServer): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> => {
  const found = await send<{ names: readonly { id: string }[] }>(server, 'GET', '/names?minter=theses');
  const names: Record<string, Record<string, string>> = {};
  for (const { id } of found.body.names) {
    const path = `/minters/theses/ids/${encodeURIComponent(id)}`;
    const shown = await send<{ bindings: readonly { element: string; value: string }[] }>(server, 'GET', path);
    names[id] = Object.fromEntries(shown.body.bindings.map(({ element, value }) => [element, value]));
  }
  return names;
};

describe.each(DATABASES)('changes of many names over $name', ({ openMigrated }) => {
  const start = async (): Promise<ApiServer> => {
    const server = await startApiServer({ database: await openMigrated() });
    await send(server, 'POST', '/minters', { as: 'admin', json: MINTER });
    return server;
  };

  it('are refused as a whole where all their values are too many to be kept twice', async () => {
    const server = await start();
    const bindings = Object.fromEntries(Array.from({ length: 100 }, (_, number) => [`e${number}`, 'x'.repeat(9_990)]));
    const ids: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const json = { count: 12, bindings };
      const { body } = await send<{ ids: readonly string[] }>(server, 'POST', '/minters/theses/mint', { json });
      ids.push(...body.ids);
    }
    const none = Object.fromEntries(Object.keys(bindings).map((element) => [element, null]));
    const change = (some: readonly string[]) =>
      send(server, 'POST', BATCHES, { json: { lines: some.map((id) => ({ id, bindings: none })) } });
    expect(await change(ids)).toMatchObject({ status: 413, body: { code: 'value-too-large' } });
    expect(await change(ids.slice(0, 12))).toMatchObject({ status: 201, body: { counts: { waiting: 12 } } });
  });

  it('compare names with different elements, each with its own', async () => {
    const server = await start();
    const { body } = await send<{ ids: readonly string[] }>(server, 'POST', '/minters/theses/mint', {
      json: { count: 3, bindings: { a: '1', b: '2' } },
    });
    const [first, second, third] = body.ids;
    const batch = await prepare(server, {
      lines: [
        { id: first, bindings: { a: '3' } },
        { id: second, bindings: { b: '3', a: '1' } },
        { id: third, bindings: { a: '1', b: '2' } },
      ],
    });
    expect((await linesOf(server, batch)).map(({ line, outcome, before }) => [line, outcome, before])).toEqual([
      [1, 'waiting', { a: '1' }],
      [2, 'waiting', { b: '2', a: '1' }],
      [3, 'same', { a: '1', b: '2' }],
    ]);
  });

  it('are refused where a table has more columns than a name has elements', async () => {
    const server = await start();
    const csv = `id,${Array.from({ length: 101 }, (_, number) => `e${number}`).join(',')}
`;
    const answer = await send(server, 'POST', BATCHES, {
      json: {
        csv: `${csv}a${',x'.repeat(101)}
`,
      },
    });
    expect(answer).toMatchObject({ status: 400, body: { parameters: { reason: 'elements-changed', max: 100 } } });
  });

  it('mint by a table, retarget by a rule, and are undone but for what was changed since', async () => {
    const server = await start();
    const table = await prepare(server, {
      csv: 'id,_t,title\r\n,http://old.example/1,"a ""b"""\r\n,http://old.example/2,\r\nno!,x,y\r\n',
    });
    expect(table.counts).toMatchObject({ waiting: 2, refused: 1 });
    expect(await boundTo(server)).toEqual({});
    expect(await act(server, table, 'run')).toMatchObject({ waiting: 0, done: 2, refused: 1 });
    expect((await linesOf(server, table)).map(({ id }) => id)).toEqual(['12345/x00', '12345/x01', 'no!']);
    const minted = {
      '12345/x00': { _t: 'http://old.example/1', title: 'a "b"' },
      '12345/x01': { _t: 'http://old.example/2' },
    };
    expect(await boundTo(server)).toEqual(minted);

    const rule = await prepare(server, { replace: { from: 'http://old.example/', to: 'https://new.example/' } });
    expect(await boundTo(server)).toEqual(minted);
    expect((await linesOf(server, rule)).map(({ before, after }) => [before, after])).toEqual([
      [{ _t: 'http://old.example/1' }, { _t: 'https://new.example/1' }],
      [{ _t: 'http://old.example/2' }, { _t: 'https://new.example/2' }],
    ]);
    expect(await act(server, rule, 'run')).toMatchObject({ done: 2 });
    await bind(server, '12345/x01', '_t', 'https://else.example/');
    expect(await act(server, rule, 'undo')).toMatchObject({ undone: 1, left: 1 });
    expect(await linesOf(server, rule, '?outcome=left')).toMatchObject([{ line: 2, id: '12345/x01' }]);
    expect(await boundTo(server)).toEqual({ ...minted, '12345/x01': { _t: 'https://else.example/' } });

    const past = await send<{ changes: readonly { batch?: string }[] }>(
      server,
      'GET',
      '/minters/theses/ids/12345%2Fx00/history',
    );
    expect(past.body.changes.map(({ batch }) => batch)).toEqual([rule.id, rule.id, table.id, table.id]);
    const listed = await send<{ batches: readonly NameBatchView[] }>(server, 'GET', BATCHES);
    expect(listed.body.batches.map(({ id, lines }) => [id, lines])).toEqual([
      [rule.id, 2],
      [table.id, 3],
    ]);
  });

  it('are read from one value a row, and undone to what was there, nothing included', async () => {
    const server = await start();
    await bind(server, '12345/x05', 'who', 'Lima');
    const csv =
      'id,element,value\n12345/x05,_t,https://a.example/\n12345/x05,who,"Lima, Ana"\n,_t,https://b.example/\n';
    const table = await prepare(server, { csv });
    expect(table.lines).toBe(2);
    expect(await act(server, table, 'run')).toMatchObject({ done: 2 });
    expect(await boundTo(server)).toEqual({
      '12345/x00': { _t: 'https://b.example/' },
      '12345/x05': { _t: 'https://a.example/', who: 'Lima, Ana' },
    });
    expect(await act(server, table, 'undo')).toMatchObject({ undone: 2 });
    expect(await boundTo(server)).toEqual({ '12345/x00': {}, '12345/x05': { who: 'Lima' } });

    const removal = await prepare(server, { lines: [{ id: '12345/x05', bindings: { who: null } }, { bindings: {} }] });
    expect(await act(server, removal, 'run')).toMatchObject({ done: 2 });
    expect(await boundTo(server)).toEqual({ '12345/x00': {}, '12345/x01': {} });
    expect(await act(server, removal, 'undo')).toMatchObject({ undone: 2 });
    expect(await boundTo(server)).toEqual({ '12345/x00': {}, '12345/x01': {}, '12345/x05': { who: 'Lima' } });
  });

  it('give back what was bound to a name before it was minted', async () => {
    const server = await start();
    await bind(server, '12345/x00', '_t', 'https://first.example/');
    const table = await prepare(server, { csv: '_t\nhttps://second.example/' });
    expect(await act(server, table, 'run')).toMatchObject({ done: 1 });
    expect(await act(server, table, 'undo')).toMatchObject({ undone: 1 });
    expect(await boundTo(server)).toEqual({ '12345/x00': { _t: 'https://first.example/' } });
  });

  it('leave what somebody changed after it was looked at, and mint once whoever runs them', async () => {
    const server = await start();
    await bind(server, '12345/x10', '_t', 'http://old.example/');
    const lines = [
      { id: '12345/x10', bindings: { _t: 'https://new.example/' } },
      ...Array.from({ length: 60 }, (_, index) => ({ bindings: { _t: `https://new.example/${index}` } })),
    ];
    const batch = await prepare(server, { lines });
    await bind(server, '12345/x10', '_t', 'https://else.example/');
    await Promise.all([act(server, batch, 'run'), act(server, batch, 'run'), act(server, batch, 'run')]);
    expect(await act(server, batch, 'run')).toMatchObject({ done: 60, changed: 1, waiting: 0 });
    expect(await linesOf(server, batch, '?outcome=changed')).toMatchObject([{ id: '12345/x10' }]);
    const { body } = await send<{ statistics: { mints: number } }>(server, 'GET', '/minters/theses');
    expect(body.statistics.mints).toBe(60);
    const next = await prepare(server, { lines: Array.from({ length: 50 }, () => ({ bindings: {} })) });
    expect(await act(server, next, 'run')).toMatchObject({ done: 40, refused: 10 });
    expect((await linesOf(server, next, '?outcome=refused'))[0]).toMatchObject({ code: 'identifiers-exhausted' });
  });

  it('refuse what is no change, and what is too much', async () => {
    const server = await start();
    const statusOf = async (json: object) => (await send(server, 'POST', BATCHES, { json })).status;
    const long = `id,${Array.from({ length: 101 }, (_, index) => `e${index}`).join()}\n`;
    for (const csv of [
      'id\nx',
      'id,_t,_t\n',
      'id,_t\n"x',
      `id,_t\n"${'x'.repeat(100_000)}`,
      'id,_t\nx',
      'id,_t\n"x"y,z',
    ]) {
      expect(await statusOf({ csv }), csv.slice(0, 40)).toBe(400);
    }
    expect(await statusOf({})).toBe(400);
    expect(await statusOf({ csv: 'id,_t\nx,y', replace: { from: 'x', to: 'y' } })).toBe(400);
    expect(await statusOf({ csv: `${long}${long}` })).toBe(400);
    expect(await statusOf({ csv: 'id,_t\n' })).toBe(422);
    expect(await statusOf({ csv: `_t\n${'x\n'.repeat(10_001)}` })).toBe(422);
    expect(await statusOf({ csv: `id,_t\n${'x,y\n'.repeat(100_001)}` })).toBe(422);
    expect(await statusOf({ csv: `_t\n${'x'.repeat(16 * 1_048_576)}` })).toBe(413);
    expect(await statusOf({ lines: [{ id: 'a\0', bindings: { _t: 'x' } }] })).toBe(400);
    expect((await send(server, 'POST', `${BATCHES}/none/run`)).status).toBe(404);
    const { id } = await prepare(server, { csv: `_t\n${'x'.repeat(10_001)}` });
    expect(await linesOf(server, { id } as NameBatchView)).toMatchObject([
      { outcome: 'refused', code: 'value-too-large' },
    ]);
    await send(server, 'POST', '/minters', { as: 'admin', json: { ...MINTER, name: 'maps', template: 'm.sdd' } });
    expect((await send(server, 'GET', `/minters/maps/batches/${id}`)).status).toBe(404);
  });

  it('keep no pepper', async () => {
    const server = await start();
    const minted = await send<{ ids: string[] }>(server, 'POST', '/minters/theses/mint', {
      json: { count: 1, peppered: true },
    });
    const batch = await prepare(server, { lines: [{ id: minted.body.ids[0], bindings: { _t: 'x' } }] });
    expect(await linesOf(server, batch)).toMatchObject([
      { id: '12345/x00', outcome: 'refused', code: 'pepper-missing' },
    ]);
  });

  it('need a key that may use the minter', async () => {
    const server = await start();
    const { body } = await send<{ key: string }>(server, 'POST', '/keys', {
      as: 'admin',
      json: { name: 'maps', role: 'depositor', limits: { minters: ['maps'] } },
    });
    const json = { csv: '_t\nhttps://a.example/' };
    const headers = { authorization: `Bearer ${body.key}` };
    expect(await send(server, 'POST', BATCHES, { as: 'nobody', headers, json })).toMatchObject({ status: 403 });
    expect(await send(server, 'POST', BATCHES, { as: 'reader', json })).toMatchObject({ status: 403 });
    const { id } = await prepare(server, json);
    for (const path of [BATCHES, `${BATCHES}/${id}`, `${BATCHES}/${id}/lines`]) {
      expect(await send(server, 'GET', path, { as: 'nobody', headers }), path).toMatchObject({ status: 403 });
    }
    for (const what of ['run', 'undo']) {
      const path = `${BATCHES}/${id}/${what}`;
      expect(await send(server, 'POST', path, { as: 'nobody', headers }), path).toMatchObject({ status: 403 });
    }
  });
});
