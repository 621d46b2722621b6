import type { LinkedPerson } from '@perene/api';
import { describe, expect, it } from 'vitest';
import type { MailMessage } from '../../packages/server/src/ports/federation/mail.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { createVisitor } from '../fixtures/visitor.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { send } from './client.ts';

const PASSWORD = 'seven quiet herons at dawn';
const ANA = { name: 'Ana Lima', email: 'Ana@Example.org', role: 'depositor' };

const tokenOf = ({ link = '' }: { readonly link?: string | undefined }): string => link.slice(link.indexOf('#') + 1);

const invite = async (server: ApiServer, person: object = ANA): Promise<LinkedPerson> => {
  const { status, body } = await send<LinkedPerson>(server, 'POST', '/people', { as: 'admin', json: person });
  expect(status).toBe(201);
  return body;
};

/** Invites a person, who chooses a password and signs in. */
const enter = async (server: ApiServer, person = ANA) => {
  const invited = await invite(server, person);
  const visitor = createVisitor(server.url);
  const json = { token: tokenOf(invited), password: PASSWORD };
  expect((await visitor.send('POST', '/link/use', { json })).status).toBe(204);
  expect((await visitor.signIn(person.email, PASSWORD)).status).toBe(201);
  return { visitor, id: invited.person.id };
};

describe('people', () => {
  it('are invited, choose a password, sign in, act under their name, and sign out', async () => {
    const server = await startApiServer();
    const invited = await invite(server);
    expect(invited).toMatchObject({
      person: { name: 'Ana Lima', email: 'ana@example.org', state: 'invited', hasPassword: false },
      isSent: false,
      link: expect.stringMatching(/^http:\/\/example\.org\/console\/welcome#[\w-]{43}$/),
    });
    const visitor = createVisitor(server.url);
    const token = tokenOf(invited);
    expect((await visitor.send('POST', '/link', { json: { token } })).body).toMatchObject({
      purpose: 'invitation',
      email: 'ana@example.org',
    });
    const chosen = { json: { token, password: PASSWORD, name: 'Ana P. Lima' } };
    expect((await visitor.send('POST', '/link/use', chosen)).status).toBe(204);
    expect(visitor.jar.size).toBe(0);

    const entered = await visitor.signIn(' ANA@example.org ', PASSWORD);
    expect([entered.status, entered.body]).toEqual([
      201,
      {
        id: invited.person.id,
        name: 'Ana P. Lima',
        role: 'depositor',
        email: 'ana@example.org',
        person: invited.person.id,
      },
    ]);
    expect((await visitor.send('GET', '/whoami')).body).toEqual(entered.body);
    expect((await visitor.send('POST', '/ibis', { json: {} })).status).toBe(201);
    expect((await visitor.send('GET', '/people')).status).toBe(403);
    const shown = await send(server, 'GET', '/people/ana@example.org', { as: 'admin' });
    expect(shown.body).toMatchObject({ state: 'active', hasPassword: true, signedIn: expect.any(String) });

    expect((await visitor.send('DELETE', '/session')).status).toBe(204);
    expect((await visitor.send('GET', '/whoami')).status).toBe(401);
  });

  it('change their name and password, and see and end their sessions', async () => {
    const server = await startApiServer();
    const { visitor } = await enter(server);
    const other = createVisitor(server.url);
    await other.signIn(ANA.email, PASSWORD);
    const listed = await visitor.send('GET', '/account/sessions');
    const sessions = listed.body['sessions'] as unknown as { id: string; isThis: boolean }[];
    expect(sessions.map(({ isThis }) => isThis).toSorted()).toEqual([false, true]);
    const theirs = sessions.find(({ isThis }) => !isThis)?.id;
    expect((await visitor.send('DELETE', `/account/sessions/${theirs}`)).status).toBe(204);
    expect((await other.send('GET', '/whoami')).status).toBe(401);

    expect((await visitor.send('PATCH', '/account', { json: { name: 'Ana' } })).body).toMatchObject({ name: 'Ana' });
    const wrong = { json: { current: 'not this one', password: 'another long password' } };
    expect((await visitor.send('PUT', '/account/password', wrong)).body).toMatchObject({ code: 'password-wrong' });
    await other.signIn(ANA.email, PASSWORD);
    const right = { json: { current: PASSWORD, password: 'another long password' } };
    expect((await visitor.send('PUT', '/account/password', right)).status).toBe(204);
    expect((await visitor.send('GET', '/account')).body).toMatchObject({ name: 'Ana', email: 'ana@example.org' });
    expect((await other.send('GET', '/whoami')).status).toBe(401);
    expect((await other.signIn(ANA.email, PASSWORD)).status).toBe(401);
    expect((await other.signIn(ANA.email, 'another long password')).status).toBe(201);

    expect((await visitor.send('DELETE', '/account/sessions')).status).toBe(204);
    expect((await visitor.send('GET', '/account')).status).toBe(401);
    expect((await other.send('GET', '/account')).body).toMatchObject({ code: 'session-ended' });
  });

  it('are changed, disabled and enabled by administrators', async () => {
    const server = await startApiServer();
    const { visitor, id } = await enter(server);
    const change = (json: object) => send(server, 'PATCH', `/people/${id}`, { as: 'admin', json });
    expect((await change({ role: 'admin', email: 'Lima@example.org' })).body).toMatchObject({
      role: 'admin',
      email: 'lima@example.org',
    });
    expect((await visitor.send('GET', '/people')).status).toBe(200);
    expect((await change({ state: 'disabled' })).body).toMatchObject({ state: 'disabled' });
    expect((await visitor.send('GET', '/whoami')).status).toBe(401);
    expect((await visitor.signIn('lima@example.org', PASSWORD)).body).toMatchObject({ code: 'sign-in-refused' });
    expect((await change({ state: 'active' })).body).toMatchObject({ state: 'active' });
    expect((await visitor.signIn('lima@example.org', PASSWORD)).status).toBe(201);
    expect((await send(server, 'DELETE', `/people/${id}/sessions`, { as: 'admin' })).status).toBe(204);
    expect((await visitor.send('GET', '/whoami')).status).toBe(401);
    const waiting = await invite(server, { ...ANA, email: 'rui@example.org' });
    for (const [state, shown] of [
      ['disabled', 'disabled'],
      ['active', 'invited'],
    ] as const) {
      const json = { state };
      const changed = await send(server, 'PATCH', `/people/${waiting.person.id}`, { as: 'admin', json });
      expect(changed.body).toMatchObject({ state: shown });
    }
  });

  it('cannot be the last administrators who go', async () => {
    const server = await startApiServer();
    const { visitor, id } = await enter(server, { ...ANA, role: 'admin' });
    const { keys } = (await send<{ keys: { id: string; role: string }[] }>(server, 'GET', '/keys', { as: 'admin' }))
      .body;
    const key = keys.find(({ role }) => role === 'admin')?.id;
    expect((await visitor.send('DELETE', `/keys/${key}`)).status).toBe(204);
    for (const json of [{ role: 'steward' }, { state: 'disabled' }]) {
      const refused = await visitor.send('PATCH', `/people/${id}`, { json });
      expect(refused).toMatchObject({ status: 409, body: { code: 'last-administrator' } });
    }
  });

  it.each([
    [{ ...ANA, name: ' ' }, 422, 'person-name-invalid'],
    [{ ...ANA, name: 'two\nlines' }, 422, 'person-name-invalid'],
    [{ ...ANA, email: 'ana' }, 422, 'email-invalid'],
    [{ ...ANA, email: 'a@b, c@d' }, 422, 'email-invalid'],
    [{ ...ANA, email: 'ana@example.org\r\nBcc: x@y' }, 422, 'email-invalid'],
    [{ ...ANA, role: 'king' }, 400, 'request-invalid'],
    [{ ...ANA, by: 'mail' }, 409, 'mail-missing'],
    [{ ...ANA, email: 'known@example.org' }, 409, 'email-taken'],
  ])('are not made of %j', async (json, status, code) => {
    const server = await startApiServer();
    await invite(server, { ...ANA, email: 'known@example.org' });
    expect(await send(server, 'POST', '/people', { as: 'admin', json })).toMatchObject({ status, body: { code } });
  });

  it.each([
    ['short', 'short'],
    ['aaaaaaaaaaaaaaaa', 'plain'],
    ['123456789012345', 'plain'],
    ['ana lima 1980', 'own'],
    ['x'.repeat(257), 'long'],
  ])('do not choose the password %s', async (password, reason) => {
    const server = await startApiServer();
    const token = tokenOf(await invite(server));
    const refused = await createVisitor(server.url).send('POST', '/link/use', { json: { token, password } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'password-weak', parameters: { reason } } });
  });

  it('get links by e-mail where the node sends some, in their language, and ask for another password', async () => {
    const sent: MailMessage[] = [];
    let isDown = false;
    const mail = {
      send: async (message: MailMessage) => {
        if (isDown) throw new Error('no server');
        sent.push(message);
      },
    };
    const { node, url } = await serveTestNode({}, { mail });
    const invited = await node.people.invite(
      { name: 'Ana', email: 'ana@example.org', role: 'reader' },
      { language: 'pt' },
    );
    expect([invited.isSent, invited.link]).toEqual([true, undefined]);
    expect(sent[0]).toMatchObject({ to: 'ana@example.org', subject: 'Convite para http://example.org' });
    const linkIn = (message: MailMessage | undefined) => /http:\S+#(\S+)/.exec(message?.text ?? '')?.[1] ?? '';
    await node.people.useLink(linkIn(sent[0]), { password: PASSWORD });

    const visitor = createVisitor(url);
    const ask = (email: string) => visitor.send('POST', '/reset', { json: { email } });
    const answers = [await ask('ana@example.org'), await ask('nobody@example.org')];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]?.subject).toContain('Outra senha');
    await node.people.useLink(linkIn(sent[1]), { password: 'quite another password' });
    expect((await visitor.signIn('ana@example.org', 'quite another password')).status).toBe(201);

    isDown = true;
    const unsent = await node.people.invite({ name: 'Rui', email: 'rui@example.org', role: 'reader' }, {});
    expect([unsent.isSent, unsent.link?.startsWith('http://example.org/console/welcome#')]).toEqual([false, true]);
  });
});
