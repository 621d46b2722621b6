import { readFileSync } from 'node:fs';
import { request as startRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createSqlMinterStore } from '../../packages/server/src/adapters/sql/minters/sql-minter-store.ts';
import { createSqlApiKeys } from '../../packages/server/src/adapters/sql/node/sql-api-keys.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import { createMinterTools } from '../../packages/server/src/compose/commands/create-minter-tools.ts';
import type { Role } from '../../packages/server/src/ports/node/api-keys.ts';
import { createKeyRing } from '../../packages/server/src/services/keys/key-ring.ts';
import { registerNoidUrls } from '../../packages/server/src/transports/http/noid/noid-url-routes.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { send } from './client.ts';

interface Step {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly stdout: string;
  readonly exit: number;
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../vectors/noid/cli-url-resolver.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly { readonly name: string; readonly steps: readonly Step[] }[] };

const HEADER = 'Content-Type: text/plain\n\n';
const MEBIBYTE = 1_048_576;

interface Asked {
  readonly minter?: string;
  readonly as?: Role | 'nobody';
  /** The key, sent as the password of any user. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly method?: 'GET';
}

interface Answered {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** Sends one request whose query is not changed, as old clients do. */
const ask = (server: ApiServer, query: string | undefined, asked: Asked = {}): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { minter = 'kt5', as = 'depositor', body, headers } = asked;
    const { hostname, port } = new URL(server.url);
    const key = asked.key ?? (as === 'nobody' ? undefined : server.keys[as]);
    const request = startRequest({
      hostname,
      port,
      method: asked.method ?? 'POST',
      path: `/nd/noidu_${minter}${query === undefined ? '' : `?${query}`}`,
      headers: { ...(key !== undefined && { authorization: `Basic ${btoa(`jane:${key}`)}` }), ...headers },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString() }),
        reject,
      );
    });
    request.end(body);
  });

const withoutChance = (text: string): string => text.replace(/^(Circ: {2}[iqu]+)\|\d{14}\|[^|]*\|/gm, '$1|date|who|');

describe.each(DATABASES)('the URL interface of noid over $name', ({ openMigrated }) => {
  const start = async (
    minter: Record<string, unknown> = { template: 'kt.reeded' },
    {
      isReadingPublic = true,
      changesByGet = false,
    }: { readonly isReadingPublic?: boolean; readonly changesByGet?: boolean } = {},
  ): Promise<ApiServer> => {
    const database = await openMigrated();
    const tools = createMinterTools();
    const keys = createKeyRing({
      keys: createSqlApiKeys(database),
      clock: createSystemClock(),
      secrets: tools.secrets,
    });
    const server = await startApiServer({
      database,
      isReadingPublic,
      registerRoutes: (http) =>
        registerNoidUrls(http, { store: createSqlMinterStore(database), tools, keys, isReadingPublic, changesByGet }),
    });
    const created = await send(server, 'POST', '/minters', { as: 'admin', json: { name: 'kt5', ...minter } });
    expect(created.status).toBe(201);
    return server;
  };
  const statistics = async (server: ApiServer): Promise<Record<string, unknown>> =>
    (await send(server, 'GET', '/minters/kt5/statistics')).body;

  it('answers as the Perl program', async () => {
    const server = await start();
    const steps = cases.find(({ name }) => name === 'url mode')?.steps ?? [];
    const asked = steps.filter(({ argv, env, exit }) => argv[0] === 'noidu_kt5' && env !== undefined && exit === 0);
    expect(asked.length).toBeGreaterThan(15);
    for (const { env, stdin, stdout } of asked) {
      const { status, headers, text } = await ask(server, env?.['QUERY_STRING'], { body: stdin || undefined });
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
      expect(stdout.startsWith(HEADER)).toBe(true);
      expect(withoutChance(text), env?.['QUERY_STRING']).toBe(withoutChance(stdout.slice(HEADER.length)));
    }
  });

  it('writes down who asked', async () => {
    const server = await start();
    const [, id = ''] = /^id: (\S+)$/m.exec((await ask(server, 'mint+1')).text) ?? [];
    expect((await ask(server, `fetch+${id}`)).text).toMatch(
      new RegExp(`^id: {4}${id}\nCirc: {2}i\\|\\d{14}\\|the depositor@127\\.0\\.0\\.1\\|1\nnote: no elements`),
    );
    for (const as of ['nobody', 'reader'] as const) {
      for (const query of [`fetch+${id}`, '-']) {
        const { text } = await ask(server, query, { as, body: `fetch ${id}\n` });
        if (query !== '-') expect(text).toMatch(/^Circ: {2}i\|\d{14}\|\|1$/m);
        expect(text).not.toContain('127.0.0.1');
        expect(text).not.toContain('the depositor');
      }
    }
  });

  it('asks for a key where something changes, and for no other thing', async () => {
    const server = await start();
    const { text } = await ask(server, 'mint+1');
    const [, id = ''] = /^id: (\S+)$/m.exec(text) ?? [];
    const before = await statistics(server);
    const changes = [
      'mint+1',
      `bind+set+${id}+e+v`,
      `hold+set+${id}`,
      `queue+now+${id}`,
      'note+a+b',
      'dbinfo+dump',
      '-',
    ];
    for (const query of changes) {
      const open = await ask(server, query, { as: 'nobody', body: query === '-' ? 'mint 1\n' : undefined });
      expect(open.status, query).toBe(401);
      expect(open.headers['www-authenticate']).toBe('Basic realm="noid", charset="UTF-8"');
      expect(JSON.parse(open.text)).toMatchObject({ code: 'key-missing' });
      const wrong = await ask(server, query, { key: 'wrong' });
      expect({ status: wrong.status, challenge: wrong.headers['www-authenticate'] }).toEqual({
        status: 401,
        challenge: 'Basic realm="noid", charset="UTF-8"',
      });
      const reader = await ask(server, query, { as: 'reader' });
      expect({ status: reader.status, body: JSON.parse(reader.text) }).toMatchObject({
        status: 403,
        body: { code: 'role-missing' },
      });
    }
    expect(await statistics(server)).toEqual(before);
    for (const query of [
      `get+${id}`,
      `fetch+${id}`,
      `validate+-+${id}`,
      'stats',
      'hello',
      'help',
      '-v',
      '-h',
      undefined,
    ]) {
      for (const as of ['nobody', 'reader'] as const) expect((await ask(server, query, { as })).status).toBe(200);
    }
  });

  it('cannot be read without a key if reading is not public', async () => {
    const server = await start({}, { isReadingPublic: false });
    for (const query of ['get+1', 'stats', '-v', undefined]) {
      const { status, headers } = await ask(server, query, { as: 'nobody' });
      expect({ status, challenge: headers['www-authenticate'] }).toEqual({
        status: 401,
        challenge: 'Basic realm="noid", charset="UTF-8"',
      });
      expect((await ask(server, query, { as: 'reader' })).status).toBe(200);
    }
  });

  it('changes nothing for a page of another site', async () => {
    const server = await start();
    const site = (value: string) => ({ headers: { 'sec-fetch-site': value } });
    for (const body of [undefined, 'mint 1\n']) {
      const { status, text } = await ask(server, body === undefined ? 'mint+1' : '-', { ...site('cross-site'), body });
      expect({ status, body: JSON.parse(text) }).toMatchObject({ status: 403, body: { code: 'role-missing' } });
    }
    expect((await statistics(server))['mints']).toBe(0);
    expect((await ask(server, 'get+x', site('cross-site'))).status).toBe(200);
    expect((await ask(server, 'mint+1', site('none'))).status).toBe(200);
    expect((await ask(server, 'mint+1', site('same-origin'))).status).toBe(200);
  });

  it('changes nothing by GET, which pages elsewhere can cause, and reads as before', async () => {
    const server = await start();
    for (const query of ['mint+1', 'bind+set+x+e+v', '-']) {
      const { status, headers, text } = await ask(server, query, { method: 'GET' });
      expect({ status, allow: headers['allow'], code: JSON.parse(text).code }).toEqual({
        status: 405,
        allow: 'POST',
        code: 'method-not-allowed',
      });
    }
    expect((await statistics(server))['mints']).toBe(0);
    expect((await ask(server, 'stats', { method: 'GET', as: 'nobody' })).status).toBe(200);
    const old = await start({ template: '.zd' }, { changesByGet: true });
    expect((await ask(old, 'mint+1', { method: 'GET' })).text).toBe('id: 0\n\n');
  });

  it('changes nothing that a page of another site posts', async () => {
    const server = await start();
    const { host } = new URL(server.url);
    for (const origin of ['http://evil.example.org', 'null', `http://${host}0`, 'x']) {
      const { status, text } = await ask(server, 'mint+1', { headers: { origin } });
      expect({ status, code: JSON.parse(text).code }).toEqual({ status: 403, code: 'role-missing' });
    }
    expect((await statistics(server))['mints']).toBe(0);
    expect((await ask(server, 'mint+1', { headers: { origin: `http://${host}` } })).status).toBe(200);
  });

  it('takes many commands in what is posted, whatever stands among them', async () => {
    const server = await start({ template: '.zd' });
    const lines = [
      'mint 2',
      'bind set 0 e "a b"',
      'frobnicate',
      'get a\0b e',
      'hold set a\0b',
      'queue now a\0b',
      'bind set 1 e\0 v',
      'path \xff',
      'get \xff',
      'bind set 1 :',
      'x: first',
      'y: second',
      '',
      'mint 1 e v',
      'get 0 e',
      'get 1',
      'mint 1',
    ];
    const { status, text } = await ask(server, '-', { body: Buffer.from(lines.join('\n'), 'latin1') });
    expect(status).toBe(200);
    expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(['0', '1', '2', '3']);
    expect(text).toContain('error: no such command: frobnicate');
    expect(text.match(/error: the identifier has a character that cannot be kept/g)).toHaveLength(3);
    expect(text.match(/error: the element has a character that cannot be kept/g)).toHaveLength(1);
    expect(text.match(/identifiers and element names are UTF-8 text/g)).toHaveLength(2);
    expect(text).toContain('\na b\nfirst\nsecond\n');
    expect(await statistics(server)).toMatchObject({ mints: 4, held: 0, queued: 0 });
  });

  it('takes everything posted after ":-" as one value', async () => {
    const server = await start({ template: '.zd' });
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));
    const { text } = await ask(server, 'bind+set+5+:-', {
      body: Buffer.concat([Buffer.from('e: '), bytes, Buffer.from('\n')]),
    });
    expect(text).toContain('ok, 100001 bytes written');
    const { body } = await send<{ base64: string }>(server, 'GET', '/minters/kt5/ids/5/bindings/e');
    expect(Buffer.from(body.base64, 'base64').equals(Buffer.concat([bytes, Buffer.from('\n')]))).toBe(true);
  });

  it('mints a hundred thousand at once, and no more', async () => {
    const server = await start({ template: '.zd' });
    const refused = await ask(server, 'mint+1000000');
    expect(refused.status).toBe(200);
    expect(refused.text).toContain('Argument error: expected at most 100000, got "1000000"');
    expect((await ask(server, 'mint+99999999999999999999')).text).toContain('expected at most 100000');
    expect((await statistics(server))['mints']).toBe(0);
    const { text } = await ask(server, 'mint+100000');
    expect(text.split('\n')).toHaveLength(100_002);
    expect((await statistics(server))['mints']).toBe(100_000);
  });

  it.each(['dbcreate+.rd', 'policy+none', 'policy', 'export', 'import', '-f+x+mint+1'])(
    'does not do what only the command line can: %s',
    async (query) => {
      const server = await start();
      const { status, text } = await ask(server, query, { as: 'admin' });
      expect(status).toBe(200);
      expect(text).toMatch(/^error: (?:command "\w+" not allowed in URL interface|no such command: -f )/);
      const posted = await ask(server, '-', { body: `mint 1\n${query.replaceAll('+', ' ')}\nmint 1\n` });
      expect(posted.text.match(/^id: /gm)).toHaveLength(2);
    },
  );

  it('knows only minters that there are', async () => {
    const server = await start();
    for (const minter of ['other', 'KT5', 'kt5.', 'x'.repeat(90), '']) {
      for (const query of ['mint+1', 'get+x']) {
        const { status, text } = await ask(server, query, { minter });
        expect(status, minter).toBe(404);
        expect(JSON.parse(text)).toMatchObject({ code: minter === 'other' ? 'minter-not-found' : 'address-unknown' });
      }
    }
  });

  it('refuses more than 64 MiB of commands', async () => {
    const server = await start();
    const body = Buffer.alloc(64 * MEBIBYTE + 1, 'x');
    body.write('mint 1\n');
    const { status, text } = await ask(server, '-', { body });
    expect({ status, body: JSON.parse(text) }).toMatchObject({ status: 413, body: { code: 'request-too-large' } });
    expect((await statistics(server))['mints']).toBe(0);
    // A client that does not announce the length of its body is cut off when it is too long; the commands before are
    // done.
    await expect(ask(server, '-', { body, headers: { 'transfer-encoding': 'chunked' } })).rejects.toThrow();
    expect((await statistics(server))['mints']).toBe(1);
  });
});
