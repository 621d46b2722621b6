import { describe, expect, it } from 'vitest';
import type { Clock } from '../../packages/server/src/ports/system/clock.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { createVisitor, type Visitor } from '../fixtures/visitor.ts';

const PASSWORD = 'seven quiet herons at dawn';
const ANA = { name: 'Ana', email: 'ana@example.org', role: 'depositor' } as const;
const HOUR = 3_600_000_000n;

const serveWithAna = async (flags: Parameters<typeof serveTestNode>[0] = {}) => {
  let passed = 0n;
  const clock: Clock = { now: () => BigInt(Date.now()) * 1_000n + passed, wait: async () => undefined };
  const served = await serveTestNode(flags, { clock });
  const { link = '', person } = await served.node.people.invite(ANA, { by: 'link' });
  await served.node.people.useLink(link.slice(link.indexOf('#') + 1), { password: PASSWORD });
  return {
    ...served,
    id: person.id,
    pass(microseconds: bigint) {
      passed += microseconds;
    },
  };
};

const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.send('GET', '/whoami')).status === 200;

it('an address with a sign that only looks like a letter is another address', async () => {
  const served = await serveTestNode();
  const invite = (email: string) =>
    served.node.people.invite({ name: 'Kai', email, role: 'depositor' }, { by: 'link' });
  await invite('kai@example.org');
  await expect(invite('KAI@Example.org ')).rejects.toMatchObject({ code: 'email-taken' });
  const { person } = await invite('\u{212a}ai@example.org');
  expect(person.email).toBe('\u{212a}ai@example.org');
});

describe('a session', () => {
  it('is a cookie that scripts and other sites do not get, and that TLS binds to the host', async () => {
    const { url } = await serveWithAna();
    const { set } = await createVisitor(url).signIn(ANA.email, PASSWORD);
    expect(set[0]).toMatch(/^perene-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const secure = await serveWithAna({ 'public-url': 'https://example.org' });
    const visitor = createVisitor(secure.url);
    expect((await visitor.signIn(ANA.email, PASSWORD)).set[0]).toMatch(
      /^__Host-perene-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(await isIn(visitor)).toBe(true);
    // A neighbour may bring in a cookie without the prefix, which counts for nothing.
    const [token = ''] = visitor.jar.values();
    expect((await visitor.send('GET', '/whoami', { headers: { cookie: `perene-session=${token}` } })).status).toBe(401);
  });

  it('is never one that the browser had before (fixation)', async () => {
    const { url } = await serveWithAna();
    const attacker = createVisitor(url);
    await attacker.signIn(ANA.email, PASSWORD);
    const fixed = attacker.jar.get('perene-session') ?? '';
    const victim = createVisitor(url);
    victim.jar.set('perene-session', fixed);
    await victim.signIn(ANA.email, PASSWORD);
    expect(victim.jar.get('perene-session')).not.toBe(fixed);
    expect([await isIn(victim), await isIn(attacker)]).toEqual([true, false]);
    for (const invented of ['x'.repeat(43), `${fixed}x`, '', `"${fixed}"`]) {
      victim.jar.set('perene-session', invented);
      expect(await isIn(victim)).toBe(false);
    }
  });

  it('ends when it is not used, and after a week in any case', async () => {
    const { url, pass, node } = await serveWithAna();
    const visitor = createVisitor(url);
    await visitor.signIn(ANA.email, PASSWORD);
    for (let count = 0; count < 16; count += 1) {
      pass(10n * HOUR);
      expect(await isIn(visitor)).toBe(true);
    }
    pass(8n * HOUR);
    expect(await isIn(visitor)).toBe(false);
    await visitor.signIn(ANA.email, PASSWORD);
    pass(12n * HOUR);
    expect((await visitor.send('GET', '/whoami')).body).toMatchObject({ code: 'session-ended' });
    await node.sweepPeople();
    expect(await node.database.read((session) => session.all('select id from person_sessions'))).toEqual([]);
  });

  it('that was stolen opens nothing after signing out, disabling or another password', async () => {
    const { url, node, id } = await serveWithAna();
    const ends: readonly ((owner: Visitor) => Promise<unknown>)[] = [
      (owner) => owner.send('DELETE', '/session'),
      (owner) => owner.send('DELETE', '/account/sessions'),
      (owner) => owner.send('PUT', '/account/password', { json: { current: PASSWORD, password: `${PASSWORD}!` } }),
      () => node.people.changePassword(id, PASSWORD),
      () => node.people.change(id, { state: 'disabled' }),
    ];
    for (const end of ends) {
      const owner = createVisitor(url);
      const known = await owner.signIn(ANA.email, PASSWORD);
      if (known.status !== 201) await owner.signIn(ANA.email, `${PASSWORD}!`);
      const thief = createVisitor(url);
      thief.jar.set('perene-session', owner.jar.get('perene-session') ?? '');
      expect(await isIn(thief)).toBe(true);
      await end(owner);
      expect(await isIn(thief)).toBe(false);
    }
    await node.people.change(id, { state: 'active' });
  });

  it('is kept as a hash only, and is in no backup', async () => {
    const { url, node } = await serveWithAna();
    const visitor = createVisitor(url);
    await visitor.signIn(ANA.email, PASSWORD);
    const stored = await node.database.read((session) => session.all('select * from person_sessions'));
    const secret = visitor.jar.get('perene-session') ?? 'none';
    expect(JSON.stringify(stored, (_, value) => String(value))).not.toContain(secret);
    const tables: string[] = [];
    const rows = async (table: string): Promise<void> => void tables.push(table);
    await node.tables.dump({ rows, files: async () => undefined });
    expect(tables).toContain('people');
    expect(tables).not.toContain('person_sessions');
    expect(tables).not.toContain('person_links');
  });
});

describe('a page of another site', () => {
  const SENT = {
    'another origin': { origin: 'https://evil.example' },
    'an origin that looks alike': { origin: 'http://example.org.evil.example' },
    'a hidden origin': { origin: 'null' },
    'no origin': { origin: '' },
    'a site of the same domain': { 'sec-fetch-site': 'same-site' },
    'another site': { 'sec-fetch-site': 'cross-site' },
    'an address that was typed': { 'sec-fetch-site': 'none' },
    'a form, without the header of the console': { 'perene-console': '' },
  };

  it('changes nothing with the session of its reader, and does not sign the reader in as somebody else', async () => {
    const { url } = await serveWithAna();
    const visitor = createVisitor(url);
    await visitor.signIn(ANA.email, PASSWORD);
    const base = { 'content-type': 'application/json', cookie: visitor.cookies(), origin: url, 'perene-console': '1' };
    for (const [what, given] of Object.entries(SENT)) {
      const headers = Object.fromEntries(Object.entries({ ...base, ...given }).filter(([, value]) => value !== ''));
      const post = (path: string, body: object) =>
        fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const refused = await post('/ibis', {});
      expect([what, refused.status, await refused.json()]).toMatchObject([what, 403, { code: 'role-missing' }]);
      expect((await post('/session', { email: ANA.email, password: PASSWORD })).status).toBe(403);
    }
  });

  it('is not told that it may read answers', async () => {
    const { url } = await serveWithAna();
    const asked = await fetch(`${url}/api/v1/whoami`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    });
    expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('is told from pages of the node, behind a proxy as well', async () => {
    const { url } = await serveWithAna();
    const visitor = createVisitor(url, { origin: 'http://example.org' });
    expect((await visitor.signIn(ANA.email, PASSWORD)).status).toBe(201);
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await visitor.send('POST', '/ibis', { json: {}, headers })).status).toBe(201);
  });
});

describe('guessing', () => {
  it('does not tell who is here', async () => {
    const { url, node, id } = await serveWithAna();
    await node.people.invite({ ...ANA, email: 'invited@example.org' }, { by: 'link' });
    await node.people.invite({ ...ANA, email: 'gone@example.org' }, { by: 'link' });
    await node.people.change('gone@example.org', { state: 'disabled' });
    const visitor = createVisitor(url);
    const answers = [];
    for (const email of [ANA.email, 'nobody@example.org', 'invited@example.org', 'gone@example.org', '', '\u0000']) {
      const { status, body, set } = await visitor.signIn(email, 'wrong password');
      answers.push(JSON.stringify([status, body, set]));
    }
    expect(new Set(answers).size).toBe(1);
    await node.people.change(id, { state: 'disabled' });
    const { status, body } = await visitor.signIn(ANA.email, PASSWORD);
    expect(JSON.stringify([status, body, []])).toBe(answers[0]);
  });

  it('is bounded for each account, and does not lock out whoever was here before', async () => {
    const { url, pass } = await serveWithAna({ 'trusted-proxies': '127.0.0.0/8' });
    const owner = createVisitor(url);
    await owner.signIn(ANA.email, PASSWORD);
    const guess = (address: string, password = 'wrong') =>
      createVisitor(url).send('POST', '/session', {
        json: { email: ANA.email, password },
        headers: { 'x-forwarded-for': address },
      });
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) statuses.push((await guess(`192.0.2.${count}`)).status);
    expect(statuses.indexOf(429)).toBe(20);
    const limited = await guess('192.0.2.99', PASSWORD);
    expect([limited.status, limited.body['code']]).toEqual([429, 'too-many-tries']);
    // The browser in which the person signed in before has tries of its own.
    expect((await owner.signIn(ANA.email, PASSWORD)).status).toBe(201);
    // Nobody is locked out for ever.
    pass(60_000_000n);
    expect((await guess('192.0.2.99', PASSWORD)).status).toBe(201);
  });

  it('is bounded for each network, and for a browser that is known', async () => {
    const { url } = await serveWithAna();
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      statuses.push((await createVisitor(url).signIn(`nobody${count}@example.org`, 'wrong')).status);
    }
    expect(statuses.indexOf(429)).toBe(20);
    const forged = createVisitor(url);
    forged.jar.set('perene-known', `${'a'.repeat(22)}.${'b'.repeat(43)}`);
    expect((await forged.signIn(ANA.email, PASSWORD)).status).toBe(429);
  });

  it('of the current password is bounded as well', async () => {
    const { url } = await serveWithAna();
    const visitor = createVisitor(url);
    await visitor.signIn(ANA.email, PASSWORD);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const json = { current: `guess ${count}`, password: 'another long password' };
      statuses.push((await visitor.send('PUT', '/account/password', { json })).status);
    }
    expect(statuses.indexOf(429)).toBe(10);
  });
});

describe('a link', () => {
  it('works once, until it expires, and not after another was made', async () => {
    const { url, node, pass } = await serveWithAna();
    const visitor = createVisitor(url);
    const use = async (link = '', password = PASSWORD) =>
      (await visitor.send('POST', '/link/use', { json: { token: link.slice(link.indexOf('#') + 1), password } }))
        .status;
    const first = await node.people.link(ANA.email, { by: 'link' });
    const second = await node.people.link(ANA.email, { by: 'link' });
    expect(await use(first.link)).toBe(404);
    expect(await use(second.link, 'short')).toBe(422);
    expect(await use(second.link)).toBe(204);
    expect(await use(second.link)).toBe(404);
    const third = await node.people.link(ANA.email, { by: 'link' });
    pass(25n * HOUR);
    expect(await use(third.link)).toBe(404);
    const fourth = await node.people.link(ANA.email, { by: 'link' });
    await node.people.change(ANA.email, { state: 'disabled' });
    expect(await use(fourth.link)).toBe(404);
    for (const wrong of ['', '#', `#${'x'.repeat(43)}`]) expect(await use(wrong)).toBe(404);
  });

  it('opens nothing once the address, the password or the state is another', async () => {
    const { url, node } = await serveWithAna();
    const visitor = createVisitor(url);
    await visitor.signIn(ANA.email, PASSWORD);
    const isOpen = async (link = '') =>
      (await visitor.send('POST', '/link', { json: { token: link.slice(link.indexOf('#') + 1) } })).status === 200;
    // An invitation to a mistyped address is in the hands of a stranger.
    const mistyped = { name: 'Rui', email: 'riu@example.org', role: 'admin' } as const;
    const { link, person } = await node.people.invite(mistyped, { by: 'link' });
    await node.people.change(person.id, { name: 'Rui Sá', email: mistyped.email, role: 'steward' });
    expect(await isOpen(link)).toBe(true);
    await node.people.change(person.id, { email: 'rui@example.org' });
    expect(await isOpen(link)).toBe(false);

    const asked = await node.people.link(ANA.email, { by: 'link' });
    const json = { current: PASSWORD, password: 'nine loud cranes at noon' };
    expect((await visitor.send('PUT', '/account/password', { json })).status).toBe(204);
    expect(await isOpen(asked.link)).toBe(false);

    const before = await node.people.link(ANA.email, { by: 'link' });
    await node.people.change(ANA.email, { state: 'disabled' });
    await node.people.change(ANA.email, { state: 'active' });
    expect(await isOpen(before.link)).toBe(false);
  });
});

describe('a depositor who signed in', () => {
  it('becomes nothing more', async () => {
    const { url, id } = await serveWithAna();
    const visitor = createVisitor(url);
    await visitor.signIn(ANA.email, PASSWORD);
    for (const [method, path, json] of [
      ['POST', '/people', { ...ANA, email: 'x@example.org', role: 'admin' }],
      ['GET', '/people', undefined],
      ['PATCH', `/people/${id}`, { role: 'admin' }],
      ['POST', `/people/${id}/link`, {}],
      ['DELETE', `/people/${id}/sessions`, undefined],
      ['POST', '/keys', { name: 'x', role: 'admin' }],
    ] as const) {
      expect([path, (await visitor.send(method, path, { json })).status]).toEqual([path, 403]);
    }
    expect((await visitor.send('PATCH', '/account', { json: { name: 'A', role: 'admin' } })).status).toBe(400);
    expect((await visitor.send('GET', '/whoami')).body).toMatchObject({ role: 'depositor' });
  });

  it('is not what a key is', async () => {
    const { url, createKey } = await serveWithAna();
    const headers = { authorization: `Bearer ${await createKey('admin')}` };
    const visitor = createVisitor(url);
    expect((await visitor.send('GET', '/account', { headers })).body).toMatchObject({ code: 'person-needed' });
    await visitor.signIn(ANA.email, PASSWORD);
    // A key that was sent counts alone, and a wrong one is refused although the session is right.
    expect((await visitor.send('GET', '/whoami', { headers })).body).toMatchObject({ role: 'admin' });
    const wrong = { authorization: 'Bearer x' };
    expect((await visitor.send('GET', '/whoami', { headers: wrong })).status).toBe(401);
  });
});
