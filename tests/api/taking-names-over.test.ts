import { describe, expect, it } from 'vitest';
import type { NodeOverrides } from '../../packages/server/src/compose/create-node.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named } from '../fixtures/labels.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const GOOD = 'https://good.example/';
const EVIL = 'https://evil.example/';

/** A node where `theses` and `whatever` share a NAAN, with two domains of PURLs, and a key for one minter alone. */
const start = async (limitedTo: string, overrides: NodeOverrides = {}) => {
  const { url, node } = await serveTestNode({}, overrides);
  const naan = { naan: '12345', contact: 'x' };
  await node.minters.create({ ...naan, name: 'theses', template: 'fk4.sddk' });
  await node.minters.create({ ...naan, name: 'any', template: '' });
  for (const name of ['aaa', 'zzz']) await node.minters.create({ name, contact: 'x' });
  const limits = { minters: [limitedTo] };
  const { key } = await node.keys.create({ name: 'limited', role: 'depositor', limits });
  const owner = (await node.keys.create({ name: 'owner', role: 'depositor' })).key;
  const send = async (method: string, path: string, { as, body, type }: Sent) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && { body }),
      headers: { authorization: `Bearer ${as}`, 'content-type': type ?? 'text/plain' },
    });
    return { status: answer.status, text: await answer.text() };
  };
  const putHandle = (handle: string, as: string, target: string) => {
    const body = JSON.stringify([{ index: 1, type: 'URL', data: target }]);
    return send('PUT', `/api/handles/${handle}`, { as, body, type: 'application/json' });
  };
  const lead = async (path: string) => {
    const { status, headers } = await fetch(`${url}${path}`, { redirect: 'manual' });
    return headers.get('location') ?? status;
  };
  const bind = (minter: string, lines: readonly string[]) =>
    send('POST', `/nd/noidu_${minter}?-`, { as: key, body: `${lines.join('\n')}\n` });
  return { url, node, key, owner, send, putHandle, lead, bind };
};

interface Sent {
  readonly as: string;
  readonly body?: string;
  readonly type?: string;
}

describe.each(DATABASES)('a key that is limited to one minter, over $name', ({ openMigrated }) => {
  it.each(['aaa', 'zzz'])('takes no names over from %s, a domain without a NAAN', async (domain) => {
    const { send, putHandle, lead, bind, key, owner } = await start(domain, { database: await openMigrated() });
    expect((await putHandle('12345/known', owner, GOOD)).status).toBe(201);
    const paths = ['12345/known', '12345/known/part', '12345/known.v2', '12345/kn-own', '12345/new'];
    for (const path of paths) {
      const body = JSON.stringify({ target: EVIL });
      const address = `/api/v1/minters/${domain}/purls/${encodeURIComponent(path)}`;
      expect((await send('PUT', address, { as: key, body, type: 'application/json' })).status).toBe(200);
    }
    const bound = await bind(domain, [
      ...paths.map((path) => `bind set ${path} _t ${EVIL}`),
      `bind set :idmap/^12345/ruled(.*) _t ${EVIL}$1`,
      `bind set 0.NA/ HS_NAMESPACE '<template delimiter="|"><value type="URL" data="${EVIL}"/></template>'`,
    ]);
    expect(bound.text.match(/Status: {2}ok/g)).toHaveLength(7);
    expect(await lead('/ark:12345/known')).toBe(GOOD);
    expect(await lead('/hdl/12345/known')).toBe(GOOD);
    expect(await lead('/ark:12345/known/part')).toBe(`${GOOD}part`);
    expect(await lead('/ark:12345/known.v2')).toBe(`${GOOD}.v2`);
    expect(await lead('/ark:12345/kn-own')).toBe(GOOD);
    for (const path of ['/ark:12345/new', '/hdl/12345/new', '/ark:12345/ruled1', '/hdl/12345/known%7C1']) {
      expect([path, await lead(path)]).toEqual([path, 404]);
    }
    expect((await putHandle('12345/new', owner, GOOD)).status).toBe(201);
    expect(await lead('/hdl/12345/new')).toBe(GOOD);
  });

  it('takes no names over of a minter that shares the NAAN', async () => {
    const { send, lead, bind, owner } = await start('any', { database: await openMigrated() });
    const created = await send('POST', '/shoulder/ark:/12345/fk4', { as: owner, body: `_target: ${GOOD}` });
    const id = created.text.replace('success: ark:/', '');
    const chosen = await send('PUT', '/id/ark:/12345/fk4chosen', { as: owner, body: `_target: ${GOOD}` });
    expect(chosen.status).toBe(201);
    const hyphened = id.replace('fk4', 'fk-4');
    for (const name of [
      id,
      `${id}/part`,
      `${id}.v2`,
      hyphened,
      '12345/fk4chosen',
      '12345/fk4chosen/part',
      '12345/own',
    ]) {
      expect((await bind('any', [`bind set ${name} _t ${EVIL}`])).text).toContain('ok');
    }
    for (const name of [id, hyphened, '12345/fk4chosen'])
      expect([name, await lead(`/ark:${name}`)]).toEqual([name, GOOD]);
    for (const name of [id, '12345/fk4chosen']) {
      expect(await lead(`/hdl/${name}`)).toBe(GOOD);
      expect(await lead(`/ark:${name}/part`)).toBe(`${GOOD}part`);
      expect((await send('GET', `/id/ark:/${name}`, { as: owner })).text).toContain(GOOD);
    }
    expect(await lead('/ark:12345/own')).toBe(EVIL);
  });

  it('leads nobody away from an item that carries an ARK or a handle', async () => {
    const { node, lead, bind } = await start('aaa', { database: await openMigrated() });
    const { repository } = await node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
    await node.archive.edit(named(repository), { addAliases: ['hdl:20.500.9/abc', 'ark:77777/item'] }, AUTHOR);
    const paths = ['/hdl/20.500.9/abc', '/ark:77777/item'];
    const before = await Promise.all(paths.map(lead));
    expect(before).toEqual([expect.any(String), expect.any(String)]);
    await bind('aaa', [
      ...['20.500.9/abc', '77777/item', '77777/other'].map((path) => `bind set ${path} _t ${EVIL}`),
      ...Array.from({ length: 60 }, (_, number) => `bind set :idmap/^9{${number + 1}}(a|b|c|d|e){300}$ _t x`),
    ]);
    expect(await Promise.all(paths.map(lead))).toEqual(before);
    expect(await lead('/ark:77777/other')).toBe(EVIL);
  });

  it('says nothing of the prefix, except by the API of handles with the right for it', async () => {
    const { lead, bind, putHandle, owner } = await start('any', { database: await openMigrated() });
    expect((await putHandle('12345/known', owner, GOOD)).status).toBe(201);
    const template = `'<template delimiter="|"><value type="URL" data="${EVIL}"/></template>'`;
    const bound = await bind('any', [`bind set 0.NA/12345 HS_NAMESPACE ${template}`, 'hold set 0.NA/12345']);
    expect(bound.text.match(/0\.NA\/12345 is the handle of a prefix/g)).toHaveLength(2);
    expect(await lead('/hdl/12345/known%7C1')).toBe(404);
  });
});
