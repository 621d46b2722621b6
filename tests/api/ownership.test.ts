import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiKey, Item } from '@perene/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServedNode } from '../fixtures/served-node.ts';
import { createVisitor, type Visitor } from '../fixtures/visitor.ts';

const PASSWORD = 'seven quiet herons at dawn';

const folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
let served: Awaited<ReturnType<typeof openServedNode>>;
let ana: Visitor;
let rui: Visitor;
let chief: Visitor;
const ids: Record<string, string> = {};

const enter = async (name: string, role: 'admin' | 'depositor'): Promise<Visitor> => {
  const email = `${name}@example.org`;
  const { link = '', person } = await served.node.people.invite({ name, email, role }, { by: 'link' });
  ids[name] = person.id;
  await served.node.people.useLink(link.slice(link.indexOf('#') + 1), { password: PASSWORD });
  const visitor = createVisitor(served.url);
  expect((await visitor.signIn(email, PASSWORD)).status).toBe(201);
  return visitor;
};

beforeAll(async () => {
  served = await openServedNode(folder);
  [ana, rui, chief] = [await enter('ana', 'depositor'), await enter('rui', 'depositor'), await enter('chief', 'admin')];
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

const deposit = async (headers: Readonly<Record<string, string>>, item: object = {}): Promise<Response> => {
  const body = new FormData();
  body.append('item', new Blob([JSON.stringify(item)], { type: 'application/json' }));
  body.append('file', new Blob(['hello']), 'report.txt');
  return fetch(`${served.url}/api/v1/items`, { method: 'POST', headers, body });
};
const asPerson = (visitor: Visitor) => ({ cookie: visitor.cookies(), origin: served.url, 'perene-console': '1' });
const asKey = (key: string) => ({ authorization: `Bearer ${key}` });
const keep = async (headers: Readonly<Record<string, string>>, item: object = {}): Promise<Item> => {
  const answer = await deposit(headers, item);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Item;
};
const edit = (visitor: Visitor, { repository }: Item, json: object = { metadata: { title: 'Another' } }) =>
  visitor.send('PATCH', `/items/${repository}`, { json });

describe('an item', () => {
  it('lends its closed files to items of those only who may change it', async () => {
    const closed = { access: { fileList: 'open', embargo: '2999-01-01' } };
    const { repository: of } = await keep(asPerson(ana), closed);
    const keeping = { keptFiles: { of, paths: ['report.txt'] } };
    const take = (visitor: Visitor) => visitor.send('POST', '/items', { json: keeping });
    expect(await take(rui)).toMatchObject({ status: 403, body: { code: 'role-missing' } });
    expect((await take(ana)).status).toBe(201);
    await chief.send('PATCH', `/items/${of}`, { json: { access: { fileList: 'open' } } });
    expect((await take(rui)).status).toBe(201);
  });

  it('belongs to whoever deposited it, and is theirs to change', async () => {
    const item = await keep(asPerson(ana));
    expect(item.owner).toEqual({ id: ids['ana'] });
    expect((await ana.send('GET', `/items/${item.repository}`)).body).toMatchObject({
      owner: { id: ids['ana'], name: 'ana' },
    });
    const anonymous = await fetch(`${served.url}/api/v1/items/${item.repository}`);
    expect(Object.keys((await anonymous.json()) as object)).not.toContain('owner');
    expect((await edit(ana, item)).status).toBe(200);
    expect(await edit(rui, item)).toMatchObject({ status: 403, body: { code: 'role-missing' } });
    expect((await edit(chief, item)).status).toBe(200);
    const history = await ana.send('GET', `/items/${item.repository}/history`);
    expect(JSON.stringify(history.body)).toContain(`ana (${ids['ana']})`);
  });

  it('that a key deposited belongs to nobody, and keys keep their rights', async () => {
    const key = await served.createKey('depositor');
    const item = await keep(asKey(key));
    expect(item.owner).toBeUndefined();
    expect((await edit(ana, item)).status).toBe(403);
    const others = await keep(asPerson(ana));
    const changed = await fetch(`${served.url}/api/v1/items/${others.repository}`, {
      method: 'PATCH',
      headers: { ...asKey(key), 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { title: 'By the key' } }),
    });
    expect(changed.status).toBe(200);
  });

  it('of somebody else gets no editions and translations', async () => {
    const item = await keep(asPerson(ana), { language: 'en' });
    const { repository } = item;
    for (const links of [
      { editionOf: repository },
      { nextEdition: repository },
      { translationOf: repository, language: 'pt' },
      { translations: { en: repository }, language: 'pt' },
      { editionOf: item.ibip ?? repository },
    ]) {
      const refused = await deposit(asPerson(rui), links);
      expect([links, refused.status]).toEqual([links, 403]);
    }
    const own = await keep(asPerson(rui), { language: 'pt' });
    expect((await edit(rui, own, { editionOf: repository })).status).toBe(403);
    expect((await edit(rui, own, { translationOf: repository })).status).toBe(403);
    expect((await rui.send('POST', `/items/${repository}/proposals`)).status).toBe(403);
    expect((await deposit(asPerson(ana), { editionOf: repository })).status).toBe(201);
  });

  it('is changed by curators', async () => {
    const item = await keep(asPerson(ana));
    await served.node.people.change(ids['rui'] ?? '', { role: 'reader', grants: [{ role: 'curator' }] });
    expect((await rui.send('GET', '/whoami')).body).toMatchObject({ grants: [{ role: 'curator' }] });
    expect((await edit(rui, item)).status).toBe(200);
    await served.node.people.change(ids['rui'] ?? '', { grants: [{ role: 'curator', collection: 'maps' }] });
    expect((await edit(rui, item)).status).toBe(403);
    await served.node.people.change(ids['rui'] ?? '', { role: 'depositor', grants: [] });
    expect((await edit(rui, item)).status).toBe(403);
  });

  it('is withdrawn and restored by curators, stewards and administrators, and not by its depositor', async () => {
    const item = await keep(asPerson(ana));
    const path = `/items/${item.repository}/withdrawal`;
    const json = { reason: 'A complaint' };
    const refused = { status: 403, body: { code: 'role-missing' } };
    expect(await ana.send('POST', path, { json })).toMatchObject(refused);
    const key = await served.createKey('depositor');
    expect((await fetch(`${served.url}/api/v1${path}`, { method: 'DELETE', headers: asKey(key) })).status).toBe(403);
    await served.node.people.change(ids['rui'] ?? '', { role: 'reader', grants: [{ role: 'curator' }] });
    expect((await rui.send('POST', path, { json })).status).toBe(200);
    await served.node.people.change(ids['rui'] ?? '', { role: 'depositor', grants: [] });
    expect(await ana.send('DELETE', path)).toMatchObject(refused);
    expect((await chief.send('DELETE', path)).status).toBe(200);
  });
});

describe('a curator who only reads otherwise', () => {
  beforeAll(async () => {
    for (const name of ['maps', 'letters']) {
      const json = { name, title: { en: name } };
      expect((await chief.send('POST', '/collections', { json })).status).toBe(201);
    }
    const grants = [{ role: 'curator', collection: 'maps' }] as const;
    await served.node.people.change(ids['rui'] ?? '', { role: 'reader', grants });
  });
  afterAll(() => served.node.people.change(ids['rui'] ?? '', { role: 'depositor', grants: [] }));

  const gather = (visitor: Visitor, json: object) => visitor.send('POST', '/collections/maps/items', { json });

  it('does not take items of others into the collection, and so into their hands', async () => {
    const item = await keep(asPerson(ana));
    expect(await gather(rui, { add: [item.repository] })).toMatchObject({
      status: 403,
      body: { code: 'role-missing' },
    });
    expect((await edit(rui, item)).status).toBe(403);
    expect((await gather(ana, { add: [item.repository] })).status).toBe(200);
    expect((await edit(rui, item)).status).toBe(200);
    expect((await gather(rui, { remove: [item.repository] })).status).toBe(200);
    expect((await edit(rui, item)).status).toBe(403);
  });

  it('deposits into the collection alone, and neither mints nor binds', async () => {
    await chief.send('POST', '/minters', { json: { name: 'open', template: 'f6.reedeedk' } });
    for (const [method, path, json] of [
      ['POST', '/ibis', {}],
      ['POST', '/minters/open/mint', { count: 1 }],
      ['PUT', '/minters/open/ids/f6x/bindings/_t', { value: 'https://example.org/' }],
    ] as const) {
      expect([path, (await rui.send(method, path, { json })).status]).toEqual([path, 403]);
    }
    expect((await deposit(asPerson(rui))).status).toBe(403);
    expect((await deposit(asPerson(rui), { collections: ['maps', 'letters'] })).status).toBe(403);
    expect((await deposit(asPerson(rui), { collections: ['maps'] })).status).toBe(201);
  });

  it('changes nothing with a key that was made to read', async () => {
    const item = await keep(asPerson(ana), { collections: ['maps'] });
    const statuses = [];
    for (const role of ['reader', 'depositor']) {
      const { body } = await rui.send('POST', '/keys', { json: { name: role, role } });
      const changed = await fetch(`${served.url}/api/v1/items/${item.repository}`, {
        method: 'PATCH',
        headers: { ...asKey(body['key'] ?? ''), 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: { title: role } }),
      });
      const noid = `${served.url}/nd/noidu_open?mint+1`;
      const minted = await fetch(noid, { method: 'POST', headers: asKey(body['key'] ?? '') });
      statuses.push([changed.status, minted.status]);
    }
    expect(statuses).toEqual([
      [403, 403],
      [200, 403],
    ]);
  });
});

describe('a key of a person', () => {
  const make = async (visitor: Visitor, json: object) => {
    const answer = await visitor.send('POST', '/keys', { json });
    return { status: answer.status, key: answer.body as unknown as ApiKey & { readonly key: string } };
  };
  const whoAmI = async (key: string) => (await fetch(`${served.url}/api/v1/whoami`, { headers: asKey(key) })).status;

  it('allows no more than the person may, and ends with the account', async () => {
    const { status, key } = await make(ana, { name: 'nightly', role: 'depositor' });
    expect([status, key.person]).toEqual([201, ids['ana']]);
    expect((await make(ana, { name: 'x', role: 'admin' })).status).toBe(403);
    expect((await make(ana, { name: 'x', role: 'reader', person: ids['chief'] })).status).toBe(404);
    const item = await keep(asKey(key.key));
    expect(item.owner).toEqual({ id: ids['ana'] });
    expect((await edit(ana, item)).status).toBe(200);
    // A key makes no keys.
    const headers = { ...asKey(key.key), 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'x', role: 'reader' });
    expect((await fetch(`${served.url}/api/v1/keys`, { method: 'POST', headers, body })).status).toBe(403);

    const listed = (await ana.send('GET', '/keys')).body['keys'] as unknown as ApiKey[];
    expect(listed.map(({ id }) => id)).toEqual([key.id]);
    expect((await rui.send('DELETE', `/keys/${key.id}`)).body).toMatchObject({ code: 'key-not-found' });
    await served.node.people.change(ids['ana'] ?? '', { role: 'reader' });
    expect((await deposit(asKey(key.key))).status).toBe(403);
    await served.node.people.change(ids['ana'] ?? '', { role: 'depositor', state: 'disabled' });
    expect(await whoAmI(key.key)).toBe(401);
    await served.node.people.change(ids['ana'] ?? '', { state: 'active' });
    await ana.signIn('ana@example.org', PASSWORD);
    expect(await whoAmI(key.key)).toBe(200);
    expect((await ana.send('DELETE', `/keys/${key.id}`)).status).toBe(204);
    expect(await whoAmI(key.key)).toBe(401);
  });

  it('ends when it was told to', async () => {
    for (const expires of ['2020-01-01', 'tomorrow', '2026-13-01', '']) {
      expect((await make(chief, { name: 'x', role: 'reader', expires })).status).toBe(422);
    }
    const { key } = await make(chief, { name: 'x', role: 'reader', expires: '2999-12-31' });
    expect(key.expires).toBe('2999-12-31T00:00:00Z');
    await served.node.database.transaction((session) =>
      session.run('update api_keys set expires_at = 1 where id = ?', [key.id]),
    );
    expect(await whoAmI(key.key)).toBe(401);
  });

  it('that is limited changes what its limits name, and nothing else', async () => {
    const limits = { minters: ['theses'] };
    const { key } = await make(chief, { name: 'limited', role: 'admin', limits });
    expect(key.limits).toEqual(limits);
    const send = (method: string, path: string, json?: object) =>
      fetch(`${served.url}/api/v1${path}`, {
        method,
        headers: { ...asKey(key.key), ...(json && { 'content-type': 'application/json' }) },
        ...(json && { body: JSON.stringify(json) }),
      });
    for (const name of ['theses', 'maps']) {
      await chief.send('POST', '/minters', { json: { name, template: 'f5.reedeedk' } });
    }
    const item = await keep(asPerson(chief));
    const statuses = [];
    for (const [method, path, json] of [
      ['POST', '/minters/theses/mint', { count: 1 }],
      ['GET', '/items', undefined],
      ['POST', '/minters/maps/mint', { count: 1 }],
      ['POST', '/ibis', {}],
      ['POST', '/keys', { name: 'x', role: 'admin' }],
      ['GET', '/people', undefined],
      ['POST', '/sample', undefined],
      ['PATCH', `/items/${item.repository}`, { metadata: { title: 'x' } }],
      ['DELETE', `/items/${item.repository}?reason=x`, undefined],
    ] as const) {
      statuses.push((await send(method, path, json)).status);
    }
    expect(statuses).toEqual([201, 200, 403, 403, 403, 403, 403, 403, 403]);
    expect((await deposit(asKey(key.key))).status).toBe(403);
    const noid = (minter: string) =>
      fetch(`${served.url}/nd/noidu_${minter}?mint+1`, { method: 'POST', headers: asKey(key.key) });
    expect([(await noid('theses')).status, (await noid('maps')).status]).toEqual([200, 403]);
  });
});
