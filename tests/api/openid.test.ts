import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTotpCodes } from '../../packages/server/src/adapters/passwords/totp-codes.ts';
import { CLIENT, startProvider, visitProvider } from '../fixtures/real-provider.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { createVisitor, type Visitor } from '../fixtures/visitor.ts';

const PASSWORD = 'seven quiet herons at dawn';
const REDIRECT = 'http://example.org/console/openid';
const ANA = { name: 'Ana Lima', email: 'ana@example.org' };

let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider(REDIRECT);
});
afterAll(() => provider.close());
beforeEach(() => provider.signIn('ana-1', ANA));

const serve = async (flags: Parameters<typeof serveTestNode>[0] = {}) => {
  const served = await serveTestNode({
    'openid.issuer': provider.issuer,
    'openid.client-id': CLIENT.id,
    'openid.client-secret': CLIENT.secret,
    ...flags,
  });
  const { people } = served.node;
  return {
    ...served,
    people,
    /** A person who chose a password. */
    async add(email: string, role: 'reader' | 'admin' = 'reader') {
      const { link = '', person } = await people.invite({ name: 'Somebody', email, role }, { by: 'link' });
      await people.useLink(link.slice(link.indexOf('#') + 1), { password: PASSWORD });
      return person;
    },
  };
};

const go = async (visitor: Visitor, json: object = { purpose: 'sign-in' }) => {
  const begun = await visitor.send('POST', '/session/openid', { json });
  if (begun.status !== 200) return begun;
  const answer = await visitProvider(String(begun.body['url']), REDIRECT);
  return visitor.send('POST', '/session/openid/answer', { json: { answer } });
};

const refused = (reason: string) => ({ code: 'openid-refused', parameters: { reason } });

const whoIs = async (visitor: Visitor) => (await visitor.send('GET', '/whoami')).body as Record<string, unknown>;

describe('signing in through a provider', () => {
  it('lets an invited person in, who is known by the account from then on', async () => {
    const { url, people } = await serve();
    const { link = '' } = await people.invite({ ...ANA, role: 'depositor' }, { by: 'link' });
    const visitor = createVisitor(url);
    const arrived = await go(visitor);
    expect([arrived.status, arrived.body]).toMatchObject([
      200,
      { purpose: 'sign-in', principal: { name: 'Ana Lima', role: 'depositor', email: ANA.email } },
    ]);
    expect(await whoIs(visitor)).toMatchObject({ name: 'Ana Lima' });
    expect(await people.show(ANA.email)).toMatchObject({ state: 'active', hasPassword: false });
    // The invitation is used up, and another address at the provider is no other person.
    const opened = await visitor.send('POST', '/link', { json: { token: link.slice(link.indexOf('#') + 1) } });
    expect(opened.status).toBe(404);
    provider.signIn('ana-1', { name: 'Ana', email: 'other@example.org' });
    expect((await go(createVisitor(url))).body).toMatchObject({ principal: { email: ANA.email } });
    expect((await visitor.send('GET', '/account/identities')).body).toMatchObject({
      identities: [{ issuer: `${provider.issuer}/`, isUsable: true }],
    });
    await visitor.send('DELETE', '/session');
    expect((await visitor.send('GET', '/whoami')).status).toBe(401);
  });

  it('is offered by the node, and refused by one without a provider', async () => {
    const { url } = await serve({ 'openid.name': 'University login' });
    expect((await createVisitor(url).send('GET', '/node')).body).toMatchObject({
      signIn: { provider: 'University login' },
    });
    const other = createVisitor((await serveTestNode()).url);
    expect((await go(other)).body).toMatchObject({ code: 'openid-missing' });
    expect((await other.send('GET', '/node')).body).not.toHaveProperty('signIn.provider');
  });

  it('lets nobody else in unless the node says so, and then with the role that it says', async () => {
    const closed = await serve();
    expect((await go(createVisitor(closed.url))).body).toMatchObject(refused('unknown'));
    expect(await closed.people.list()).toEqual([]);
    const open = await serve({ 'openid.unknown': 'depositor' });
    expect((await go(createVisitor(open.url))).body).toMatchObject({
      principal: { name: 'Ana Lima', role: 'depositor' },
    });
    provider.signIn('odd', { name: '\u202e', email: 'odd@example.org' });
    expect((await go(createVisitor(open.url))).body).toMatchObject({ principal: { name: 'odd' } });
    provider.signIn(undefined);
    expect((await go(createVisitor(open.url))).body).toMatchObject(refused('denied'));
  });

  it('believes no address that the provider has not verified, and takes over no account with a password', async () => {
    const { url, people, add } = await serve({ 'openid.unknown': 'reader' });
    await people.invite({ ...ANA, role: 'admin' }, { by: 'link' });
    provider.signIn('thief', { ...ANA, email_verified: false });
    expect((await go(createVisitor(url))).body).toMatchObject(refused('unverified'));
    await add('rui@example.org');
    provider.signIn('rui-1', { name: 'Rui', email: 'Rui@Example.org' });
    expect((await go(createVisitor(url))).body).toMatchObject(refused('linkable'));
    expect(await people.show(ANA.email)).toMatchObject({ state: 'invited' });
  });

  it('keeps a disabled person out, who is let in again without a password', async () => {
    const { url, people } = await serve();
    await people.invite({ ...ANA, role: 'reader' }, { by: 'link' });
    const visitor = createVisitor(url);
    await go(visitor);
    await people.change(ANA.email, { state: 'disabled' });
    expect((await visitor.send('GET', '/whoami')).status).toBe(401);
    expect((await go(visitor)).body).toMatchObject(refused('unknown'));
    await people.change(ANA.email, { state: 'active' });
    expect((await go(visitor)).status).toBe(200);
    await people.invite({ name: 'Rui', email: 'rui@example.org', role: 'reader' }, { by: 'link' });
    await people.change('rui@example.org', { state: 'disabled' });
    provider.signIn('rui-2', { name: 'Rui', email: 'rui@example.org' });
    expect((await go(createVisitor(url))).body).toMatchObject(refused('unknown'));
  });

  it('uses a code once, whoever has what the browser kept', async () => {
    const { url, people } = await serve();
    await people.invite({ ...ANA, role: 'reader' }, { by: 'link' });
    const visitor = createVisitor(url);
    const begun = await visitor.send('POST', '/session/openid', { json: { purpose: 'sign-in' } });
    const thief = createVisitor(url);
    thief.jar.set('perene-journey', visitor.jar.get('perene-journey') ?? '');
    const answer = await visitProvider(String(begun.body['url']), REDIRECT);
    const finish = (who: Visitor) => who.send('POST', '/session/openid/answer', { json: { answer } });
    expect((await finish(visitor)).status).toBe(200);
    expect((await finish(thief)).body).toMatchObject(refused('unproven'));
    expect((await thief.send('GET', '/whoami')).status).toBe(401);
  });

  it('tells where to sign out of the provider', async () => {
    const { url } = await serve();
    const begun = await createVisitor(url).send('POST', '/session/openid', { json: { purpose: 'sign-out' } });
    const there = new URL(String(begun.body['url']));
    expect(there.href.startsWith(`${provider.issuer}/session/end?client_id=perene&`)).toBe(true);
    expect((await fetch(there)).status).toBe(200);
  });
});

describe('groups of the provider', () => {
  const RULES = {
    'openid.scopes': 'email,profile,groups',
    'openid.roles': 'staff=depositor;cn=chiefs,ou=archive=admin',
    'openid.grants': 'map-room=curator:maps;staff=reviewer',
  };

  it('give roles and rights with each sign-in, and take away no others', async () => {
    const { url, people } = await serve(RULES);
    await people.invite({ ...ANA, role: 'steward' }, { by: 'link' });
    await people.change(ANA.email, { grants: [{ role: 'curator', collection: 'own' }] });
    await serveAdministrator(people);
    const rightsWith = async (...groups: readonly string[]) => {
      provider.signIn('ana-1', { ...ANA, groups });
      await go(createVisitor(url));
      const { role, grants } = await people.show(ANA.email);
      return [role, grants];
    };
    const own = { role: 'curator', collection: 'own' };
    expect(await rightsWith('staff', 'map-room', 'other')).toEqual([
      'depositor',
      [{ role: 'reviewer' }, { role: 'curator', collection: 'maps' }, own],
    ]);
    expect(await rightsWith('cn=chiefs,ou=archive', 'staff')).toEqual(['admin', [{ role: 'reviewer' }, own]]);
    expect(await rightsWith()).toEqual(['reader', [own]]);
  });

  it('do not take the last administrator away', async () => {
    const { url, people, node } = await serve(RULES);
    for (const { id } of await node.keys.list()) await node.keys.revoke(id);
    await people.invite({ ...ANA, role: 'reader' }, { by: 'link' });
    provider.signIn('ana-1', { ...ANA, groups: ['cn=chiefs,ou=archive'] });
    await go(createVisitor(url));
    provider.signIn('ana-1', { ...ANA, groups: ['map-room'] });
    expect((await go(createVisitor(url))).body).toMatchObject({ principal: { role: 'admin' } });
    expect(await people.show(ANA.email)).toMatchObject({
      role: 'admin',
      grants: [{ role: 'curator', collection: 'maps' }],
    });
  });
});

const serveAdministrator = async (people: Awaited<ReturnType<typeof serve>>['people']) => {
  const { link = '' } = await people.invite({ name: 'A', email: 'a@example.org', role: 'admin' }, { by: 'link' });
  await people.useLink(link.slice(link.indexOf('#') + 1), { password: PASSWORD });
};

describe('an account elsewhere', () => {
  it('is linked and unlinked with the password', async () => {
    const { url, add } = await serve();
    await add('rui@example.org', 'admin');
    const visitor = createVisitor(url);
    await visitor.signIn('rui@example.org', PASSWORD);
    expect((await go(visitor, { purpose: 'link', password: 'wrong' })).body).toMatchObject({ code: 'password-wrong' });
    expect((await go(visitor, { purpose: 'link' })).body).toMatchObject({ code: 'password-wrong' });
    expect((await go(visitor, { purpose: 'link', password: PASSWORD })).body).toEqual({ purpose: 'link' });
    const other = createVisitor(url);
    expect((await go(other)).body).toMatchObject({ principal: { email: 'rui@example.org', role: 'admin' } });

    // Nobody else links it, and nobody has two.
    await add('eva@example.org');
    const eva = createVisitor(url);
    await eva.signIn('eva@example.org', PASSWORD);
    expect((await go(eva, { purpose: 'link', password: PASSWORD })).body).toMatchObject(refused('taken'));
    provider.signIn('rui-other', { name: 'Rui', email: 'rui@example.org' });
    expect((await go(visitor, { purpose: 'link', password: PASSWORD })).body).toMatchObject(refused('taken'));

    const json = { issuer: `${provider.issuer}/`, password: PASSWORD };
    expect((await other.send('DELETE', '/account/identities', { json: { ...json, password: 'x' } })).status).toBe(403);
    expect((await other.send('DELETE', '/account/identities', { json })).status).toBe(204);
    provider.signIn('ana-1');
    expect((await go(createVisitor(url))).body).toMatchObject({ code: 'openid-refused' });
    expect((await createVisitor(url).send('POST', '/session/openid', { json: { purpose: 'link' } })).status).toBe(403);
  });

  it('of somebody with a second factor asks for its code', async () => {
    const { url, add, node } = await serve();
    const { id } = await add('rui@example.org');
    const visitor = createVisitor(url);
    await visitor.signIn('rui@example.org', PASSWORD);
    await go(visitor, { purpose: 'link', password: PASSWORD });
    const secret = node.factors.begin();
    const codes = createTotpCodes();
    const stepNow = () => node.clock.now() / 30_000_000n;
    const person = { ...(await node.people.show(id)), id } as never;
    await node.factors.confirm(person, { secret, code: codes.codeAt(secret, stepNow() - 1n) });

    const arriving = createVisitor(url);
    const asked = await go(arriving);
    expect([asked.status, asked.body['code']]).toEqual([401, 'second-factor-needed']);
    expect((await arriving.send('GET', '/whoami')).status).toBe(401);
    const give = (code: string) => arriving.send('POST', '/session/openid/code', { json: { code } });
    expect((await give('000000')).body).toMatchObject({ code: 'code-wrong' });
    const given = await give(codes.codeAt(secret, stepNow()));
    expect([given.status, given.body['email']]).toEqual([201, 'rui@example.org']);
    expect(await whoIs(arriving)).toMatchObject({ email: 'rui@example.org' });
    expect((await give(codes.codeAt(secret, stepNow() + 1n))).body).toMatchObject(refused('expired'));
  });
});
