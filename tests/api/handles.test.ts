import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { NodeOverrides } from '../../packages/server/src/compose/create-node.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

interface Step {
  readonly method: string;
  readonly path: string;
  readonly as: string;
  readonly body?: unknown;
  readonly 'text-body'?: string;
  readonly type?: string;
  readonly origin?: string;
  readonly languages?: string;
  readonly status: number;
  readonly answer?: object;
  readonly text?: string;
  readonly location?: string;
}

const { cases } = JSON.parse(readFileSync(new URL('../../vectors/handle/requests.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly { readonly name: string; readonly steps: readonly Step[] }[];
};

const start = async (overrides: NodeOverrides = {}) => {
  const { url, node } = await serveTestNode({}, overrides);
  const minter = { term: 'long', naan: '12345', naa: 'example.org', subNaa: 'lib', contact: 'x' };
  await node.minters.create({ ...minter, name: 'theses', template: 'fk4.sddk' });
  await node.minters.create({ ...minter, name: 'whatever', template: '' });
  const create = async (name: string, role: 'depositor' | 'steward' | 'reader') =>
    [name, (await node.keys.create({ name, role })).key] as const;
  const keys = new Map([
    await create('ana', 'depositor'),
    await create('rui', 'depositor'),
    await create('eva', 'steward'),
    await create('reader', 'reader'),
    ['wrong', `perene_0123456789abcdef_${'x'.repeat(43)}`] as const,
  ]);
  const ask = async ({ method, path, as, body, type, origin, languages, ...step }: Omit<Step, 'status'>) => {
    const key = keys.get(as);
    const sent = step['text-body'] ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && {
          authorization: `Basic ${Buffer.from(`300%3A0.NA/12345:${key}`).toString('base64')}`,
        }),
        ...(sent !== undefined && { 'content-type': type ?? 'application/json' }),
        ...(origin !== undefined && { origin }),
        ...(languages !== undefined && { 'accept-language': languages }),
      },
      ...(sent !== undefined && { body: sent }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { node, url, keys, ask };
};

const withoutTimes = (text: string): unknown =>
  JSON.parse(text, (name, value) => (name === 'timestamp' ? undefined : value));

describe.each(DATABASES)('the API of the Handle System over $name', ({ openMigrated }) => {
  it.each(cases)('$name', async ({ steps }) => {
    const { ask } = await start({ database: await openMigrated() });
    for (const { status, answer, text, location, ...step } of steps) {
      const got = await ask(step);
      const shown = `${step.method} ${step.path}: ${got.text}`;
      expect(got.status, shown).toBe(status);
      if (Array.isArray(answer)) expect(JSON.parse(got.text)).toEqual(answer);
      else if (answer !== undefined) expect(withoutTimes(got.text), shown).toMatchObject(answer);
      if (text !== undefined) expect(got.text).toContain(text);
      if (location !== undefined) expect(got.headers.get('location'), shown).toBe(location);
    }
  });
});

describe('the API of the Handle System', () => {
  it('lets a key that is limited to other minters register nothing', async () => {
    const { ask, node, keys } = await start();
    const limits = { minters: ['theses'] };
    keys.set('limited', (await node.keys.create({ name: 'limited', role: 'depositor', limits })).key);
    const body = [{ index: 1, type: 'URL', data: 'https://example.org/1' }];
    const request = { method: 'PUT', as: 'limited', body };
    expect((await ask({ ...request, path: '/api/handles/12345/abc' })).status).toBe(403);
    expect((await ask({ ...request, path: '/api/handles/12345/fk4abc' })).status).toBe(201);
  });

  it('knows administrators who are people by their number, and not by what they call their keys', async () => {
    const { ask, node, keys } = await start();
    const invitation = { name: 'Oda', email: 'oda@example.org', role: 'depositor' } as const;
    const { link = '', person } = await node.people.invite(invitation, { by: 'link' });
    await node.people.useLink(link.replace(/.*#/, ''), { password: 'seven grey herons wade' });
    keys.set('oda', (await node.keys.create({ name: 'ana', role: 'depositor', person: person.id })).key);
    const administrator = (name: string) => ({
      index: 100,
      type: 'HS_ADMIN',
      data: { format: 'admin', value: { handle: `12345/${name}`, index: 300, permissions: '011111110011' } },
    });
    const body = [{ index: 1, type: 'URL', data: 'https://example.org/1' }];
    const put = async (handle: string, as: string, name: string) =>
      (await ask({ method: 'PUT', as, path: `/api/handles/12345/${handle}`, body: [...body, administrator(name)] }))
        .status;
    expect(await put('fk4a', 'ana', 'ana')).toBe(201);
    expect(await put('fk4p', 'oda', person.id)).toBe(201);
    const changed = [{ index: 1, type: 'URL', data: 'https://example.org/2' }];
    const change = async (handle: string, as: string) =>
      (await ask({ method: 'PUT', as, path: `/api/handles/12345/${handle}?index=1`, body: changed })).status;
    expect([await change('fk4a', 'oda'), await change('fk4a', 'ana')]).toEqual([403, 200]);
    expect([await change('fk4p', 'ana'), await change('fk4p', 'oda')]).toEqual([403, 200]);
  });

  it('lets one of many who register the same handle at once have it, and never mints it', async () => {
    const { ask, node } = await start();
    const body = [{ index: 1, type: 'URL', data: 'https://example.org/1' }];
    const path = '/api/handles/12345/fk400z?overwrite=false';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => ask({ method: 'PUT', as: number % 2 ? 'ana' : 'rui', path, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect((await node.minters.mint('theses', { count: 1, contact: 'x' })).ids).toEqual(['12345/fk401b']);
  });

  it('keeps the history of values, and shows a page in two languages', async () => {
    const { ask, node } = await start();
    const put = (value: string) => {
      const body = [{ index: 1, type: 'URL', data: `https://example.org/${value}` }];
      return ask({ method: 'PUT', as: 'ana', path: '/api/handles/12345/fk4h', body });
    };
    await put('<1>');
    await put('2');
    const { changes } = await node.minters.past('theses', { id: '12345/fk4h' });
    const targets = changes.filter(({ element }) => element === '_t');
    expect(targets.filter(({ value }) => value !== undefined)).toHaveLength(2);
    await put('<1>');
    const page = { method: 'GET', as: 'nobody', path: '/hdl/12345/fk4h?noredirect' };
    expect((await ask({ ...page, languages: 'pt' })).text).toContain('Valores do handle 12345/fk4h');
    const { text, headers } = await ask(page);
    expect(text).toContain('https://example.org/&lt;1&gt;');
    expect(headers.get('content-type')).toContain('text/html');
  });

  it('shows no handle that has more than one answer holds', async () => {
    const { ask, node } = await start();
    const body = [{ index: 1, type: 'URL', data: 'https://example.org/1' }];
    await ask({ method: 'PUT', as: 'ana', path: '/api/handles/12345/big', body });
    const value = Buffer.alloc(1_048_576, 'x');
    for (let number = 0; number < 5; number += 1) {
      await node.minters.bind('whatever', { how: 'set', id: '12345/big', element: `E${number}`, value, contact: 'x' });
    }
    for (const path of ['/api/handles/12345/big', '/hdl/12345/big']) {
      expect((await ask({ method: 'GET', as: 'nobody', path })).status).toBe(path.startsWith('/hdl') ? 413 : 400);
    }
  });

  it('shows nothing to strangers where reading is not public', async () => {
    const { url, node } = await serveTestNode({ 'public-reading': 'no' });
    await node.minters.create({ name: 'all', naan: '12345', contact: 'x' });
    expect((await fetch(`${url}/api/handles/0.NA/12345`)).status).toBe(401);
  });
});
