import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe as say } from '@perene/api/words';
import { parseHostPort, parseIbi, parseIpAddress } from '@perene/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LookUpAll } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import { createHttpMessenger } from '../../packages/server/src/adapters/peers/http-messenger.ts';
import { createNode } from '../../packages/server/src/compose/create-node.ts';
import { startJoining } from '../../packages/server/src/compose/serving/start-joining.ts';
import type { JoinedResolver, JoinState } from '../../packages/server/src/ports/federation/joined-resolvers.ts';
import type { Messenger } from '../../packages/server/src/ports/federation/messenger.ts';
import {
  type Joining,
  keepJoined,
  sendMembership,
} from '../../packages/server/src/services/archive/exchange/joining/join-resolver.ts';
import { includeLocalArchive } from '../../packages/server/src/services/resolver/members/include-local.ts';
import { parsedLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { settingsOf } from '../fixtures/test-node.ts';
import { askRaw, networksOf, queryOf, serve, startResolver, type TestResolver } from './membership-resolver.ts';

const SERVICE = parsedLabel('sid.inpe.br/mtc-m21/2012/06.05.15.34.39');
const KEY = '1234567890';
const PATH = '/J8LNKB5R7W/3FUQHC5';
const SUCCESSFUL = 'status.archive included\r\nstatus.confirmation successful';
const UNSUCCESSFUL = 'status.archive included\r\nstatus.confirmation unsuccessful';

const confirm = (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/plain' }).end('confirmation yes');
};

/** Starts the Archive of the examples, which records what it is asked and may give another answer. */
const startArchive = async (answer = confirm) => {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  return { ...server, asked, address: `127.0.0.1:${server.port}` };
};

/** Sends messages for the host of the examples to this machine. */
const redirectTo =
  (address: string) =>
  (messenger: Messenger): Pick<Messenger, 'send'> => ({
    send: (archive, query, limits) =>
      messenger.send(
        { ...archive, address: archive.address === 'mtc-m21.sid.inpe.br' ? address : archive.address },
        query,
        limits,
      ),
  });

const toResolver = createHttpMessenger({ allowedNetworks: [] });

const addressesOf = ({ directory }: TestResolver): readonly string[] =>
  directory.included().map(({ address }) => address);

const ask = (resolver: TestResolver, subject: string, pairs: Readonly<Record<string, string | undefined>> = {}) =>
  askRaw(resolver.port, `${PATH}?${queryOf(subject, pairs)}`);

const textOf = async (answer: Promise<{ status: number; body: string }>): Promise<string> => {
  const { status, body } = await answer;
  return `${status} ${body}`;
};

const created = <Value>(answer: { ok: true; value: Value } | { ok: false }): Value => {
  if (!answer.ok) throw new Error('a value of this test is wrong');
  return answer.value;
};

describe('the exchange of Figure 7.1', () => {
  it('is to the letter that of Examples 7.2, 7.3 and 7.4', async () => {
    const archive = await startArchive();
    const resolver = await startResolver({ aroundMessenger: redirectTo(archive.address) });
    await resolver.register(SERVICE, KEY);
    const saved: JoinedResolver[] = [];
    const needs: Joining = {
      resolver: resolver.url,
      messenger: toResolver,
      joined: { save: async (_resolver, joined) => void saved.push(joined) },
      clock: { now: () => 7n },
      self: {
        service: created(parseIbi(SERVICE)),
        address: created(parseHostPort('mtc-m21.sid.inpe.br')),
        platformVersion: '2014:11.09.02.16.15',
        administratorEmail: 'banon@dpi.inpe.br',
        registrationKey: KEY,
      },
      findIp: async () => created(parseIpAddress('150.163.34.239')),
      findKey: async () => undefined,
    };
    expect(await sendMembership(needs, 'inclusionRequest')).toEqual({ kind: 'included', confirmed: true });
    expect(addressesOf(resolver)).toEqual(['mtc-m21.sid.inpe.br']);
    expect(await resolver.members.find(SERVICE)).toMatchObject({
      state: 'included',
      ip: '150.163.34.239',
      platformVersion: '2014:11.09.02.16.15',
      administratorEmail: 'banon@dpi.inpe.br',
      isConfirmed: true,
    });
    expect(await sendMembership(needs, 'exclusionRequest')).toEqual({ kind: 'excluded' });
    expect(addressesOf(resolver)).toEqual([]);

    expect(resolver.requests).toEqual([
      'GET /J8LNKB5R7W/3FUQHC5?servicesubject=inclusionRequest&archiveaddress=mtc-m21.sid.inpe.br&archiveserviceibi=sid.inpe.br/mtc-m21/2012/06.05.15.34.39&archiveip=150.163.34.239&archiveprotocol=HTTP&archiveplatformversion=2014:11.09.02.16.15&archiveadmemailaddress=banon@dpi.inpe.br&registrationkey=1234567890',
      'GET /J8LNKB5R7W/3FUQHC5?servicesubject=exclusionRequest&archiveaddress=mtc-m21.sid.inpe.br&archiveserviceibi=sid.inpe.br/mtc-m21/2012/06.05.15.34.39&archiveip=150.163.34.239&archiveprotocol=HTTP&archiveplatformversion=2014:11.09.02.16.15&archiveadmemailaddress=banon@dpi.inpe.br&registrationkey=1234567890',
    ]);
    // The resolver may also have asked for a digest meanwhile.
    expect(archive.asked.filter((asked) => !asked.includes('digestRequest'))).toEqual([
      'GET /sid.inpe.br/mtc-m21/2012/06.05.15.34.39?servicesubject=inclusionConfirmationRequest',
    ]);
    expect(saved).toEqual([
      { state: { kind: 'included', confirmed: true }, address: 'mtc-m21.sid.inpe.br', at: 7n },
      { state: { kind: 'excluded' }, address: 'mtc-m21.sid.inpe.br', at: 7n },
    ]);
  });

  it('answers in the words of section 7.2, as exactly text/plain', async () => {
    const archive = await startArchive();
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    const included = await ask(resolver, 'inclusionRequest', { archiveaddress: archive.address });
    expect(included).toMatchObject({ status: 200, body: SUCCESSFUL });
    expect(included.headers).toMatchObject({ 'content-type': 'text/plain', 'cache-control': 'no-store' });
    const excluded = await ask(resolver, 'exclusionRequest', { archiveaddress: archive.address });
    expect(excluded).toMatchObject({ status: 200, body: 'status.archive excluded' });
    await archive.close();
    const silent = await ask(resolver, 'inclusionRequest', { archiveaddress: archive.address });
    expect(silent).toMatchObject({ status: 200, body: UNSUCCESSFUL });
    expect(addressesOf(resolver)).toEqual([archive.address]);
  });

  it('takes the label of the resolver service in any case and escaped, and no other', async () => {
    const resolver = await startResolver();
    const statusAt = async (path: string): Promise<number> => (await askRaw(resolver.port, path)).status;
    for (const path of [
      '/J8LNKB5R7W/3FUQHC5?servicesubject=x',
      '/j8lnkb5r7w/3fuqhc5?servicesubject=x',
      '/J8LNKB5R7W%2F3FUQHC5?servicesubject=x',
      '/%4A8LNKB5R7W/3FUQHC5',
      'http://urlib.net/J8LNKB5R7W/3FUQHC5?servicesubject=x',
    ]) {
      expect([path, await statusAt(path)]).toEqual([path, 400]);
    }
    for (const path of [
      '/J8LNKB5R7W/3FUQHC6',
      '/J8LNKB5R7W/3FUQHC5/',
      '/J8LNKB5R7W/3FUQHC5:',
      '/%zz8LNKB5R7W/3FUQHC5',
    ]) {
      expect([path, await statusAt(path)]).toEqual([path, 404]);
    }
    expect((await askRaw(resolver.port, `${PATH}?servicesubject=x`, { method: 'POST' })).status).toBe(404);
  });
});

describe('a message that comes again', () => {
  it('changes nothing more: an inclusion sent twice is an inclusion', async () => {
    const archive = await startArchive();
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    const pairs = { archiveaddress: archive.address };
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await textOf(ask(resolver, 'inclusionRequest', pairs))).toBe(`200 ${SUCCESSFUL}`);
    }
    const member = await resolver.members.find(SERVICE);
    await ask(resolver, 'inclusionRequest', pairs);
    const again = await resolver.members.find(SERVICE);
    expect({ ...again, changedAt: member?.changedAt, revision: member?.revision }).toEqual(member);
    // Every process learns that the Archive is there.
    expect(again?.revision).toBeGreaterThan(member?.revision ?? 0n);
    const together = await Promise.all(
      Array.from({ length: 5 }, () => textOf(ask(resolver, 'inclusionRequest', pairs))),
    );
    expect(new Set(together)).toEqual(new Set([`200 ${SUCCESSFUL}`]));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await textOf(ask(resolver, 'exclusionRequest', pairs))).toBe('200 status.archive excluded');
    }
    expect(addressesOf(resolver)).toEqual([]);
  });

  it('is no registration of the Archive of the own node, which needs none', async () => {
    const resolver = await startResolver();
    await includeLocalArchive(
      { members: resolver.members, clock: { now: () => 1n } },
      { service: SERVICE, address: 'a' },
    );
    await expect(resolver.register(SERVICE, KEY)).rejects.toMatchObject({ code: 'registration-invalid' });
    expect(await resolver.members.find(SERVICE)).toMatchObject({ state: 'included', keyHash: '', address: 'a' });
  });

  it('brings an Archive back at another address, with its number', async () => {
    const [here, there] = [await startArchive(), await startArchive()];
    const resolver = await startResolver();
    const { number } = await resolver.register(SERVICE, KEY);
    await ask(resolver, 'inclusionRequest', { archiveaddress: here.address });
    await ask(resolver, 'exclusionRequest', { archiveaddress: here.address });
    expect(await textOf(ask(resolver, 'inclusionRequest', { archiveaddress: there.address }))).toBe(
      `200 ${SUCCESSFUL}`,
    );
    expect(resolver.directory.included()).toEqual([
      {
        number,
        service: SERVICE,
        address: there.address,
        confirmed: {
          address: there.address,
          ips: ['127.0.0.1'],
        },
        isLocal: false,
      },
    ]);
    await ask(resolver, 'inclusionRequest', { archiveaddress: 'localhost:80', archiveip: '::1' });
    expect(await resolver.members.find(SERVICE)).toMatchObject({
      address: 'localhost',
      ip: '::1',
      isConfirmed: false,
      // What it only declares says nothing of who it is.
      confirmed: { address: there.address },
    });
    expect(there.asked).toHaveLength(1);
  });

  it('knows an Archive by the one IP address that answered, whatever else its name lists', async () => {
    const archive = await startArchive();
    const lists = [['127.0.0.1', '127.0.0.9'], ['127.0.0.9']];
    const lookUp: LookUpAll = (_host, _options, callback) => {
      const list = lists.shift() ?? [];
      process.nextTick(
        callback,
        null,
        list.map((address) => ({ address, family: 4 })),
      );
    };
    const evil = createHttpMessenger({ allowedNetworks: networksOf('127.0.0.0/8'), lookUp });
    onTestFinished(() => evil.close());
    const resolver = await startResolver({ aroundMessenger: () => ({ send: evil.send }) });
    await resolver.register(SERVICE, KEY);
    const archiveaddress = archive.address.replace('127.0.0.1', 'evil.example');
    expect(await textOf(ask(resolver, 'inclusionRequest', { archiveaddress }))).toBe(`200 ${SUCCESSFUL}`);
    const { confirmed } = (await resolver.members.find(SERVICE)) ?? {};
    expect(confirmed).toEqual({ address: archiveaddress, ips: ['127.0.0.1'] });
  });

  it('by HEAD is answered, and changes nothing', async () => {
    const archive = await startArchive();
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    const head = (query: string) => askRaw(resolver.port, `${PATH}?${query}`, { method: 'HEAD' });
    const pairs = { archiveaddress: archive.address };
    const answer = await head(queryOf('inclusionRequest', pairs));
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(answer.headers['content-type']).toBe('text/plain');
    expect(archive.asked).toEqual([]);
    expect(addressesOf(resolver)).toEqual([]);
    await ask(resolver, 'inclusionRequest', pairs);
    expect((await head(queryOf('exclusionRequest', pairs))).status).toBe(200);
    expect(addressesOf(resolver)).toEqual([archive.address]);
    expect((await head('servicesubject=nothing')).status).toBe(400);
  });

  it('an exclusion that comes while the Archive is asked back counts', async () => {
    let release = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answerLate: () => void = () => undefined;
    const archive = await startArchive((request, response) => {
      answerLate = () => confirm(request, response);
      release();
    });
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    const pairs = { archiveaddress: archive.address };
    await ask(resolver, 'exclusionRequest', pairs);
    const including = textOf(ask(resolver, 'inclusionRequest', pairs));
    await isAsked;
    expect(await textOf(ask(resolver, 'exclusionRequest', pairs))).toBe('200 status.archive excluded');
    answerLate();
    expect(await including).toMatch(
      /^403 status.archive refused\r\nstatus.reason \{it was excluded or revoked meanwhile\}$/,
    );
    expect(addressesOf(resolver)).toEqual([]);
  });
});

describe('a message that is refused', () => {
  it.each([
    [
      'an Archive that nobody registered',
      { archiveserviceibi: 'example.org/other/2026/01.01.00.00' },
      'this Archive is not registered',
    ],
    ['a wrong key', { registrationkey: '1234567891' }, 'the registration key is wrong'],
    ['a key with something more', { registrationkey: '1234567890-1234567890' }, 'the registration key is wrong'],
  ])('for %s is 403 in the format of the protocol', async (_what, pairs, reason) => {
    const archive = await startArchive();
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    for (const subject of ['inclusionRequest', 'exclusionRequest']) {
      const answer = await ask(resolver, subject, { archiveaddress: archive.address, ...pairs });
      expect(answer).toMatchObject({ status: 403, body: `status.archive refused\r\nstatus.reason {${reason}}` });
      expect(answer.headers['content-type']).toBe('text/plain');
    }
    // The resolver asks nobody on behalf of a client without a key.
    expect(archive.asked).toEqual([]);
    expect(await resolver.members.find(SERVICE)).toMatchObject({ state: 'registered' });
  });

  it.each([
    ['servicesubject'],
    ['archiveaddress'],
    ['archiveserviceibi'],
    ['archiveip'],
    ['archiveprotocol'],
    ['archiveplatformversion'],
    ['archiveadmemailaddress'],
    ['registrationkey'],
  ])('without %s is 400', async (name) => {
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    const { status, body } = await ask(resolver, 'inclusionRequest', { [name]: undefined });
    expect(status).toBe(400);
    expect(body).toMatch(/^status\.archive refused\r\nstatus\.reason \{at character \d+ expected .*\}$/);
    expect(body).toContain(name);
  });

  it.each([
    { archiveaddress: 'http://a.example.org' },
    { archiveaddress: 'a.example.org:0' },
    { archiveaddress: 'user@a.example.org' },
    { archiveserviceibi: 'nothing' },
    { archiveip: '300.1.1.1' },
    { archiveip: 'a.example.org' },
    { archiveprotocol: 'USP' },
    { archiveprotocol: 'http' },
    { archiveadmemailaddress: 'nobody' },
    { registrationkey: '123456789' },
    { registrationkey: '1234567890-' },
    { registrationkey: '12345678901234567890x' },
    { servicesubject: 'urlRequest' },
    { servicesubject: 'inclusionConfirmationRequest' },
    { servicesubject: 'inclusionrequest' },
  ])('with %j is 400, and repeats no key', async (pairs) => {
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    const { status, body } = await ask(resolver, 'inclusionRequest', pairs);
    expect(status).toBe(400);
    expect(body).toMatch(/^status\.archive refused\r\nstatus\.reason \{.*\}$/);
    expect(body).not.toContain('12345678');
  });

  it('before the operator has approved, after a revocation, and with an old key is 403', async () => {
    const archive = await startArchive();
    const resolver = await startResolver();
    const pairs = { archiveaddress: archive.address };
    const include = (more = {}) => textOf(ask(resolver, 'inclusionRequest', { ...pairs, ...more }));
    const request = { service: SERVICE, registrationKey: KEY };
    await resolver.operations.register(request, { kind: 'anyone', address: '192.0.2.1' });
    expect(await include()).toContain(
      '403 status.archive refused\r\nstatus.reason {the registration has not been approved',
    );
    await resolver.operations.approve(SERVICE);
    expect(await include()).toBe(`200 ${SUCCESSFUL}`);
    await resolver.register(SERVICE, '9876543210');
    expect(addressesOf(resolver)).toEqual([archive.address]);
    expect(await include()).toContain('403 status.archive refused\r\nstatus.reason {the registration key is wrong}');
    expect(await include({ registrationkey: '9876543210' })).toBe(`200 ${SUCCESSFUL}`);
    await resolver.operations.revoke(SERVICE);
    expect(addressesOf(resolver)).toEqual([]);
    expect(await include({ registrationkey: '9876543210' })).toContain('403 ');
    await resolver.operations.approve(SERVICE);
    expect(await include({ registrationkey: '9876543210' })).toBe(`200 ${SUCCESSFUL}`);
  });

  it('for a private address is 403, unless the operator allowed its network', async () => {
    const archive = await startArchive();
    const resolver = await startResolver({ allowedNetworks: networksOf('192.168.7.0/24') });
    await resolver.register(SERVICE, KEY);
    for (const address of [
      archive.address,
      `localhost:${archive.port}`,
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:7f00:1]',
    ]) {
      const { status, body } = await ask(resolver, 'inclusionRequest', { archiveaddress: address });
      expect([address, status]).toEqual([address, 403]);
      expect(body).toContain('status.reason {the address of the Archive is private');
    }
    expect(archive.asked).toEqual([]);
    expect(addressesOf(resolver)).toEqual([]);
    expect(await resolver.members.find(SERVICE)).toMatchObject({ state: 'registered', address: undefined });
  });

  it('by a client with many wrong keys is 429 at last, and never hinders who has the right one', async () => {
    const archive = await startArchive();
    const resolver = await startResolver({ trustedProxies: networksOf('127.0.0.1') });
    const neighbour = parsedLabel('example.org/neighbour/2001/01.01.00.00');
    await resolver.register(SERVICE, KEY);
    await resolver.register(neighbour, KEY);
    // All of them have the same address.
    const send = (registrationkey: string, archiveserviceibi = SERVICE) => {
      const pairs = { archiveaddress: archive.address, registrationkey, archiveserviceibi };
      return askRaw(resolver.port, `${PATH}?${queryOf('inclusionRequest', pairs)}`, {
        headers: { 'x-forwarded-for': '192.0.2.1' },
      });
    };
    const flood = Array.from({ length: 100 }, (_, guess) => send(`99999999${guess + 10}`));
    expect((await send(KEY, neighbour)).status).toBe(200);
    // A crowded-out Archive tries again, as Archives do.
    await expect.poll(async () => (await send(KEY)).status).toBe(200);
    const refused = await Promise.all(flood);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403, 429]));
    const late = refused.find(({ status }) => status === 429);
    expect(Number(late?.headers['retry-after'])).toBeGreaterThan(0);
    expect(late?.body).toMatch(/^status\.archive refused\r\nstatus\.reason \{too many wrong keys, wait \d+ s\}$/);
    expect((await send(KEY)).status).toBe(200);
    expect((await send('8888888888')).status).toBe(403);
  });
});

describe('a resolver whose database does not answer', () => {
  it('says that it cannot tell now, and nothing of why', async () => {
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    await resolver.directory.close();
    await resolver.database.close();
    expect(await textOf(ask(resolver, 'inclusionRequest'))).toBe('503 status.archive unavailable');
    expect(resolver.logged).toHaveLength(1);
  });
});

describe('an Archive that is asked back', () => {
  const hostile: readonly (readonly [string, (request: IncomingMessage, response: ServerResponse) => void])[] = [
    ['never answers', () => undefined],
    [
      'answers a byte a second',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        const timer = setInterval(() => response.write('c'), 500);
        response.on('close', () => clearInterval(timer));
      },
    ],
    [
      'answers 64 MB',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.end(`confirmation yes${' '.repeat(67_108_864)}`);
      },
    ],
    [
      'answers HTML',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('confirmation yes'),
    ],
    [
      'leads elsewhere',
      (request, response) => {
        if (request.url?.startsWith('/elsewhere')) return confirm(request, response);
        response.writeHead(302, { location: '/elsewhere', 'content-type': 'text/plain' }).end('confirmation yes');
      },
    ],
    [
      'fails',
      (_request, response) => void response.writeHead(500, { 'content-type': 'text/plain' }).end('confirmation yes'),
    ],
    [
      'says no',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('confirmation no'),
    ],
    ['says nothing', (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end()],
    ['speaks no HTTP', (request) => void request.socket.end('confirmation yes\r\n\r\n')],
    ['hangs up', (request) => void request.socket.destroy()],
  ];

  it.each(hostile)('and %s is included, unconfirmed, within bounds', async (_what, answer) => {
    const archive = await startArchive(answer);
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    const { status, body } = await ask(resolver, 'inclusionRequest', { archiveaddress: archive.address });
    expect(`${status} ${body}`).toBe(`200 ${UNSUCCESSFUL}`);
    expect(await resolver.members.find(SERVICE)).toMatchObject({ state: 'included', isConfirmed: false });
  });
});

describe('keys', () => {
  it('are neither logged nor kept', async () => {
    const archive = await startArchive();
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    await ask(resolver, 'inclusionRequest', { archiveaddress: archive.address });
    await ask(resolver, 'inclusionRequest', { archiveaddress: archive.address, registrationkey: '5555555555' });
    await ask(resolver, 'nonsense');
    expect(resolver.logged).toHaveLength(2);
    const member = await resolver.members.find(SERVICE);
    const written = JSON.stringify([resolver.logged, member, await resolver.operations.list({})], (_name, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(written).toContain(SERVICE);
    expect(written).not.toContain(KEY);
    expect(written).not.toContain('5555555555');
    expect(member?.keyHash).toMatch(/^scrypt:[0-9a-f]{32}:[0-9a-f]{64}$/);
    expect(JSON.stringify(await resolver.operations.list({}))).not.toContain('scrypt');
  });

  it('that are the same have different hashes', async () => {
    const resolver = await startResolver();
    const other = parsedLabel('example.org/other/2026/01.01.00.00');
    await resolver.register(SERVICE, KEY);
    await resolver.register(other, KEY);
    const hashes = await Promise.all(
      [SERVICE, other].map(async (label) => (await resolver.members.find(label))?.keyHash),
    );
    expect(new Set(hashes).size).toBe(2);
  });
});

describe('an Archive that runs', () => {
  const join = (resolver: { readonly url: string }, address: string, key = KEY) => {
    const states: JoinState[] = [];
    const joining = keepJoined({
      resolver: resolver.url,
      messenger: toResolver,
      joined: { save: async () => undefined },
      clock: { now: () => 1n },
      self: {
        service: created(parseIbi(SERVICE)),
        address: created(parseHostPort(address)),
        platformVersion: 'perene-0',
        administratorEmail: 'ana@example.org',
        registrationKey: key,
      },
      findIp: async () => created(parseIpAddress('127.0.0.1')),
      findKey: async () => undefined,
      chance: () => 0.5,
      onState: (state) => states.push(state),
      onError: (error) => {
        throw error;
      },
      pauses: { firstMs: 20, longestMs: 100, includedMs: 3_600_000 },
    });
    onTestFinished(() => joining.stop());
    const kinds = (): readonly string[] => states.map(({ kind }) => kind);
    return { joining, states, kinds };
  };

  it('joins a resolver that is down at first, and leaves it when it stops', async () => {
    const archive = await startArchive();
    const gone = await serve(() => undefined);
    await gone.close();
    const { joining, kinds, states } = join({ url: `http://127.0.0.1:${gone.port}` }, archive.address);
    await expect.poll(kinds).toEqual(['unreachable']);
    expect(JSON.stringify(states)).not.toContain(KEY);
    const resolver = await startResolver({ port: gone.port });
    await resolver.register(SERVICE, KEY);
    await expect.poll(() => kinds().at(-1)).toBe('included');
    expect(addressesOf(resolver)).toEqual([archive.address]);
    await joining.stop();
    expect(kinds().at(-1)).toBe('excluded');
    expect(addressesOf(resolver)).toEqual([]);
    expect((await resolver.members.find(SERVICE))?.state).toBe('excluded');
  });

  it('waits for the approval of the operator, and is told why it is refused', async () => {
    const archive = await startArchive();
    const resolver = await startResolver();
    const { kinds, states } = join(resolver, archive.address);
    await expect.poll(kinds).toEqual(['refused']);
    expect(states[0]).toEqual({ kind: 'refused', why: { detail: 'this Archive is not registered' } });
    await resolver.register(SERVICE, KEY);
    await expect.poll(() => kinds().at(-1)).toBe('included');
  });

  it('comes back at another address', async () => {
    const [here, there] = [await startArchive(), await startArchive()];
    const resolver = await startResolver();
    await resolver.register(SERVICE, KEY);
    const first = join(resolver, here.address);
    await expect.poll(first.kinds).toEqual(['included']);
    await first.joining.stop();
    const second = join(resolver, there.address);
    await expect.poll(second.kinds).toEqual(['included']);
    expect(addressesOf(resolver)).toEqual([there.address]);
  });

  it('learns that it was revoked, and includes itself again once it is registered', async () => {
    const archive = await startArchive();
    const resolver = await startResolver();
    const settings = settingsOf({
      data: createTemporaryFolder(),
      roles: 'archive',
      'archive.resolver': resolver.url,
      'archive.registration-key': KEY,
      'archive.administrator-email': 'ana@example.org',
      'archive.address': archive.address,
    });
    const node = await createNode(settings, {});
    onTestFinished(() => node.close());
    const service = parsedLabel((await node.joining())?.self.service.text ?? '');
    await resolver.register(service, KEY);
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const leave = await startJoining(node, silent, {
      joining: { firstMs: 3_600_000, longestMs: 3_600_000, includedMs: 3_600_000 },
      lease: { tickMs: 20, renewMs: 100, firstRetryMs: 20, longestRetryMs: 200 },
    });
    const state = async () => (await node.joined.find(resolver.url))?.state;
    await expect.poll(state).toEqual({ kind: 'included', confirmed: true, key: 'known' });
    await resolver.operations.revoke(service);
    await expect.poll(state).toEqual({ kind: 'refused', why: { detail: 'this Archive is not registered' } });
    await resolver.register(service, KEY);
    await expect.poll(state).toEqual({ kind: 'included', confirmed: true, key: 'known' });
    expect(addressesOf(resolver)).toEqual([archive.address]);
    await leave();
  });

  it('stops at once while a resolver keeps it waiting', async () => {
    const silent = await serve(() => undefined);
    const { joining, kinds } = join({ url: `http://127.0.0.1:${silent.port}` }, 'a.example.org');
    await joining.stop();
    expect(kinds()).toEqual(['unreachable']);
  });

  it.each([
    ['answers HTML', 'text/html', 'status.archive included', 200, /address/],
    ['says something else', 'text/plain', 'hello there', 200, /resolver/],
    ['leads elsewhere', 'text/plain', '', 302, /leads elsewhere/],
    ['answers too much', 'text/plain', ' '.repeat(20_000), 200, /16384 bytes/],
  ])('tells what is wrong with what %s', async (_what, type, body, status, reason) => {
    const odd = await serve(
      (_request, response) => void response.writeHead(status, { 'content-type': type }).end(body),
    );
    const { kinds, states } = join({ url: `http://127.0.0.1:${odd.port}` }, 'a.example.org');
    await expect.poll(kinds).toEqual(['refused']);
    const [state] = states;
    expect(state?.kind === 'refused' && say(state.why, 'en')).toMatch(reason);
  });
});
