import type { ItemPage } from '@perene/api';
import { describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { startApiServer } from './api-server.ts';
import { deposit, formOf, send } from './client.ts';

const headers = { 'idempotency-key': 'the same' };

describe('Idempotency-Key', () => {
  it('makes one item of ten equal deposits at once, and of one more', async () => {
    const server = await startApiServer();
    const post = () =>
      send<ItemView>(server, 'POST', '/items', {
        body: formOf({ metadata: { title: 'T' } }, { 'a.txt': 'a' }),
        headers,
      });
    const answers = await Promise.all(Array.from({ length: 10 }, post));
    answers.push(await post());
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.repository)).size).toBe(1);
    expect((await send<ItemPage>(server, 'GET', '/items')).body.items).toHaveLength(1);
  });

  it('answers a large deposit that is sent again, although its files are not needed any more', async () => {
    const server = await startApiServer();
    const body = { 'a.bin': new Blob([Buffer.alloc(30_000_000)]) };
    const post = () => send<ItemView>(server, 'POST', '/items', { body: formOf({}, body), headers });
    const first = await post();
    expect(await post()).toMatchObject({ status: 201, body: { repository: first.body.repository } });
  });

  it('belongs to the key that it was sent with', async () => {
    const server = await startApiServer();
    const post = (as: 'admin' | 'depositor') =>
      send<ItemView>(server, 'POST', '/items', { as, body: formOf({}, { 'a.txt': 'a' }), headers });
    expect((await post('admin')).body.repository).not.toBe((await post('depositor')).body.repository);
  });

  it('is refused with another deposit', async () => {
    const server = await startApiServer();
    await send(server, 'POST', '/items', { body: formOf({ language: 'pt' }, { 'a.txt': 'a' }), headers });
    const other = await send(server, 'POST', '/items', { body: formOf({ language: 'en' }, { 'a.txt': 'a' }), headers });
    expect(other).toMatchObject({ status: 422, body: { code: 'request-differs' } });
  });

  it('gives the labels of the first request again', async () => {
    const server = await startApiServer();
    const mint = (count: number) => send(server, 'POST', '/ibis', { json: { count }, headers });
    const [first, second] = await Promise.all([mint(3), mint(3)]);
    expect(first.body['ibis']).toHaveLength(3);
    expect(second.body).toEqual(first.body);
    expect((await mint(3)).body).toEqual(first.body);
    expect(await mint(4)).toMatchObject({ status: 422, body: { code: 'request-differs' } });
    expect((await send(server, 'POST', '/ibis', { json: { count: 3 } })).body).not.toEqual(first.body);
  });

  it('edits, removes, and makes and revokes keys once', async () => {
    const server = await startApiServer();
    const { repository, revision } = await deposit(server);
    const edit = () => send(server, 'PATCH', `/items/${repository}`, { json: { language: 'en', revision }, headers });
    expect((await edit()).status).toBe(200);
    expect(await edit()).toMatchObject({ status: 200, body: { language: 'en' } });
    const remove = () => send(server, 'DELETE', `/items/${repository}?reason=x`, { as: 'admin', headers });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
    const json = { name: 'x', role: 'reader' };
    const create = () =>
      send(server, 'POST', '/keys', { as: 'admin', json, headers: { 'idempotency-key': 'new key' } });
    const made = await create();
    expect((await create()).body).toEqual(made.body);
    const revoke = () =>
      send(server, 'DELETE', `/keys/${made.body['id']}`, { as: 'admin', headers: { 'idempotency-key': 'old key' } });
    expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 204]);
  });

  it('does not keep refusals', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server, { item: { language: 'pt' } });
    const edit = () =>
      send(server, 'PATCH', `/items/${repository}`, { json: { language: 'en', revision: 3 }, headers });
    expect((await edit()).status).toBe(412);
    await send(server, 'PATCH', `/items/${repository}`, { json: { language: 'es' } });
    expect((await edit()).status).toBe(200);
  });

  it('has at most 255 characters', async () => {
    const server = await startApiServer();
    for (const [length, status] of [
      [255, 201],
      [256, 400],
    ] as const) {
      const long = { 'idempotency-key': 'x'.repeat(length) };
      expect((await send(server, 'POST', '/ibis', { json: {}, headers: long })).status).toBe(status);
      expect((await send(server, 'POST', '/items', { body: formOf({}, { a: 'a' }), headers: long })).status).toBe(
        status,
      );
    }
  });
});
