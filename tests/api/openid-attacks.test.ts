import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenIdProvider } from '../../packages/server/src/adapters/openid/openid-provider.ts';
import { LOOPBACK } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import type { Clock } from '../../packages/server/src/ports/system/clock.ts';
import { startScriptedProvider, strangerKey } from '../fixtures/scripted-provider.ts';
import { openServedNode, serveTestNode } from '../fixtures/served-node.ts';
import { createVisitor, type Visitor } from '../fixtures/visitor.ts';

const SECRET = 'the secret of the client';
const PASSWORD = 'seven quiet herons at dawn';
const ANA = { name: 'Ana', email: 'ana@example.org', role: 'admin' } as const;

let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
beforeAll(async () => {
  provider = await startScriptedProvider();
});
afterAll(() => provider.close());
beforeEach(() => provider.script.clear());

/** A node on which Ana was invited; anybody whom the provider proves to be Ana is an administrator. */
const serve = async (flags: Parameters<typeof serveTestNode>[0] = {}) => {
  let passed = 0n;
  const clock: Clock = { now: () => BigInt(Date.now()) * 1_000n + passed, wait: async () => undefined };
  const errors: unknown[] = [];
  const served = await serveTestNode(
    { 'openid.issuer': provider.url, 'openid.client-id': 'perene', 'openid.client-secret': SECRET, ...flags },
    { clock, onError: (error) => errors.push(error) },
  );
  await served.node.people.invite(ANA, { by: 'link' });
  return {
    ...served,
    errors,
    pass(seconds: number) {
      passed += BigInt(seconds) * 1_000_000n;
    },
  };
};

interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly challenge: string;
}

const begin = async (visitor: Visitor, json: object = { purpose: 'sign-in' }): Promise<Begun> => {
  const { body } = await visitor.send('POST', '/session/openid', { json });
  const { searchParams } = new URL(String(body['url']));
  const read = (name: string): string => searchParams.get(name) ?? '';
  return { state: read('state'), nonce: read('nonce'), challenge: read('code_challenge') };
};

const finish = async (visitor: Visitor, answer: string) => {
  const { status, body } = await visitor.send('POST', '/session/openid/answer', { json: { answer } });
  const { code, parameters } = body as { code?: string; parameters?: { reason?: string } };
  return status === 200 ? 'in' : (parameters?.reason ?? code ?? String(status));
};

const seconds = (): number => Math.floor(Date.now() / 1_000);

const claimsOf = ({ nonce }: Begun, more: object = {}) => ({
  iss: provider.url,
  aud: 'perene',
  sub: 'ana-1',
  nonce,
  iat: seconds(),
  exp: seconds() + 300,
  email: ANA.email,
  email_verified: true,
  ...more,
});

const tokenWith = (idToken: string): void => {
  provider.script.set('/token', () => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken }));
};

const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.send('GET', '/whoami')).status === 200;

describe('an ID token', () => {
  /** Each is right but for one thing. */
  const WRONG: Readonly<Record<string, (begun: Begun) => string>> = {
    'for another client': (begun) => provider.sign({}, claimsOf(begun, { aud: 'other' })),
    'for several clients, handed to another': (begun) =>
      provider.sign({}, claimsOf(begun, { aud: ['perene', 'other'], azp: 'other' })),
    'of another issuer': (begun) => provider.sign({}, claimsOf(begun, { iss: 'https://evil.example' })),
    'of another journey': (begun) => provider.sign({}, claimsOf(begun, { nonce: 'another' })),
    'of no journey': (begun) => provider.sign({}, claimsOf(begun, { nonce: undefined })),
    'that has expired': (begun) => provider.sign({}, claimsOf(begun, { exp: seconds() - 120 })),
    'that never expires': (begun) => provider.sign({}, claimsOf(begun, { exp: undefined })),
    'of nobody': (begun) => provider.sign({}, claimsOf(begun, { sub: undefined })),
    'of somebody without end': (begun) => provider.sign({}, claimsOf(begun, { sub: 'x'.repeat(256) })),
    'signed by a stranger': (begun) => provider.sign({}, claimsOf(begun), strangerKey()),
    'with a key that it brings': (begun) =>
      provider.sign({ kid: 'two', jku: 'https://evil.example/jwks' }, claimsOf(begun), strangerKey()),
    'without a signature': (begun) => `${provider.encode({ alg: 'none' })}.${provider.encode(claimsOf(begun))}.`,
    'signed with the secret': (begun) => provider.signWithSecret(claimsOf(begun), SECRET),
    'whose claims were changed': (begun) => {
      const [head = '', , signature = ''] = provider.sign({}, claimsOf(begun, { sub: 'x' })).split('.');
      return `${head}.${provider.encode(claimsOf(begun))}.${signature}`;
    },
    'that is none': () => 'not a token',
  };

  it('lets nobody in that is wrong in one thing, and is right otherwise', async () => {
    const { url, errors, node } = await serve();
    const visitor = createVisitor(url);
    for (const [what, make] of Object.entries(WRONG)) {
      const begun = await begin(visitor);
      tokenWith(make(begun));
      expect([what, await finish(visitor, `code=c&state=${begun.state}`)]).toEqual([what, 'unproven']);
      expect([what, await isIn(visitor)]).toEqual([what, false]);
    }
    // The operator is told why, and never the secret.
    expect(errors).toHaveLength(Object.keys(WRONG).length);
    expect(errors.map(String).join()).not.toContain(SECRET);
    expect(await node.people.show(ANA.email)).toMatchObject({ state: 'invited' });
    const begun = await begin(visitor);
    tokenWith(provider.sign({}, claimsOf(begun)));
    expect(await finish(visitor, `code=c&state=${begun.state}`)).toBe('in');
  });

  it('proves no address of others: only what is verified beside it counts', async () => {
    const { url } = await serve();
    for (const more of [{ email_verified: false }, { email_verified: undefined }, { email_verified: 1 }]) {
      const visitor = createVisitor(url);
      const begun = await begin(visitor);
      tokenWith(provider.sign({}, claimsOf(begun, more)));
      expect(await finish(visitor, `code=c&state=${begun.state}`)).toBe('unverified');
    }
  });

  it('that tells of a second factor spares another where the node says so', async () => {
    for (const [rule, amr, expected] of [
      ['ask', ['mfa'], 'second-factor-needed'],
      ['amr', ['pwd'], 'second-factor-needed'],
      ['amr', ['pwd', 'otp'], 'in'],
      ['amr', ['mfa'], 'in'],
      ['provider', undefined, 'in'],
    ] as const) {
      const { url, node } = await serve({ 'openid.second-factor': rule });
      const visitor = createVisitor(url);
      const enter = async () => {
        const begun = await begin(visitor);
        tokenWith(provider.sign({}, claimsOf(begun, { amr })));
        return finish(visitor, `code=c&state=${begun.state}`);
      };
      expect(await enter()).toBe('in');
      await node.database.transaction((session) => session.run("update people set totp_secret = 'x', totp_step = 1"));
      expect([rule, amr, await enter()]).toEqual([rule, amr, expected]);
    }
  });
});

describe('coming back', () => {
  it('works only in the browser that set out, once, with its own state, and in time', async () => {
    const { url, pass } = await serve();
    const visitor = createVisitor(url);
    const begun = await begin(visitor);
    tokenWith(provider.sign({}, claimsOf(begun)));
    const answer = `code=c&state=${begun.state}`;
    // A page of another site sends somebody else's answer (CSRF of the callback).
    expect(await finish(createVisitor(url), answer)).toBe('expired');
    const other = createVisitor(url);
    const otherBegun = await begin(other);
    expect(await finish(other, answer)).toBe('expired');
    expect(otherBegun.state).not.toBe(begun.state);
    for (const wrong of ['', 'code=c', `code=c&state=${begun.state}x`, 'code=c&state=', `code=c&state=x&${answer}`]) {
      const trying = createVisitor(url);
      await begin(trying);
      expect(await finish(trying, wrong)).toBe('expired');
    }
    const kept = visitor.jar.get('perene-journey') ?? '';
    expect(await finish(visitor, answer)).toBe('in');
    expect(await finish(visitor, answer)).toBe('expired');

    const late = createVisitor(url);
    const lateBegun = await begin(late);
    pass(601);
    expect(await finish(late, `code=c&state=${lateBegun.state}`)).toBe('expired');

    // What the browser keeps cannot be made, changed or taken for something else.
    const [text = '', seal = ''] = kept.split('.');
    const changed = Buffer.from(JSON.stringify({ purpose: 'link', person: 'x', nonce: 'n', until: 9e15 }));
    for (const forged of [
      `${text}x.${seal}`,
      `${changed.toString('base64url')}.${seal}`,
      `.${seal}`,
      'x'.repeat(5_000),
    ]) {
      const thief = createVisitor(url);
      thief.jar.set('perene-journey', forged);
      expect(await finish(thief, answer)).toBe('expired');
    }
  });

  it('is answered by any node of one database', async () => {
    const first = await serve();
    const visitor = createVisitor(first.url);
    const begun = await begin(visitor);
    tokenWith(provider.sign({}, claimsOf(begun)));
    const second = await openServedNode(first.node.settings.dataFolder, {
      'openid.issuer': provider.url,
      'openid.client-id': 'perene',
    });
    const there = createVisitor(second.url);
    for (const [name, value] of visitor.jar) there.jar.set(name, value);
    expect(await finish(there, `code=c&state=${begun.state}`)).toBe('in');
    await second.close();
  });

  it('sends the secret and the proof of the journey to the provider, and to nobody else', async () => {
    const { url } = await serve();
    const visitor = createVisitor(url);
    const begun = await begin(visitor);
    const seen: string[] = [];
    provider.script.set('/token', (request, _response, body) => {
      seen.push(String(request.headers.authorization), body);
      return { access_token: 'a', token_type: 'Bearer', id_token: provider.sign({}, claimsOf(begun)) };
    });
    expect(await finish(visitor, `code=c+d&state=${begun.state}`)).toBe('in');
    const [authorization = '', body = ''] = seen;
    expect(Buffer.from(authorization.slice(6), 'base64').toString()).toBe(
      `perene:${new URLSearchParams({ SECRET }).toString().slice(7)}`,
    );
    const sent = new URLSearchParams(body);
    expect([sent.get('code'), sent.get('redirect_uri')]).toEqual(['c d', 'http://example.org/console/openid']);
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(sent.get('code_verifier') ?? ''));
    expect(Buffer.from(digest).toString('base64url')).toBe(begun.challenge);
  });

  it('never gives the browser a session that it had before (fixation), nor keeps one of somebody else', async () => {
    const { url } = await serve();
    const visitor = createVisitor(url);
    const enter = async (who: Visitor) => {
      const begun = await begin(who);
      tokenWith(provider.sign({}, claimsOf(begun)));
      return finish(who, `code=c&state=${begun.state}`);
    };
    await enter(visitor);
    const fixed = visitor.jar.get('perene-session') ?? '';
    const thief = createVisitor(url);
    thief.jar.set('perene-session', fixed);
    await enter(visitor);
    expect([await isIn(visitor), await isIn(thief)]).toEqual([true, false]);
    expect(visitor.jar.get('perene-session')).not.toBe(fixed);
  });

  it('links nothing to whoever is signed in meanwhile, and nothing by an answer that was begun for signing in', async () => {
    const { url, node } = await serve();
    const addPerson = async (email: string) => {
      const { link = '' } = await node.people.invite({ name: 'Somebody', email, role: 'reader' }, { by: 'link' });
      await node.people.useLink(link.slice(link.indexOf('#') + 1), { password: PASSWORD });
    };
    await addPerson('rui@example.org');
    await addPerson('eva@example.org');
    const visitor = createVisitor(url);
    await visitor.signIn('rui@example.org', PASSWORD);
    const begun = await begin(visitor, { purpose: 'link', password: PASSWORD });
    tokenWith(provider.sign({}, claimsOf(begun, { sub: 'rui-1' })));
    await visitor.signIn('eva@example.org', PASSWORD);
    expect(await finish(visitor, `code=c&state=${begun.state}`)).toBe('expired');
    expect((await visitor.send('GET', '/account/identities')).body).toEqual({ identities: [] });
    const signing = await begin(visitor);
    tokenWith(provider.sign({}, claimsOf(signing, { sub: 'thief-1', email: 'thief@example.org' })));
    expect(await finish(visitor, `code=c&state=${signing.state}`)).toBe('unknown');
    expect((await visitor.send('GET', '/account/identities')).body).toEqual({ identities: [] });
  });

  it('is refused to pages of other sites, as is setting out', async () => {
    const { url } = await serve();
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const visitor = createVisitor(url);
      const send = (path: string, json: object) => visitor.send('POST', path, { json, headers });
      const refused = await send('/session/openid', { purpose: 'sign-in' });
      expect([refused.status, refused.set]).toEqual([403, []]);
      const begun = await begin(visitor);
      tokenWith(provider.sign({}, claimsOf(begun)));
      expect((await send('/session/openid/answer', { answer: `code=c&state=${begun.state}` })).status).toBe(403);
      expect((await send('/session/openid/code', { code: '123456' })).status).toBe(403);
      expect(await isIn(visitor)).toBe(false);
    }
  });

  it('with the answer of another provider (mix-up) is refused before the code leaves the node', async () => {
    provider.script.set('/.well-known/openid-configuration', () => ({
      ...provider.metadata,
      authorization_response_iss_parameter_supported: true,
    }));
    const { url } = await serve();
    const visitor = createVisitor(url);
    for (const iss of ['', '&iss=https%3A%2F%2Fevil.example']) {
      const begun = await begin(visitor);
      provider.asked.length = 0;
      tokenWith(provider.sign({}, claimsOf(begun)));
      expect(await finish(visitor, `code=c&state=${begun.state}${iss}`)).toBe('unproven');
      expect(provider.asked).toEqual([]);
    }
    const begun = await begin(visitor);
    tokenWith(provider.sign({}, claimsOf(begun)));
    const iss = encodeURIComponent(provider.url);
    expect(await finish(visitor, `code=c&state=${begun.state}&iss=${iss}`)).toBe('in');
  });

  it('is bounded for each network', async () => {
    const { url } = await serve();
    const outcomes: string[] = [];
    for (let count = 0; count < 62; count += 1) outcomes.push(await finish(createVisitor(url), 'code=c&state=x'));
    expect([outcomes[0], outcomes.indexOf('too-many-tries')]).toEqual(['expired', 60]);
  });
});

describe('a provider', () => {
  const WELL_KNOWN = '/.well-known/openid-configuration';

  it('that says of itself what is not so is not believed', async () => {
    const { metadata } = provider;
    for (const [what, said] of Object.entries({
      'another issuer': { ...metadata, issuer: 'https://evil.example' },
      'no way to set out': { ...metadata, authorization_endpoint: undefined },
      'an address that is none': { ...metadata, authorization_endpoint: 'javascript:alert(1)' },
      nothing: {},
    })) {
      const { url } = await serve();
      provider.script.set(WELL_KNOWN, () => said);
      const { body } = await createVisitor(url).send('POST', '/session/openid', { json: { purpose: 'sign-in' } });
      expect([what, body]).toMatchObject([what, { code: 'openid-refused', parameters: { reason: 'unproven' } }]);
    }
  });

  it('that is huge, garbage or elsewhere does no harm, and is asked again later', async () => {
    const { url } = await serve();
    const visitor = createVisitor(url);
    const ask = async () => {
      const { status, body } = await visitor.send('POST', '/session/openid', { json: { purpose: 'sign-in' } });
      return status === 200 ? 'fine' : body['code'];
    };
    provider.script.set(WELL_KNOWN, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(300_000)}"`);
      return {};
    });
    expect(await ask()).toBe('openid-unreachable');
    provider.script.set(WELL_KNOWN, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
      return {};
    });
    expect(await ask()).toBe('openid-refused');
    provider.script.set(WELL_KNOWN, (_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      return {};
    });
    expect(await ask()).toBe('openid-refused');
    provider.script.set(WELL_KNOWN, (_request, response) => {
      response.destroy();
      return {};
    });
    expect(await ask()).toBe('openid-unreachable');
    provider.script.clear();
    expect(await ask()).toBe('fine');
  });

  it('that is silent is not waited for', async () => {
    provider.script.set(WELL_KNOWN, () => ({ silent: true }));
    const asked = createOpenIdProvider(
      { issuer: `${provider.url}/`, clientId: 'perene', secret: undefined, scopes: [], groupsClaim: 'groups' },
      {
        redirectUrl: 'http://example.org/console/openid',
        signedOutUrl: 'http://example.org/console',
        allowedNetworks: LOOPBACK,
        deadlineMs: 50,
        onFailure: () => undefined,
      },
    );
    await expect(asked.findSignOut()).rejects.toMatchObject({ code: 'openid-unreachable' });
  });

  it('that names addresses inside the network is not followed there', async () => {
    provider.script.set(WELL_KNOWN, () => ({ ...provider.metadata, token_endpoint: 'http://10.0.0.1/token' }));
    const { url, errors } = await serve();
    const visitor = createVisitor(url);
    const begun = await begin(visitor);
    expect(await finish(visitor, `code=c&state=${begun.state}`)).toBe('openid-unreachable');
    expect(errors).toMatchObject([{ code: 'peer-not-allowed' }]);
    provider.script.clear();
    const closed = await serve({ 'allow-network': '192.0.2.0/24' });
    const { body } = await createVisitor(closed.url).send('POST', '/session/openid', { json: { purpose: 'sign-in' } });
    expect(body).toMatchObject({ code: 'openid-unreachable' });
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
  });
});
