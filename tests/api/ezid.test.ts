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

  it('gives nobody the spellings and the parts of a name that is not theirs, nor of one that may be minted', async () => {
    const { ask, url } = await start();
    const minted = await ask({
      method: 'POST',
      path: '/shoulder/ark:/12345/fk4',
      as: 'ana',
      body: '_target: https://a.org/1',
    });
    const name = minted.text.replace('success: ark:/12345/fk4', '');
    const path = `/id/ark:/12345/fk4${name}`;
    const spelled = `/id/ark:/12345/fk4${name.toUpperCase()}`;
    const taken = `_target: https://other.org/`;
    for (const part of [`${path}/part`, `${path}.v2`, `${path}/a/b`, ...(spelled === path ? [] : [spelled])]) {
      const put = { method: 'PUT', path: part, body: taken };
      expect((await ask({ ...put, as: 'rui' })).text).toBe('error: forbidden');
      expect((await ask({ ...put, as: 'ana' })).status).toBe(201);
      expect((await ask({ ...put, as: 'rui' })).text).toContain('already exists');
      expect((await ask({ ...put, path: `${part}?update_if_exists=yes`, as: 'ana' })).status).toBe(201);
    }
    const led = await fetch(`${url}${path.replace('/id', '')}/part`, { redirect: 'manual' });
    expect(led.headers.get('location')).toBe('https://other.org/');
    // 12345/x93 is not minted yet.
    expect((await ask({ method: 'PUT', path: '/id/ark:/12345/x93/part', as: 'rui' })).text).toBe('error: forbidden');
    expect((await ask({ method: 'PUT', path: '/id/ark:/12345/X93', as: 'rui' })).text).toBe('error: forbidden');
    expect((await ask({ method: 'PUT', path: '/id/ark:/12345/x93/part', as: 'eva' })).status).toBe(201);
  });

  it('knows owners who are people by their number, and not by what they call their keys', async () => {
    const { ask, node, keys } = await start();
    const addPerson = async (name: string): Promise<string> => {
      const invited = await node.people.invite(
        { name, email: `${name}@example.org`, role: 'depositor' },
        { by: 'link' },
      );
      const token = invited.link?.replace(/.*#/, '') ?? '';
      await node.people.useLink(token, { password: 'seven grey herons wade' });
      return invited.person.id;
    };
    const [one, other] = [await addPerson('Oda'), await addPerson('Ugo')];
    const addKey = async (as: string, name: string, person: string) =>
      keys.set(as, (await node.keys.create({ name, role: 'depositor', person })).key);
    await addKey('oda', 'ana', one);
    await addKey('oda again', 'another', one);
    await addKey('ugo', 'ana', other);
    const put = (path: string, as: string) => ask({ method: 'PUT', path, as, body: '_target: https://a.org/' });
    const post = async (path: string, as: string, body = '_target: https://b.org/') =>
      (await ask({ method: 'POST', path, as, body })).status;
    await put('/id/ark:/12345/fk4key', 'ana');
    await put('/id/ark:/12345/fk4person', 'oda');
    expect([await post('/id/ark:/12345/fk4key', 'oda'), await post('/id/ark:/12345/fk4key', 'ana')]).toEqual([
      403, 200,
    ]);
    const person = '/id/ark:/12345/fk4person';
    expect(await Promise.all(['oda', 'oda again', 'ugo', 'ana', 'eva'].map((as) => post(person, as)))).toEqual([
      200, 200, 403, 403, 200,
    ]);
    expect((await ask({ method: 'GET', path: person, as: 'nobody' })).text).not.toContain(one);
    expect(await post(person, 'ugo', '_owner: ana')).toBe(403);
    expect(await post(person, 'eva', '_owner: rui')).toBe(200);
    expect([await post(person, 'oda'), await post(person, 'rui')]).toEqual([403, 200]);
  });

  it('gives no name to a later minter that somebody has chosen already', async () => {
    const { ask, node } = await start();
    expect((await ask({ method: 'PUT', path: '/id/ark:/12345/fk4b0', as: 'rui' })).status).toBe(201);
    const create = (template: string) =>
      node.minters.create({ name: 'later', template, term: 'short', naan: '12345', contact: 'x' });
    await expect(create('fk4b.sd')).rejects.toMatchObject({ code: 'names-shared' });
    expect((await create('fk4c.sd')).name).toBe('later');
  });

  it('reads no more lines and labels than it can keep at once', async () => {
    const { ask } = await start();
    const mint = (body: string) => ask({ method: 'POST', path: '/shoulder/ark:/12345/fk4', as: 'ana', body });
    const many = Array.from({ length: 1_001 }, (_, number) => `e${number}: x`);
    const refused = 'error: bad request - ANVL parse error (too many lines or labels)';
    expect((await mint(many.join('\n'))).text).toBe(refused);
    expect((await mint(`a: b${'\n c'.repeat(20_000)}`)).text).toBe(refused);
    const { text } = await mint(`a: b${'\n c'.repeat(2_000)}\n${many.slice(0, 999).join('\n')}`);
    const { text: shown } = await ask({ method: 'GET', path: `/id/${text.replace('success: ', '')}`, as: 'nobody' });
    expect(shown).toContain(`\na: b${' c'.repeat(2_000)}\n`);
  });

  it('shows no record that is too large for one answer', async () => {
    const { ask, node, url } = await start();
    await ask({ method: 'PUT', path: '/id/ark:/12345/fk4big', as: 'ana', body: 'a: %25%0A%0D%3A' });
    const bind = (element: string, bytes: number) =>
      node.minters.bind('theses', {
        id: '12345/fk4big',
        how: 'set',
        element,
        value: Buffer.alloc(bytes, '%'),
        contact: 'x',
      });
    await bind('b', 2_097_152);
    const view = () => ask({ method: 'GET', path: '/id/ark:/12345/fk4big', as: 'nobody' });
    expect((await view()).text).toContain('\na: %25%0A%0D:\n');
    await bind('c', 2_097_152);
    expect(await view()).toMatchObject({
      status: 400,
      text: 'error: bad request - identifier metadata is too large to be shown',
    });
    const api = await fetch(`${url}/api/v1/minters/theses/ids/12345%2Ffk4big`);
    expect([api.status, await api.json()]).toMatchObject([
      413,
      { code: 'value-too-large', parameters: { reason: 'record' } },
    ]);
    expect((await fetch(`${url}/api/v1/minters/theses/ids/12345%2Ffk4big/bindings/a`)).status).toBe(200);
    expect(await (await fetch(`${url}/nd/noidu_theses?get+12345/fk4big`)).text()).toContain('one by one');
    const { changes, next } = await node.minters.past('theses', { id: '12345/fk4big' });
    expect([changes.map(({ element }) => element), next !== undefined]).toEqual([['c', 'b'], true]);
    const rest = await node.minters.past('theses', { id: '12345/fk4big', cursor: next });
    expect(rest.changes.map(({ element }) => element)).toContain('a');
  });
});
