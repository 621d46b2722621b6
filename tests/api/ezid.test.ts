import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serveTestNode } from '../fixtures/served-node.ts';

interface Step {
  readonly method: string;
  readonly path: string;
  readonly as: string;
  readonly body?: string;
  readonly type?: string;
  readonly origin?: string;
  readonly repeat?: number;
  readonly status: number;
  readonly answer?: string;
  readonly lines?: readonly string[];
  readonly absent?: readonly string[];
}

const { cases } = JSON.parse(readFileSync(new URL('../../vectors/ezid/requests.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly { readonly name: string; readonly steps: readonly Step[] }[];
};

const MINTERS = [
  { name: 'theses', template: 'fk4.sddk' },
  { name: 'own', template: 'x9.sd' },
] as const;

const start = async () => {
  const { url, node } = await serveTestNode();
  for (const minter of MINTERS) {
    await node.minters.create({
      ...minter,
      term: 'long',
      naan: '12345',
      naa: 'example.org',
      subNaa: 'lib',
      contact: 'x',
    });
  }
  const create = async (name: string, role: 'depositor' | 'steward' | 'reader') =>
    [name, (await node.keys.create({ name, role })).key] as const;
  const keys = new Map([
    await create('ana', 'depositor'),
    await create('rui', 'depositor'),
    await create('eva', 'steward'),
    await create('reader', 'reader'),
    ['wrong', `perene_0123456789abcdef_${'x'.repeat(43)}`] as const,
  ]);
  const headersOf = (as: string): Record<string, string> => {
    const [, owner] = /^cookie of (.*)$/.exec(as) ?? [];
    if (owner !== undefined) return { cookie: `other=1; sessionid=${keys.get(owner)}` };
    const key = keys.get(as);
    return key === undefined ? {} : { authorization: `Basic ${Buffer.from(`${as}:${key}`).toString('base64')}` };
  };
  const ask = async ({ method, path, as, body, type, origin }: Omit<Step, 'status'>) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...headersOf(as),
        ...(body !== undefined && { 'content-type': type ?? 'text/plain; charset=UTF-8' }),
        ...(origin !== undefined && { origin }),
      },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { node, url, keys, ask };
};

describe("EZID's API", () => {
  it.each(cases)('$name', async ({ steps }) => {
    const { ask } = await start();
    for (const { repeat = 1, status, answer, lines = [], absent = [], ...step } of steps) {
      for (let time = 0; time < repeat; time += 1) {
        const got = await ask(step);
        const shown = `${step.method} ${step.path}: ${got.text}`;
        expect(got.status, shown).toBe(status);
        if (answer !== undefined) expect(got.text).toBe(answer);
        for (const line of lines) expect(got.text.split('\n'), shown).toContain(line);
        for (const text of absent) expect(got.text).not.toContain(text);
      }
    }
  });

  it('gives a cookie that only the site itself sends', async () => {
    const { ask, keys } = await start();
    const { headers } = await ask({ method: 'GET', path: '/login', as: 'ana' });
    expect(headers.get('set-cookie')).toMatch(
      /^sessionid=perene_\S+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Strict$/,
    );
    expect(headers.get('set-cookie')).toContain(keys.get('ana') ?? '?');
    const wrong = await ask({ method: 'GET', path: '/login', as: 'nobody' });
    expect(wrong.headers.get('www-authenticate')).toBe('Basic realm="EZID"');
    expect(wrong.headers.get('set-cookie')).toBeNull();
  });

  it('lets a key that is limited to other minters register nothing', async () => {
    const { ask, node, keys } = await start();
    keys.set(
      'limited',
      (await node.keys.create({ name: 'limited', role: 'depositor', limits: { minters: ['own'] } })).key,
    );
    const request = { method: 'POST', as: 'limited' };
    expect((await ask({ ...request, path: '/shoulder/ark:/12345/fk4' })).text).toBe('error: forbidden');
    expect((await ask({ ...request, method: 'PUT', path: '/id/ark:/12345/fk4mine' })).text).toBe('error: forbidden');
    expect((await ask({ ...request, path: '/shoulder/ark:/12345/x9' })).status).toBe(201);
  });

  it('gives no name twice, however many ask at once, whatever names were taken', async () => {
    const { ask } = await start();
    for (const taken of ['fk405v', 'fk4mine']) {
      expect((await ask({ method: 'PUT', path: `/id/ark:/12345/${taken}`, as: 'ana' })).status).toBeLessThan(202);
    }
    const minted = await Promise.all(
      Array.from({ length: 60 }, () => ask({ method: 'POST', path: '/shoulder/ark:/12345/fk4', as: 'rui' })),
    );
    const names = minted.map(({ text }) => text);
    expect(new Set(names).size).toBe(60);
    expect(names).not.toContain('success: ark:/12345/fk405v');
    const both = await Promise.all(
      ['ana', 'rui'].map((as) => ask({ method: 'PUT', path: '/id/ark:/12345/fk4race', as, body: `erc.who: ${as}` })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it('keeps the history of what it binds, and refuses what has a pepper and what is too large', async () => {
    const { ask, node } = await start();
    await ask({ method: 'PUT', path: '/id/ark:/12345/fk4h', as: 'ana', body: '_target: https://a.org/1' });
    await ask({ method: 'POST', path: '/id/ark:/12345/fk4h', as: 'ana', body: '_target: https://a.org/2' });
    const { changes } = await node.minters.past('theses', { id: '12345/fk4h' });
    expect(
      changes.filter(({ element }) => element === '_t').map(({ value }) => Buffer.from(value ?? []).toString()),
    ).toEqual(['https://a.org/2', 'https://a.org/1']);
    const { ids } = await node.minters.mint('theses', { count: 1, isPeppered: true, contact: 'x' });
    const path = `/id/ark:/${ids[0]?.split('!')[0]}`;
    expect((await ask({ method: 'POST', path, as: 'eva', body: 'a: b' })).text).toBe('error: forbidden');
    const large = `a: ${'x'.repeat(1_100_000)}`;
    expect(await ask({ method: 'POST', path: '/shoulder/ark:/12345/fk4', as: 'ana', body: large })).toMatchObject({
      status: 400,
      text: 'error: bad request - malformed or incomplete request body',
    });
  });
});
