import { describe, expect, it } from 'vitest';
import { DATABASES } from '../fixtures/databases.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { type Answer, send } from './client.ts';

const MEBIBYTE = 1_048_576;

interface Minted {
  readonly ids: readonly string[];
  readonly stopped?: { readonly code: string; readonly detail: string };
}

const create = async (server: ApiServer, json: Record<string, unknown>): Promise<Answer> => {
  const answer = await send(server, 'POST', '/minters', { as: 'admin', json });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer;
};

const mint = async (server: ApiServer, name: string, json: unknown = {}): Promise<Minted> => {
  const { status, body } = await send<Minted>(server, 'POST', `/minters/${name}/mint`, { json });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};

const mintOne = async (server: ApiServer, name: string, json: Record<string, unknown> = {}): Promise<string> => {
  const [id = ''] = (await mint(server, name, json)).ids;
  return id;
};

const pathOf = (name: string, id: string, element?: string): string =>
  `/minters/${name}/ids/${encodeURIComponent(id)}${element === undefined ? '' : `/bindings/${encodeURIComponent(element)}`}`;

const ARK = { name: 'ark', template: 'f.reedeedk', term: 'long', naan: '12345', naa: 'example.org', subNaa: 'lib' };

describe.each(DATABASES)('minters over $name', ({ createMigratedData, openMigrated }) => {
  const start = async (options: Parameters<typeof startApiServer>[0] = {}): Promise<ApiServer> =>
    startApiServer({ database: await openMigrated(), ...options });

  it('are created, shown and listed by pages', async () => {
    const server = await start();
    const made = await create(server, { ...ARK, seed: 5, policy: 'for ever' });
    expect(made.headers.get('location')).toBe('/api/v1/minters/ark');
    expect(made.body).toMatchObject({
      ...ARK,
      seed: 5,
      policy: 'for ever',
      bindsAnything: false,
      properties: 'GR-NITE',
      contact: 'the admin@127.0.0.1',
      statistics: { mints: 0, used: 0, total: '70728100', remaining: '70728100', held: 0, queued: 0 },
    });
    expect(made.body['report']).toContain('Support:   for ever\n');
    for (const name of ['b', 'c_1', '0-0']) await create(server, { name });
    expect((await send(server, 'GET', '/minters/ark')).body).toEqual(made.body);

    const names: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page: Answer<{ minters: { name: string }[]; next?: string }> = await send(
        server,
        'GET',
        `/minters?limit=3&cursor=${cursor}`,
      );
      names.push(...page.body.minters.map(({ name }) => name));
      cursor = page.body.next;
    }
    expect(names).toEqual(['0-0', 'ark', 'b', 'c_1']);
  });

  it('tell names and addresses of people to those with a key only', async () => {
    const server = await start();
    await create(server, ARK);
    const id = await mintOne(server, 'ark');
    for (const path of ['/minters', '/minters/ark', pathOf('ark', id)]) {
      const [open, keyed] = [await send(server, 'GET', path, { as: 'nobody' }), await send(server, 'GET', path)];
      expect([open.status, keyed.status]).toEqual([200, 200]);
      expect(JSON.stringify(open.body)).not.toContain('@127.0.0.1');
      expect(JSON.stringify(keyed.body)).toContain('@127.0.0.1');
    }
  });

  it('cannot be read without a key if reading is not public', async () => {
    const server = await start({ isReadingPublic: false });
    await create(server, { name: 'a' });
    for (const path of ['/minters', '/minters/a', '/minters/a/statistics', pathOf('a', 'x'), pathOf('a', 'x', 'e')]) {
      expect((await send(server, 'GET', path, { as: 'nobody' })).status).toBe(401);
      expect((await send(server, 'GET', path, { as: 'reader' })).status).toBe(path.endsWith('/e') ? 404 : 200);
    }
  });

  it.each([
    ['request-invalid', 400, {}],
    ['minter-name-invalid', 422, { name: 'A' }],
    ['minter-name-invalid', 422, { name: 'x'.repeat(64) }],
    ['template-invalid', 422, { name: 'a', template: 'nonsense' }],
    ['request-invalid', 400, { name: 'a', term: 'eternal' }],
    ['authority-missing', 422, { name: 'a', term: 'long' }],
    ['seed-invalid', 422, { name: 'a', seed: -1 }],
    ['policy-invalid', 422, { name: 'a', policy: 'x'.repeat(10_001) }],
    ['policy-invalid', 422, { name: 'a', policy: '\0' }],
    ['identifier-invalid', 422, { name: 'a', naan: '\0' }],
    ['identifier-invalid', 422, { name: 'a', naan: 'x'.repeat(2_000) }],
    ['request-invalid', 400, { name: 'a', prefix: 'x' }],
    ['minter-exists', 409, { name: 'taken' }],
  ])('are not created where they cannot be: %s', async (code, status, json) => {
    const server = await start();
    await create(server, { name: 'taken' });
    expect(await send(server, 'POST', '/minters', { as: 'admin', json })).toMatchObject({ status, body: { code } });
  });

  it('get another policy', async () => {
    const server = await start();
    await create(server, { name: 'a', policy: 'one' });
    const changed = await send(server, 'PATCH', '/minters/a', { as: 'admin', json: { policy: 'two\nlines' } });
    expect(changed).toMatchObject({ status: 200, body: { policy: 'two\nlines' } });
    expect(changed.body['report']).toContain('Support:   two\n       lines\n');
    expect((await send(server, 'GET', '/minters/a')).body).toEqual(changed.body);
    const none = await send(server, 'PATCH', '/minters/a', { as: 'admin', json: { policy: '' } });
    expect(none.body['report']).not.toContain('Support:');
    expect(await send(server, 'PATCH', '/minters/a', { as: 'admin', json: { policy: '\0' } })).toMatchObject({
      status: 422,
      body: { code: 'policy-invalid' },
    });
  });

  it('mint each identifier once, whoever asks', async () => {
    const open = await createMigratedData();
    const [database, same] = [await open(), await open()];
    const [one, other] = [await startApiServer({ database }), await startApiServer({ database: same })];
    await create(one, ARK);
    const minted = await Promise.all(
      Array.from({ length: 20 }, (_, index) => mint(index % 2 === 0 ? one : other, 'ark', { count: 50 })),
    );
    const ids = minted.flatMap((answer) => answer.ids);
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(/^12345\/f[0-9b-z]{7}$/);
    const { body } = await send(other, 'GET', '/minters/ark/statistics');
    expect(body).toMatchObject({ mints: 1_000, used: 1_000, remaining: '70727100', held: 1_000 });
  });

  it('mint what is left, and say why it is less', async () => {
    const server = await start();
    await create(server, { name: 'a', template: '.sd' });
    expect((await mint(server, 'a', { count: 8 })).ids).toEqual([...'01234567']);
    expect(await mint(server, 'a', { count: 5 })).toEqual({
      ids: ['8', '9'],
      stopped: {
        code: 'identifiers-exhausted',
        detail: 'no identifier is left (stopped at 10): create another minter',
        parameters: { limit: '10' },
      },
    });
    expect(await send(server, 'POST', '/minters/a/mint', { json: {} })).toMatchObject({
      status: 409,
      body: { code: 'identifiers-exhausted' },
    });
    expect((await send(server, 'GET', '/minters/a/statistics')).body).toMatchObject({
      remaining: '0',
      warning: 'no identifier is left: create another minter',
    });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('perene_minter_remaining{minter="a"} 0\n');
  });

  it.each([
    ['count-out-of-range', 400, { count: 0 }],
    ['count-out-of-range', 400, { count: 100_001 }],
    ['request-invalid', 400, { count: 1.5 }],
    ['request-invalid', 400, { bindings: { e: 5 } }],
    ['request-invalid', 400, { bindings: { e: { base64: '*' } } }],
    ['element-missing', 422, { bindings: { '': 'x' } }],
    ['identifier-invalid', 422, { bindings: { 'e\0': 'x' } }],
    ['value-too-large', 413, { count: 100_000, bindings: { e: 'x'.repeat(3_000) } }],
  ])('do not mint what they cannot: %s', async (code, status, json) => {
    const server = await start();
    await create(server, { name: 'a' });
    expect(await send(server, 'POST', '/minters/a/mint', { json })).toMatchObject({ status, body: { code } });
    expect((await send(server, 'GET', '/minters/a/statistics')).body['mints']).toBe(0);
  });

  it('do what came under one Idempotency-Key once', async () => {
    const server = await start();
    await create(server, { name: 'a' });
    const ask = () =>
      send<Minted>(server, 'POST', '/minters/a/mint', { json: { count: 3 }, headers: { 'idempotency-key': 'k' } });
    expect((await ask()).body).toEqual((await ask()).body);
    const bind = () =>
      send(server, 'PUT', pathOf('a', '0', 'e'), {
        json: { how: 'add', value: 'x' },
        headers: { 'idempotency-key': 'bind' },
      });
    expect((await bind()).body).toEqual((await bind()).body);
    expect((await send(server, 'GET', pathOf('a', '0', 'e'))).body['value']).toBe('x');
    expect((await send(server, 'GET', '/minters/a/statistics')).body['mints']).toBe(3);
  });

  it('bind what comes with a mint, text or not', async () => {
    const server = await start();
    await create(server, ARK);
    const { ids } = await mint(server, 'ark', {
      count: 2,
      bindings: { where: 'https://example.org/ç', raw: { base64: '/wAB' }, zero: 'a\0b' },
    });
    for (const id of ids) {
      expect((await send(server, 'GET', pathOf('ark', id))).body).toEqual({
        id,
        held: true,
        peppered: false,
        circulation: {
          status: 'i',
          date: expect.stringMatching(/^\d{14}$/),
          contact: 'the depositor@127.0.0.1',
          position: expect.any(Number),
        },
        bindings: [
          { element: 'raw', base64: '/wAB' },
          { element: 'where', value: 'https://example.org/ç' },
          { element: 'zero', value: 'a\0b' },
        ],
      });
    }
  });

  it('bind, fetch and take away, whatever the names', async () => {
    const server = await start();
    await create(server, { name: 'any' });
    for (const [id, element] of [
      ['a/b/c', 'where'],
      ['100%', 'x/y'],
      ['é ?#&+', '日本 "'],
      ['a%2Fb', '%'],
    ] as const) {
      const path = pathOf('any', id, element);
      expect(await send(server, 'GET', path)).toMatchObject({ status: 404, body: { code: 'binding-missing' } });
      const bound = await send(server, 'PUT', path, { json: { value: 'one' } });
      expect(bound).toMatchObject({ status: 200, body: { id, element, how: 'set', bytesBefore: 0, bytesGiven: 3 } });
      await send(server, 'PUT', path, { json: { how: 'append', base64: '/w==' } });
      expect((await send(server, 'GET', path)).body).toEqual({ id, element, base64: 'b25l/w==', fromRule: false });
      expect((await send(server, 'GET', pathOf('any', id))).body).toMatchObject({ id, held: false, peppered: false });
      expect((await send(server, 'DELETE', path)).status).toBe(204);
      expect(await send(server, 'DELETE', path)).toMatchObject({ status: 404, body: { code: 'binding-missing' } });
    }
  });

  it.each([
    ['request-invalid', 400, 'x', 'e', { value: 'a', base64: 'YQ==' }],
    ['value-missing', 422, 'x', 'e', {}],
    ['request-invalid', 400, 'x', 'e', { how: 'nonsense', value: 'a' }],
    ['binding-missing', 404, 'x', 'e', { how: 'replace', value: 'a' }],
    ['binding-exists', 409, 'bound', 'e', { how: 'new', value: 'a' }],
    ['identifier-invalid', 422, 'x', 'e'.repeat(1_025), { value: 'a' }],
    ['identifier-invalid', 422, 'x\0', 'e', { value: 'a' }],
    ['identifier-invalid', 422, ':x', 'e', { value: 'a' }],
    ['pattern-invalid', 422, ':idmap/(', 'e', { value: 'a' }],
    ['value-missing', 422, 'new', 'e', { how: 'mint' }],
  ])('do not bind what they cannot: %s', async (code, status, id, element, json) => {
    const server = await start();
    await create(server, { name: 'any' });
    await send(server, 'PUT', pathOf('any', 'bound', 'e'), { json: { value: 'a' } });
    expect(await send(server, 'PUT', pathOf('any', id, element), { json })).toMatchObject({ status, body: { code } });
  });

  it('mint while binding', async () => {
    const server = await start();
    await create(server, { name: 'any' });
    const { body } = await send(server, 'PUT', pathOf('any', 'new', 'e'), { json: { how: 'mint', value: 'a' } });
    expect(body).toMatchObject({ id: '0', how: 'mint' });
    expect((await send(server, 'GET', pathOf('any', '0', 'e'))).body['value']).toBe('a');
  });

  it('take values of some mebibytes, and no more', async () => {
    const server = await start();
    await create(server, { name: 'any' });
    const value = 'é'.repeat(MEBIBYTE);
    expect((await send(server, 'PUT', pathOf('any', 'x', 'e'), { json: { value } })).status).toBe(200);
    expect((await send(server, 'GET', pathOf('any', 'x', 'e'))).body['value']).toBe(value);
    for (const [mebibytes, how, code] of [
      [9, 'append', 'value-too-large'],
      [11, 'set', 'value-too-large'],
      [16, 'set', 'request-too-large'],
    ] as const) {
      const json = { how, value: 'x'.repeat(mebibytes * MEBIBYTE) };
      expect(await send(server, 'PUT', pathOf('any', 'x', 'e'), { json })).toMatchObject({
        status: 413,
        body: { code },
      });
    }
    expect((await send(server, 'GET', pathOf('any', 'x', 'e'))).body['value']).toBe(value);
  });

  it('never mint the names of one another', async () => {
    const server = await start();
    const make = (name: string, template: string | undefined, naan: string) =>
      send(server, 'POST', '/minters', { as: 'admin', json: { name, naan, ...(template && { template }) } });
    expect((await make('one', 'kt.reedede', '13030')).status).toBe(201);
    const refused = { status: 409, body: { code: 'names-shared', parameters: { minter: 'one' } } };
    expect(await make('two', 'kt.reedede', '13030')).toMatchObject(refused);
    expect(await make('two', 'kt.zd', '13030')).toMatchObject(refused);
    expect((await make('two', 'kt.reedede', '13031')).status).toBe(201);
    expect((await make('three', 'ft.reedede', '13030')).status).toBe(201);
  });

  it('make values by rules', async () => {
    const server = await start();
    await create(server, { name: 'any' });
    const rule = pathOf('any', ':idmap/^ft/(\\d+)', 'where');
    expect((await send(server, 'PUT', rule, { json: { value: 'https://example.org/$1' } })).status).toBe(200);
    expect((await send(server, 'GET', rule)).body['value']).toBe('https://example.org/$1');
    expect((await send(server, 'GET', pathOf('any', 'ft/17', 'where'))).body).toEqual({
      id: 'ft/17',
      element: 'where',
      value: 'https://example.org/17',
      fromRule: true,
    });
    expect((await send(server, 'DELETE', rule)).status).toBe(204);
    expect((await send(server, 'GET', pathOf('any', 'ft/17', 'where'))).status).toBe(404);
  });

  it('have a bounded number of rules, each of a bounded size', async () => {
    const server = await start();
    await create(server, { name: 'any' });
    const bind = (number: number, value: string) =>
      send(server, 'PUT', pathOf('any', `:idmap/^f${number}$`, 'where'), { json: { value } });
    for (let number = 0; number < 100; number += 1) expect((await bind(number, 'a')).status).toBe(200);
    expect(await bind(100, 'a')).toMatchObject({ status: 422, body: { code: 'pattern-invalid' } });
    expect((await bind(99, 'b')).status).toBe(200);
    expect(await bind(99, 'b'.repeat(4_097))).toMatchObject({ status: 413, body: { code: 'value-too-large' } });
  });

  it('let only those with the pepper change a peppered identifier', async () => {
    const server = await start();
    await create(server, ARK);
    const peppered = await mintOne(server, 'ark', { peppered: true });
    const [id = ''] = peppered.split('!');
    expect(peppered).toMatch(/^12345\/f\w{7}![0-9b-z]{20}$/);
    const bind = (given: string) => send(server, 'PUT', pathOf('ark', given, 'e'), { json: { value: 'a' } });
    expect(await bind(id)).toMatchObject({ status: 403, body: { code: 'pepper-missing' } });
    expect(await bind(`${id}!wrong`)).toMatchObject({ status: 403, body: { code: 'pepper-wrong' } });
    expect(await bind(peppered)).toMatchObject({ status: 200, body: { id } });
    expect((await send(server, 'GET', pathOf('ark', id))).body).toMatchObject({
      id,
      peppered: true,
      bindings: [{ element: 'e', value: 'a' }],
    });
    expect((await send(server, 'GET', pathOf('ark', peppered, 'e'))).body).toMatchObject({ id, value: 'a' });
  });

  it('hold what is not to be minted', async () => {
    const server = await start();
    await create(server, { name: 'a', template: '.sd' });
    const hold = (ids: readonly string[], held: boolean) =>
      send(server, 'POST', '/minters/a/holds', { json: { ids, held } });
    expect((await hold(['0', '1', '3'], true)).status).toBe(204);
    expect((await hold(['1'], false)).status).toBe(204);
    expect((await mint(server, 'a', { count: 3 })).ids).toEqual(['1', '2', '4']);
    expect((await send(server, 'GET', '/minters/a/statistics')).body).toMatchObject({ held: 2, used: 5 });
    expect(await hold(['nonsense'], true)).toMatchObject({ status: 422, body: { code: 'identifier-invalid' } });
    expect(await hold(['\0'], true)).toMatchObject({ status: 422, body: { code: 'identifier-invalid' } });
    expect(await hold([], true)).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
  });

  it('queue what is to be minted again', async () => {
    const server = await start();
    await create(server, { name: 'a', template: '.sdd' });
    await mint(server, 'a', { count: 5 });
    await send(server, 'POST', '/minters/a/holds', { json: { ids: ['02'], held: true } });
    const queue = (when: string, ids: readonly string[]) =>
      send(server, 'POST', '/minters/a/queue', { json: { when, ids } });
    expect((await queue('now', ['03', '02', '01'])).body).toEqual({
      queued: 2,
      refused: ['02 is held: release it before it is queued'],
    });
    expect((await queue('first', ['04'])).body).toEqual({ queued: 1, refused: [] });
    expect((await queue('delete', ['03'])).body).toEqual({ queued: 1, refused: [] });
    expect((await mint(server, 'a', { count: 3 })).ids).toEqual(['04', '01', '05']);
    expect(await queue('yesterday', ['03'])).toMatchObject({ status: 422, body: { code: 'queue-time-invalid' } });
    expect(await queue('now', ['\0'])).toMatchObject({ status: 422, body: { code: 'identifier-invalid' } });
  });

  it('validate identifiers', async () => {
    const server = await start();
    await create(server, ARK);
    const id = await mintOne(server, 'ark');
    const validate = (json: unknown) => send(server, 'POST', '/minters/ark/validate', { as: 'nobody', json });
    expect((await validate({ ids: [id, '12345/f0'] })).body).toEqual({
      ids: [
        { id, valid: true },
        { id: '12345/f0', valid: false, problem: expect.stringMatching(/^12345\/f0 /) },
      ],
    });
    const others = await validate({ ids: ['12345/x12'], template: 'x.sdd' });
    expect(others.body).toEqual({ ids: [{ id: '12345/x12', valid: true }] });
    expect(await validate({ ids: ['x'], template: 'x.' })).toMatchObject({
      status: 422,
      body: { code: 'template-invalid' },
    });
  });

  it('are not found where there is none', async () => {
    const server = await start();
    const ids = ['x'];
    const requests = [
      ['GET', ''],
      ['PATCH', '', { policy: 'x' }],
      ['GET', '/statistics'],
      ['POST', '/mint', {}],
      ['POST', '/holds', { ids, held: true }],
      ['POST', '/queue', { ids, when: 'now' }],
      ['POST', '/validate', { ids }],
      ['GET', '/ids/x'],
      ['GET', '/ids/x/bindings/e'],
      ['PUT', '/ids/x/bindings/e', { value: 'x' }],
      ['DELETE', '/ids/x/bindings/e'],
    ] as const;
    for (const name of ['unknown', 'A', '%00', 'x'.repeat(500)]) {
      for (const [method, path, json] of requests) {
        const answer = await send(server, method, `/minters/${name}${path}`, { as: 'admin', json });
        expect([method, path, answer.status, answer.body['code']]).toEqual([method, path, 404, 'minter-not-found']);
      }
    }
  });

  it('refuse to look for what cannot be kept', async () => {
    const server = await start();
    await create(server, { name: 'any' });
    for (const path of ['/minters/any/ids/%00', '/minters/any/ids/x/bindings/%00']) {
      expect(await send(server, 'GET', path)).toMatchObject({ status: 422, body: { code: 'identifier-invalid' } });
    }
  });
});

it('minters are kept from those who may not', async () => {
  const server = await startApiServer();
  for (const [method, path, role] of [
    ['POST', '/minters', 'admin'],
    ['PATCH', '/minters/a', 'admin'],
    ['POST', '/minters/a/mint', 'depositor'],
    ['POST', '/minters/a/holds', 'depositor'],
    ['POST', '/minters/a/queue', 'depositor'],
    ['PUT', '/minters/a/ids/x/bindings/e', 'depositor'],
    ['DELETE', '/minters/a/ids/x/bindings/e', 'depositor'],
  ] as const) {
    const unknown = await send(server, method, path, { as: 'nobody' });
    expect([method, path, unknown.status]).toEqual([method, path, 401]);
    const lesser = await send(server, method, path, { as: role === 'admin' ? 'depositor' : 'reader' });
    expect([method, path, lesser.status, lesser.body['code']]).toEqual([method, path, 403, 'role-missing']);
  }
});
