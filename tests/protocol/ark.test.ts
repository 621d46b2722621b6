import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { createSqlMinterStore } from '../../packages/server/src/adapters/sql/minters/sql-minter-store.ts';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import { createPatterns } from '../../packages/server/src/adapters/system/re2-patterns.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import { openDatabase } from '../../packages/server/src/compose/open-storage.ts';
import { serveNode } from '../../packages/server/src/compose/serving/serve-node.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';
import { createRecollection } from '../../packages/server/src/memory/recollection.ts';
import type { Clock } from '../../packages/server/src/ports/system/clock.ts';
import type { Patterns } from '../../packages/server/src/ports/system/patterns.ts';
import { rememberMinters } from '../../packages/server/src/services/noid/ark/ark-minters.ts';
import type { ArkParts } from '../../packages/server/src/services/noid/ark/find-ark.ts';
import { bindElement } from '../../packages/server/src/services/noid/bindings/bind-element.ts';
import { mintIdentifiers } from '../../packages/server/src/services/noid/identifiers/mint-identifiers.ts';
import { addMinter, type MinterRequest } from '../../packages/server/src/services/noid/minters/add-minter.ts';
import type {
  Resolution,
  ResolverOperations,
} from '../../packages/server/src/services/resolver/asking/outcome/resolution.ts';
import { registerArksInTime } from '../../packages/server/src/transports/http/ark/ark-in-time.ts';
import {
  type ArkNeeds,
  readArkRequest,
  registerArks,
  routeArk,
} from '../../packages/server/src/transports/http/ark/ark-routes.ts';
import { PLAIN_SITE } from '../../packages/server/src/transports/http/pages/site.ts';
import { sendProblem } from '../../packages/server/src/transports/http/problems.ts';
import { createAliasAnswers } from '../../packages/server/src/transports/http/resolve/answer-alias.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PUBLIC_URL = 'https://node.example.org';
const TARGET = 'https://example.org/object';

/** Opens minters and a resolver over real HTTP; paths are sent unchanged. */
const open = async (
  database: SqlDatabase,
  {
    clock = createSystemClock(),
    ...settings
  }: { clock?: Clock; forwardTo?: string; targetElements?: string[]; answerAlias?: ArkNeeds['answerAlias'] } = {},
) => {
  const store = createSqlMinterStore(database, { keepsPast: true });
  let steps = 0;
  const real = createPatterns();
  const patterns: Patterns = {
    isKnown: real.isKnown,
    async compile(text, because) {
      const pattern = await real.compile(text, because);
      const match = (id: string) => {
        steps += (pattern?.steps ?? 0) * id.length;
        return pattern?.match(id);
      };
      return pattern && { ...pattern, match };
    },
  };
  const work = { clock, patterns, secrets: createQuickSecrets(), contact: 'secret contact', log: () => undefined };
  const server = fastify({ forceCloseConnections: true, rewriteUrl: ({ url }) => routeArk(url ?? '/') });
  server.decorate('site', PLAIN_SITE);
  server.setErrorHandler((error, asked, reply) => sendProblem(asked, reply, error));
  let statements = 0;
  const counting: ArkParts['store'] = {
    list: () => store.list(),
    read: (name, look) =>
      store.read(name, (minter) => {
        statements += 1;
        const count =
          <Arguments extends unknown[], Result>(read: (...given: Arguments) => Result) =>
          (...given: Arguments): Result => {
            statements += 1;
            return read(...given);
          };
        return look({
          ...minter,
          definition: minter.definition,
          bound: count(minter.bound),
          shortTexts: count(minter.shortTexts),
          element: count(minter.element),
        });
      }),
  };
  const list = async () => {
    statements += 1;
    return store.list();
  };
  const recollection = createRecollection(database.touches.follow());
  await vi.waitUntil(() => recollection.look() === 'current');
  const arks = {
    store: counting,
    minters: rememberMinters({ store: { list }, recollection }),
    patterns,
    targetElements: ['_t', 'myGoto', 'where'],
    isAlias: async () => false,
    publicUrl: PUBLIC_URL,
    forwardTo: undefined,
    resolver: undefined,
    answerAlias: undefined,
    ...settings,
  };
  registerArks(server, arks);
  registerArksInTime(server, arks, readArkRequest);
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const create = (given: Partial<MinterRequest> & { name: string }) =>
    addMinter(store, { naan: '13030', contact: 'secret contact', where: '', ...given }, work);
  return {
    create,
    async bind(name: string, id: string, values: Readonly<Record<string, string | Uint8Array>>) {
      for (const [element, value] of Object.entries(values)) {
        await store.change(name, (minter) =>
          bindElement(minter, work, { how: 'set', id, element, value: Buffer.from(value) }),
        );
      }
    },
    async mint(name: string, more: { isPeppered?: boolean } = {}): Promise<string> {
      const minted = await store.change(name, (minter) =>
        mintIdentifiers(minter, work, { count: 1, isPeppered: false, ...more }),
      );
      return minted?.ids[0] ?? '';
    },
    countStatements: () => statements,
    steps: () => steps,
    ask: (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
      new Promise<Answer>((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              location: response.headers.location,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        });
        asked.on('error', reject).end();
      }),
  };
};

/** Makes a clock that a test moves. */
const createStillClock = () => {
  const { wait } = createSystemClock();
  let now = 1_800_000_000_000_000n;
  return {
    wait,
    now: () => now,
    pass(microseconds: bigint) {
      now += microseconds;
    },
  };
};

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

describe.each(DATABASES)('ARKs over $name', ({ openMigrated }) => {
  /** Makes one minter that binds anything, with one identifier. */
  const openBound = async (
    values: Readonly<Record<string, string | Uint8Array>>,
    settings: Parameters<typeof open>[1] = {},
  ) => {
    const node = await open(await openMigrated(), settings);
    await node.create({ name: 'any' });
    await node.bind('any', '13030/x54', values);
    return node;
  };

  it.each([
    '/ark:/13030/x54',
    '/ark:13030/x54',
    '/ARK:/13030/x54',
    '/Ark%3A13030/x54',
    '/ark%3A%2F13030%2Fx54',
    '/ark:%2f13030%2fx54',
    '/ark:13030%2Fx54',
    '/ark:13030/x54/',
    '/ark:1-3030/x54.',
  ])('%s leads to its target', async (path) => {
    const { ask } = await openBound({ _t: TARGET });
    const answer = await ask(path);
    expect(answer).toMatchObject({ status: 302, location: TARGET, body: '' });
    expect(answer.headers['cache-control']).toBe('private, max-age=60');
    expect(await ask(path, {}, 'HEAD')).toMatchObject({ status: 302, location: TARGET, body: '' });
  });

  it('lead nowhere while they are reserved, and tell why they were withdrawn', async () => {
    const { ask, bind } = await openBound({ _t: TARGET, what: 'Rivers' });
    await bind('any', '13030/x54', { _status: 'reserved' });
    expect(await ask('/ark:13030/x54')).toMatchObject({ status: 404 });
    expect(await ask('/ark:13030/x54?info')).toMatchObject({ status: 404 });
    await bind('any', '13030/x54', { _status: 'unavailable', _reason: 'Given by mistake' });
    const answer = await ask('/ark:13030/x54/chap1');
    expect(answer).toMatchObject({ status: 410, location: undefined });
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'ark-withdrawn',
      detail: expect.stringContaining('mistake'),
    });
    expect((await ask('/ark:13030/x54?')).body).toContain('what: Rivers');
    expect((await ask('/ark:13030/x54?')).body).toContain('withdrawn: Given by mistake\n');
    expect((await ask('/ark:13030/x54?')).body).not.toContain(TARGET);
    await bind('any', '13030/x54', { _status: 'unavailable', _reason: '' });
    expect(await ask('/ark:13030/x54')).toMatchObject({ status: 410 });
    await bind('any', '13030/x54', { _status: 'public' });
    expect(await ask('/ark:13030/x54')).toMatchObject({ status: 302, location: TARGET });
  });

  it('promise what was bound to them, and give JSON by ?json', async () => {
    const { ask } = await openBound({ _t: TARGET, _policy: 'Kept until 2050' });
    const answer = await ask('/ark:13030/x54?json');
    expect(answer.headers['content-type']).toContain('application/json');
    expect(JSON.parse(answer.body)).toMatchObject({ persistence: { policy: 'Kept until 2050' } });
  });

  it('have NAANs and shoulders with records of their own', async () => {
    const { ask, create } = await open(await openMigrated());
    await create({ name: 'maps', template: 'm5.sddk', naan: '12345', naa: 'example.org', policy: 'Never reassigned' });
    await create({ name: 'theses', template: 't5.sddk', naan: '12345', naa: 'example.org' });
    for (const path of ['/ark:12345?info', '/ark:/12345/?', '/ark:12345??']) {
      const { status, body } = await ask(path);
      expect(status).toBe(200);
      expect(body).toContain('what: ark:12345\n');
      expect(body).toMatch(/where: \S+\/ark:12345\/m5\nwhere: \S+\/ark:12345\/t5\n/);
    }
    expect((await ask('/ark:12345/m5?info')).body).toContain('policy: Never reassigned');
    expect((await ask('/ark:12345/t5?json')).body).toContain('"what":"ark:12345/t5"');
    expect((await ask('/ark:12345/z5?info')).status).toBe(404);
    expect((await ask('/ark:99998?info')).status).toBe(400);
    expect((await ask('/ark:12345')).status).toBe(400);
  });

  it('are found with two statements once the minters are known', async () => {
    const { ask, countStatements } = await openBound({ _t: TARGET }, { clock: createStillClock() });
    await ask('/ark:13030/x54');
    const before = countStatements();
    await ask('/ark:13030/x54');
    expect(countStatements() - before).toBe(2);
    await ask('/ark:13030/x54/c3/s5.v7.xsl');
    expect(countStatements() - before).toBe(4);
  });

  it('are looked for in new minters at once', async () => {
    const { ask, bind, create } = await openBound({ _t: TARGET });
    expect((await ask('/ark:13030/x54/c')).location).toBe(`${TARGET}/c`);
    await create({ name: 'new' });
    await bind('new', '13030/x54/c', { _t: 'https://example.org/longer' });
    expect((await ask('/ark:13030/x54/c')).location).toBe('https://example.org/longer');
    await create({ name: 'newer', naan: '12345' });
    await bind('newer', '12345/x', { _t: TARGET });
    expect((await ask('/ark:12345/x')).location).toBe(TARGET);
    await create({ name: 'a' });
    await bind('a', '13030/x54/c', { _t: 'https://example.org/first' });
    expect((await ask('/ark:13030/x54/c')).location).toBe('https://example.org/first');
  });

  it('lead to the target of a time that is asked for, and list all that they had', async () => {
    const clock = createStillClock();
    const [first, second, third] = ['https://example.org/1', 'https://example.org/2', 'https://example.org/3'] as const;
    const { ask, bind } = await openBound({ _t: first }, { clock });
    const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000).toUTCString();
    clock.pass(60_000_000n);
    await bind('any', '13030/x54', { _t: 'https://example.org/mistake' });
    await bind('any', '13030/x54', { _t: second });
    clock.pass(60_000_000n);
    await bind('any', '13030/x54', { _t: second, other: 'no target' });
    clock.pass(60_000_000n);
    await bind('any', '13030/x54', { _t: third });
    const now = await ask('/ark:13030/x54/c?d');
    expect([now.location, now.headers['vary']]).toEqual([`${third}/c?d`, 'accept-datetime']);
    expect(now.headers['link']).toContain(`<${PUBLIC_URL}/timemap/ark:13030/x54/c?d>; rel="timemap"`);
    const locationAt = async (seconds: number) => {
      const gate = await ask('/ark:13030/x54/c?d', { 'accept-datetime': at(seconds) });
      const memento = await ask(gate.location?.replace(PUBLIC_URL, '') ?? '');
      return [gate.status, gate.headers['vary'], memento.location, memento.headers['memento-datetime']];
    };
    expect(await locationAt(-100)).toEqual([302, 'accept-datetime', `${first}/c?d`, at(0)]);
    expect(await locationAt(59)).toEqual([302, 'accept-datetime', `${first}/c?d`, at(0)]);
    expect(await locationAt(60)).toEqual([302, 'accept-datetime', `${second}/c?d`, at(60)]);
    expect(await locationAt(150)).toEqual([302, 'accept-datetime', `${second}/c?d`, at(60)]);
    expect(await locationAt(900)).toEqual([302, 'accept-datetime', `${third}/c?d`, at(180)]);
    const map = await ask('/timemap/ark:/13030/x54');
    expect(map.headers['content-type']).toBe('application/link-format');
    expect([...map.body.matchAll(/memento"; datetime="(.*?)"/g)].map(([, time]) => time)).toEqual([
      at(0),
      at(60),
      at(180),
    ]);
    expect((await ask('/memento/20270115080130/ark:13030/x54')).location).toBe(
      `${PUBLIC_URL}/memento/20270115080100/ark:13030/x54`,
    );
    expect((await ask('/ark:13030/x54', { 'accept-datetime': 'yesterday' })).status).toBe(400);
    for (const path of ['/timemap/ark:13030/none', '/memento/20270115080000/ark:13030/none']) {
      expect((await ask(path)).status).toBe(404);
    }
    for (const path of ['/timemap/', '/timemap/x', '/memento/2027/ark:13030/x54', '/memento/20270115080000/']) {
      expect((await ask(path)).status).toBe(400);
    }
  });

  it('tell nothing of their past while they lead nowhere', async () => {
    const { ask, bind } = await openBound({ _t: TARGET });
    await bind('any', '13030/x54', { _t: '0' });
    expect((await ask('/timemap/ark:13030/x54')).status).toBe((await ask('/ark:13030/x54')).status);
  });

  it('take the first element that is bound, and none that is empty', async () => {
    const { ask, bind } = await openBound({ myGoto: 'http://foo.example/' });
    expect((await ask('/ark:/13030/x54')).location).toBe('http://foo.example/');
    await bind('any', '13030/x54', { _t: '' });
    expect((await ask('/ark:/13030/x54')).location).toBe('http://foo.example/');
    await bind('any', '13030/x54', { _t: TARGET });
    expect((await ask('/ark:/13030/x54')).location).toBe(TARGET);
  });

  it('lead to the place of their record, unless it is words or the ARK itself', async () => {
    const { ask, bind } = await openBound({ where: TARGET });
    expect((await ask('/ark:13030/x54')).location).toBe(TARGET);
    expect((await ask('/ark:13030/x54?')).body).toContain(`where: ${TARGET}\n`);
    for (const where of ['Shelf 12', 'https://n2t.net/ark:/13030/x-54?info']) {
      await bind('any', '13030/x54', { where });
      expect(await ask('/ark:13030/x54')).toMatchObject({ status: 404, location: undefined });
      expect((await ask('/ark:13030/x54?')).body).not.toContain(where);
    }
    await bind('any', '13030/x54', { where: 'https://example.org/ark:/13030/other' });
    expect((await ask('/ark:13030/x54')).location).toBe('https://example.org/ark:/13030/other');
    await bind('any', ':idmap/^13030/ft', { where: 'https://example.org/$&' });
    expect((await ask('/ark:13030/ft9')).location).toMatch(/^https:\/\/example\.org\//);
  });

  it('look where the settings say', async () => {
    const { ask } = await openBound({ _t: TARGET, goto: '/col/a' }, { targetElements: ['goto'] });
    expect((await ask('/ark:/13030/x54')).location).toBe('/col/a');
  });

  it.each<[name: string, target: string | Uint8Array]>([
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['another host without a scheme', '//evil.example/'],
    ['a backslash', '/\\evil.example/'],
    ['another scheme', 'ftp://example.org/'],
    ['a header after it', 'https://example.org/\r\nSet-Cookie: a=b'],
    ['a second line', 'https://example.org/\nx'],
    ['more than a URL ever has', `https://example.org/${'x'.repeat(100_000)}`],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe)],
  ])('lead nowhere where the target is %s', async (_name, _t) => {
    const { ask } = await openBound({ _t, who: 'A' });
    for (const path of ['/ark:13030/x54', '/ark:13030/x54/c?a=b']) {
      const answer = await ask(path);
      expect(answer).toMatchObject({ status: 502, location: undefined });
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'ark-target-invalid', status: 502 });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await ask('/ark:13030/x54?')).body).toBe(
      'erc:\nwho: A\nwhat: (:unkn) unknown\nwhen: (:unkn) unknown\nwhere: https://node.example.org/ark:13030/x54\n',
    );
  });

  it('ignore hyphens, and find an identifier that has some as it was written', async () => {
    const { ask, bind } = await openBound({ _t: TARGET });
    for (const path of ['/ark:/13030/x-5-4', '/ark:/13030/x5%E2%80%904', '/ark:/13030/%78%35%2d4']) {
      expect([path, (await ask(path)).location]).toEqual([path, TARGET]);
    }
    await bind('any', '13030/x-54', { _t: 'https://example.org/hyphen' });
    expect((await ask('/ark:/13030/x-54')).location).toBe('https://example.org/hyphen');
    expect((await ask('/ark:/13030/x-5-4')).location).toBe(TARGET);
  });

  it('find identifiers that a URL cannot spell without escapes', async () => {
    const { ask, bind } = await openBound({});
    await bind('any', '13030/a b/é?', { _t: TARGET });
    expect((await ask('/ark:/13030/a%20b/%c3%a9%3F')).location).toBe(TARGET);
    expect((await ask('/ark:/13030/a%20b/%c3%a9%3F?')).body).toContain(
      'where: https://node.example.org/ark:13030/a%20b/%C3%A9%3F\n',
    );
    for (const path of ['/ark:13030/%00', '/ark:13030/%ff%', '/ark:13030/%ud800']) {
      expect(await ask(path)).toMatchObject({ status: 404, location: undefined });
    }
  });

  it('know upper from lower case, unless the minter has lower case only', async () => {
    const { ask, bind, create, mint } = await openBound({ _t: TARGET });
    expect(await ask('/ark:13030/X54')).toMatchObject({ status: 404 });
    await create({ name: 'low', template: 'fk.reeeek' });
    await create({ name: 'mixed', template: 'Q.rddd' });
    const low = await mint('low');
    const mixed = await mint('mixed');
    await bind('low', low, { _t: 'https://example.org/low' });
    await bind('mixed', mixed, { _t: 'https://example.org/mixed' });
    expect((await ask(`/ark:${low.toUpperCase()}`)).location).toBe('https://example.org/low');
    expect((await ask(`/ark:${low.toUpperCase()}/C3`)).location).toBe('https://example.org/low/C3');
    expect((await ask(`/ark:${mixed}`)).location).toBe('https://example.org/mixed');
    expect(await ask(`/ark:${mixed.toLowerCase()}`)).toMatchObject({ status: 404 });
  });

  it('pass on what follows the longest beginning that is bound, and the query', async () => {
    const { ask, bind } = await openBound({ _t: TARGET });
    await bind('any', '13030/x54/chap2', { _t: 'https://example.org/view?id=7' });
    for (const [path, location] of [
      ['/ark:/13030/x54/chap-1/fig%201.jpg', `${TARGET}/chap-1/fig%201.jpg`],
      ['/ark:/13030/x54.pdf', `${TARGET}.pdf`],
      ['/ark:/13030/x-54/chap1/', `${TARGET}/chap1/`],
      ['/ark:/13030/x54/chap2', 'https://example.org/view?id=7'],
      ['/ark:/13030/x54/chap2/fig1.jpg', 'https://example.org/view?id=7/fig1.jpg'],
      ['/ark:/13030/x54/chap22', `${TARGET}/chap22`],
      ['/ark:/13030/x54?a=b&c', `${TARGET}?a=b&c`],
      ['/ark:/13030/x54/chap2?a=b', 'https://example.org/view?id=7&a=b'],
      ['/ark:/13030/x54?information', `${TARGET}?information`],
    ] as const) {
      expect([path, (await ask(path)).location]).toEqual([path, location]);
    }
    expect(await ask('/ark:/13030/x541')).toMatchObject({ status: 404 });
    expect(await ask(`/ark:/13030/x54${'/a'.repeat(500)}`)).toMatchObject({ status: 302 });
  });

  it('never lead to another host by what follows', async () => {
    const { ask, bind } = await openBound({ _t: 'https://example.org' });
    expect((await ask('/ark:13030/x54.evil.example/')).location).toBe('https://example.org/.evil.example/');
    await bind('any', '13030/x54', { _t: '/' });
    expect((await ask('/ark:13030/x54//evil.example/')).location).toBe('/evil.example/');
    expect((await ask('/ark:13030/x54/\\evil.example/')).location).toBe('/%5Cevil.example/');
  });

  it('take at most 1,024 characters', async () => {
    const { ask, bind } = await openBound({});
    const longest = 'ark:13030/'.padEnd(1_024, 'x');
    await bind('any', longest.slice(4), { _t: TARGET });
    expect((await ask(`/${longest}`)).location).toBe(TARGET);
    const answer = await ask(`/${longest}x`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'ark-invalid', detail: expect.stringContaining('1024') });
  });

  it.each([
    '/ark:',
    '/ark:/',
    '/ark:13030',
    '/ark:13030/',
    '/ark:/13030/-',
    '/ark://13030/x54',
    '/ark:13%2E030/x54',
    '/ark:%2F13030%ff',
  ])('%s is none', async (path) => {
    const { ask } = await openBound({ _t: TARGET });
    expect(await ask(path)).toMatchObject({ status: 400, location: undefined });
  });

  it('are looked for in the minters with their NAAN, otherwise in those that bind anything, the longest first', async () => {
    const { ask, bind, create, mint } = await open(await openMigrated());
    await create({ name: 'b', template: 'f.rddd' });
    const id = await mint('b');
    await bind('b', id, { _t: 'https://example.org/b' });
    expect((await ask(`/ark:${id}/c`)).location).toBe('https://example.org/b/c');
    await bind('b', `${id}/c`, { _t: 'https://example.org/c' });
    await create({ name: 'a-none', naan: '' });
    await bind('a-none', `${id}/c/d`, { _t: 'https://example.org/not-its-own' });
    await bind('a-none', id, { _t: 'https://example.org/not-its-own' });
    await bind('a-none', '99999/fk4', { _t: 'https://example.org/other-naan' });
    // These minters are made after the first question. The node sees them as soon as it finds nothing without them, and
    // soon in any case.
    expect((await ask('/ark:99999/fk4')).location).toBe('https://example.org/other-naan');
    expect((await ask(`/ark:${id}`)).location).toBe('https://example.org/b');
    expect((await ask(`/ark:${id}/c/d`)).location).toBe('https://example.org/c/d');
    await create({ name: 'a', naan: '12345', template: 'f.rddd' });
    expect(await ask('/ark:12345/f000')).toMatchObject({ status: 404 });
  });

  it('know the NAAN of a minter in any case', async () => {
    const { ask, bind, create } = await open(await openMigrated());
    await create({ name: 'upper', naan: 'B5072' });
    await bind('upper', 'B5072/x', { _t: TARGET });
    for (const naan of ['B5072', 'b5072']) expect((await ask(`/ark:${naan}/x`)).location).toBe(TARGET);
  });

  it('follow rules where nothing is stored', async () => {
    const { ask, bind } = await openBound({ _t: TARGET });
    await bind('any', ':idmap/^13030/ft(.*)', { myGoto: 'https://example.org/ft/$1' });
    await bind('any', ':idmap/^13030/js', { _t: 'javascript:' });
    expect((await ask('/ark:/13030/ft89x/a-b.jpg?q')).location).toBe('https://example.org/ft/89x/a-b.jpg?q');
    expect((await ask('/ark:/13030/x54/ft')).location).toBe(`${TARGET}/ft`);
    expect(await ask('/ark:/13030/js1')).toMatchObject({ status: 502 });
    expect((await ask('/ark:/13030/ft89x?')).body).toContain(
      'where: https://node.example.org/ark:13030/ft89x\nwhere: https://example.org/ft/89x\n',
    );
    await bind('any', '13030/ft1', { _t: TARGET });
    expect((await ask('/ark:/13030/ft1')).location).toBe(TARGET);
  });

  it('are refused where the rules would take too many steps, however many rules there are', async () => {
    const { ask, bind, steps } = await openBound({ _t: TARGET });
    for (let number = 0; number < 30; number += 1) {
      await bind('any', `:idmap/^13030/ft.{0,300}x${number}$`, { _t: 'https://example.org/' });
    }
    await bind('any', ':idmap/^13030/zz', { myGoto: 'https://example.org/zz' });
    for (const inflection of ['', '?', '??']) {
      const start = steps();
      const long = await ask(`/ark:/13030/ft${'a'.repeat(900)}${inflection}`, { accept: '*/*' });
      expect(long.status).toBe(422);
      expect(JSON.parse(long.body)).toMatchObject({ code: 'rules-too-long' });
      expect(steps() - start).toBeLessThanOrEqual(1_000_000);
    }
    expect(steps()).toBeGreaterThan(0);
    expect((await ask('/ark:/13030/zz')).location).toBe('https://example.org/zz');
  });

  it('are led by the rules of one minter, whatever those of others would take', async () => {
    const { ask, bind, create } = await openBound({ _t: TARGET });
    await create({ name: 'b', template: 'f.rddd' });
    await create({ name: 'other-domain', naan: '' });
    await bind('b', ':idmap/^13030/legacy(.*)', { _t: 'https://example.org/$1' });
    await bind('other-domain', ':idmap/^99998/legacy(.*)', { _t: 'https://example.org/$1' });
    await create({ name: 'a-domain', naan: '' });
    for (let number = 0; number < 60; number += 1) {
      for (const minter of ['any', 'a-domain']) {
        await bind(minter, `:idmap/^9{${number + 1}}(a|b|c|d|e){300}$`, { _t: 'https://example.org/' });
      }
    }
    expect((await ask('/ark:13030/legacy17')).location).toBe('https://example.org/17');
    expect((await ask('/ark:99998/legacy17')).location).toBe('https://example.org/17');
    expect((await ask('/ark:99998/nothing')).status).toBe(404);
    const { status, body } = await ask(`/ark:13030/${'n'.repeat(900)}`);
    expect([status, JSON.parse(body).code]).toEqual([422, 'rules-too-long']);
  });

  it('that are not known are 404, as a page for browsers and a problem for programs', async () => {
    const { ask, create, mint } = await openBound({ _t: TARGET });
    const program = await ask('/ark:/13030/nothing', { accept: '*/*' });
    expect(program).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json; charset=utf-8', vary: 'accept, accept-language' },
    });
    expect(JSON.parse(program.body)).toMatchObject({
      code: 'ark-not-found',
      detail: expect.stringContaining('ark:13030/nothing'),
    });
    const browser = await ask('/ark:/13030/<script>', BROWSER);
    expect(browser).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(browser.body).not.toContain('<script>');
    for (const query of ['?', '??', '?info'])
      expect(await ask(`/ark:/13030/nothing${query}`)).toMatchObject({ status: 404 });
    await create({ name: 'f', template: 'f.rddd' });
    const id = await mint('f');
    const untargeted = await ask(`/ark:/${id}/c3`);
    expect(untargeted.status).toBe(404);
    expect(JSON.parse(untargeted.body)).toMatchObject({
      code: 'ark-without-target',
      detail: expect.stringContaining(`/ark:${id}?info`),
    });
    expect((await ask(`/ark:/${id}?`)).body).toContain(`where: https://node.example.org/ark:${id}\n`);
    expect(await ask('/ark:/13030/nothing', {}, 'POST')).toMatchObject({ status: 404 });
  });

  it('of other NAANs go where the settings say, as they were written', async () => {
    const none = await openBound({ _t: TARGET });
    expect(await none.ask('/ark:/12148/btv1b')).toMatchObject({ status: 404, location: undefined });
    const { ask } = await openBound({ _t: TARGET }, { forwardTo: 'https://n2t.net' });
    for (const [path, location] of [
      ['/ARK:/12148/btv-1B/f1.image', 'https://n2t.net/ark:12148/btv-1B/f1.image'],
      ['/ark:12148/btv1b?a=b', 'https://n2t.net/ark:12148/btv1b?a=b'],
      ['/ark:12148/btv1b?info', 'https://n2t.net/ark:12148/btv1b?info'],
      ['/ark:12148/btv1b?', 'https://n2t.net/ark:12148/btv1b?'],
      ['/ark:12148/btv1b??', 'https://n2t.net/ark:12148/btv1b??'],
    ] as const) {
      expect(await ask(path)).toMatchObject({
        status: 302,
        location,
        headers: { 'cache-control': 'private, max-age=60' },
      });
    }
    expect(await ask('/ark:13030/x55')).toMatchObject({ status: 404, location: undefined });
  });

  it('are described, briefly or with what is promised', async () => {
    const { ask, bind, create, mint } = await openBound({});
    await create({
      name: 'kept',
      template: 'k.rddd',
      term: 'long',
      naa: 'cdlib.org',
      subNaa: 'secret sub-authority',
      policy: 'Kept for ever.\nerc:\nwho: forged',
    });
    const peppered = await mint('kept', { isPeppered: true });
    const [id = '', pepper = ''] = peppered.split('!');
    await bind('kept', peppered, {
      _t: TARGET,
      'dc.creator': 'not this one',
      who: 'Gibbon, Edward\nwhere: https://evil.example/',
      title: 'Decline and Fall',
      date: '1781',
      secret: 'not shown',
    });
    const brief = `erc:
who: Gibbon, Edward
  where: https://evil.example/
what: Decline and Fall
when: 1781
where: https://node.example.org/ark:${id}
where: ${TARGET}
`;
    const full = `${brief}persistence:
naa: cdlib.org
term: long
properties: GRANI-E
policy: Kept for ever.
  erc:
  who: forged
`;
    for (const [query, body] of [
      ['?', brief],
      ['??', full],
      ['?info', full],
    ] as const) {
      for (const path of [`/ark:/${id}${query}`, `/ark:${id}/c3${query}`]) {
        expect(await ask(path, BROWSER)).toMatchObject({
          status: 200,
          body,
          headers: { 'content-type': 'text/plain; charset=utf-8', vary: 'accept' },
        });
      }
      expect(await ask(`/ark:/${id}${query}`, {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
    }
    const json = await ask(`/ark:/${id}?info`, { accept: 'application/json' });
    expect(json.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'accept' });
    expect(JSON.parse(json.body)).toEqual({
      erc: {
        who: 'Gibbon, Edward\nwhere: https://evil.example/',
        what: 'Decline and Fall',
        when: '1781',
        where: [`https://node.example.org/ark:${id}`, TARGET],
      },
      persistence: {
        naa: 'cdlib.org',
        term: 'long',
        properties: 'GRANI-E',
        policy: 'Kept for ever.\nerc:\nwho: forged',
      },
    });
    expect(JSON.parse((await ask(`/ark:/${id}?`, { accept: 'application/json' })).body)).not.toHaveProperty(
      'persistence',
    );
    expect(full + json.body).not.toMatch(new RegExp(`secret|${pepper}`));
  });

  it('say so where nothing is promised, and show targets on this node whole', async () => {
    const { ask, bind } = await openBound({ _t: '/col/a b' });
    await bind('any', '13030/x54', { _t: '/col/é' });
    expect((await ask('/ark:13030/x54??')).body).toBe(`erc:
who: (:unkn) unknown
what: (:unkn) unknown
when: (:unkn) unknown
where: https://node.example.org/ark:13030/x54
where: https://node.example.org/col/%C3%A9
persistence:
naa: (:unkn) unknown
term: medium
properties: G-----E
policy: (:none) no policy was stated
`);
  });

  it('that no minter knows are aliases, with modifiers, and in doubt while an Archive is silent', async () => {
    const asked: string[] = [];
    const outcomes: Readonly<Record<string, Resolution>> = {
      '/ark:54321/zz!': { kind: 'found', url: TARGET, isByLanguage: false, silent: [] } as unknown as Resolution,
      '/ark:54321/zz?info': { kind: 'uncertain', ibi: 'ark:54321/zz', silent: [], retryAfterSeconds: 30 },
      '/ark:13030/other': { kind: 'removed', ibi: 'example.org/a/2000/01.01.00.00', removals: [] },
    };
    const resolver: ResolverOperations = {
      recall: () => undefined,
      async resolve({ target }) {
        asked.push(target);
        return outcomes[target] ?? { kind: 'unknown', ibi: target, away: [] };
      },
    };
    const answerAlias = createAliasAnswers(
      {
        resolver,
        look: () => 'current' as const,
        trustedProxies: [],
        publicUrl: PUBLIC_URL,
        resolverUrl: PUBLIC_URL,
        larger: undefined,
        cacheControl: 'no-store',
        site: PLAIN_SITE,
      },
      { countResolution: () => undefined, countCopied: () => undefined },
    );
    const { ask } = await openBound({ _t: TARGET }, { answerAlias });
    expect(await ask('/ark:54321/zz!')).toMatchObject({ status: 302, location: TARGET });
    expect(await ask('/ark:54321/zz?info')).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
    expect(await ask('/ark:13030/other')).toMatchObject({ status: 410 });
    expect(JSON.parse((await ask('/ark:54321/x')).body)).toMatchObject({ status: 404, outcome: 'unknown' });
    expect(JSON.parse((await ask('/ark:13030/x')).body)).toMatchObject({ status: 404, code: 'ark-not-found' });
    const before = asked.length;
    expect(await ask('/ark:13030/x54')).toMatchObject({ status: 302, location: TARGET });
    expect(await ask('/ark:13030/x54?info')).toMatchObject({ status: 200 });
    expect(asked).toHaveLength(before);
  });

  it('are not called unknown where the data cannot be read', async () => {
    const database = await openMigrated();
    const { ask, create } = await open(database, { forwardTo: 'https://n2t.net' });
    await create({ name: 'any' });
    await database.transaction((session) => session.run('drop table noid_elements', []));
    for (const path of ['/ark:13030/x54', '/ark:13030/x54?info']) {
      const answer = await ask(path);
      expect(answer).toMatchObject({ status: 503, location: undefined });
      expect(answer.body).not.toContain('noid_elements');
    }
  });
});

describe('a node', () => {
  it('resolves ARKs as its settings say', async () => {
    const data = createTemporaryFolder();
    const port = String(await findFreePort());
    const flags = {
      data,
      port,
      'log-level': 'silent',
      'ark.target-elements': 'goto',
      'ark.forward-to': 'https://n2t.net/',
    };
    const settings = readSettings({ flags, environment: {}, file: {} });
    const node = await serveNode(settings);
    onTestFinished(() => node.close());
    const database = await openDatabase(settings);
    onTestFinished(() => database.close());
    const { create, bind } = await open(database);
    await create({ name: 'any' });
    await bind('any', '13030/x54', { goto: '/health', _t: TARGET });
    const ask = (path: string) => fetch(`${node.url}${path}`, { redirect: 'manual' });
    const found = await ask('/ARK:/13030/x-54');
    expect([found.status, found.headers.get('location')]).toEqual([302, '/health']);
    expect(found.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await (await fetch(`${node.url}/ark:13030/x54`)).json()).toMatchObject({ status: 'ok' });
    expect((await ask('/ark:12148/btv1b')).headers.get('location')).toBe('https://n2t.net/ark:12148/btv1b');
    expect(await (await ask('/ark:13030/x54?info')).text()).toContain(`where: ${node.url}/ark:13030/x54\n`);
    expect((await ask('/ark:13030/x55')).status).toBe(404);
    expect(await (await ask('/metrics')).text()).toContain('route="/ark"');
  });
});
