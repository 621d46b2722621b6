import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Finished, runPerene } from '../fixtures/run-command.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const SERVICE = 'dpi.inpe.br/banon/1999/01.09.22.14';
const KEY = '1234567890';
const MAIL = `From: Gerald <banon@dpi.inpe.br>
Subject: Solicitação de cadastro de um novo Arquivo

IBI do serviço de Arquivo:
archiveserviceibi = sid.inpe.br/mtc-m21/2012/06.05.15.34.39

Chave de cadastro:
registrationkey = 12345678901234567890
`;

interface Place {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<unknown>;
}

const openFolder = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-cli-'));
  return { folder, environment: {}, close: async () => rmSync(folder, { recursive: true }) };
};

const keyOf = (folder: string): string => readFileSync(join(folder, 'perene-data', 'administrator.key'), 'utf8').trim();

/** The command line has only the address and the key. */
const openNode = async (): Promise<Place> => {
  const data = await openFolder();
  const here = await openFolder();
  const node = await startPerene(data.folder);
  return {
    folder: here.folder,
    environment: { PERENE_SERVER: node.url, PERENE_KEY: keyOf(data.folder) },
    async close() {
      await node.stop();
      await Promise.all([data.close(), here.close()]);
    },
  };
};

describe.each([
  ['a data folder', openFolder],
  ['a running node', openNode],
])('perene resolver on %s', (_what, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place.close());

  const run = (...words: readonly string[]): Promise<Finished> =>
    runPerene(['resolver', ...words], { cwd: place.folder, environment: place.environment });

  const json = async (...words: readonly string[]) => {
    const { status, stdout, stderr } = await run('--json', ...words);
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };

  it('registers by label and key, and by e-mail', async () => {
    const made = await json('register', SERVICE, '--registration-key', KEY, '--email', 'banon@dpi.inpe.br');
    expect(made).toMatchObject({ service: SERVICE, state: 'registered', administratorEmail: 'banon@dpi.inpe.br' });
    writeFileSync(join(place.folder, 'request.eml'), MAIL);
    const { status, stdout } = await run('register', '--from-mail', 'request.eml');
    expect(status).toBe(0);
    expect(stdout).toMatch(/service +sid\.inpe\.br\/mtc-m21\/2012\/06\.05\.15\.34\.39\nstate +registered\n/);
    expect(stdout).toMatch(/e-mail +banon@dpi\.inpe\.br\n/);
    expect(stdout).not.toContain('1234567890');
  });

  it('lists Archives for people and programs', async () => {
    const all: readonly { service: string; state: string }[] = await json('archives');
    expect(all).toEqual(expect.arrayContaining([expect.objectContaining({ service: SERVICE, state: 'registered' })]));
    const { stdout } = await run('archives');
    expect(stdout).toMatch(/^\d +dpi\.inpe\.br\/banon\/1999\/01\.09\.22\.14 +registered +- /m);
    expect(await json('alerts')).toEqual([]);
    expect(await run('alerts')).toMatchObject({ status: 0, stdout: '' });
  });

  it('revokes and approves', async () => {
    expect(await json('revoke', SERVICE)).toMatchObject({ state: 'revoked' });
    expect(await json('approve', SERVICE)).toMatchObject({ state: 'registered', mail: 'none' });
    expect(await run('revoke', SERVICE)).toMatchObject({ status: 0, stdout: expect.stringMatching(/state +revoked/) });
  });

  it.each([
    [['approve', 'example.org/a/2026/01.01.00.00'], 1, /no Archive example\.org.* \(archive-not-found\)/],
    [['revoke', 'nothing'], 2, /label-invalid/],
    [['register', SERVICE, '--registration-key', '123'], 2, /expected 10 to 64 digits \(registration-invalid\)/],
    [['register', SERVICE, '--registration-key', KEY, '--email', 'x'], 2, /registration-invalid/],
    [['register', SERVICE], 2, /give a label and --registration-key, or --from-mail/],
    [['register', SERVICE, '--from-mail', 'request.eml'], 2, /leave the others out/],
    [['register', '--from-mail', 'nowhere.eml'], 2, /cannot read nowhere\.eml/],
  ])('refuses %j in one line', async (words, status, message) => {
    const finished = await run(...words);
    expect(finished).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(message) });
    expect(finished.stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('perene archive', () => {
  it('writes the e-mail of Example 7.1', async () => {
    const cwd = createTemporaryFolder();
    const words = ['archive', 'request', '--archive-service', SERVICE, '--archive-registration-key', KEY];
    const { stdout, status } = await runPerene(words, { cwd });
    expect(status).toBe(0);
    expect(stdout).toBe(`Subject: Solicitação de cadastro de um novo Arquivo

IBI do serviço de Arquivo:
archiveserviceibi = dpi.inpe.br/banon/1999/01.09.22.14

Chave de cadastro:
registrationkey = 1234567890
`);
    const { subject, text } = JSON.parse((await runPerene([...words, '--json'], { cwd })).stdout);
    expect(`Subject: ${subject}\n\n${text}`).toBe(stdout);
  });

  it.each([
    [['request'], 2, /choose a key of 10 digits or more/],
    [['request', '--send', '--archive-registration-key', KEY], 2, /which resolver\?/],
    [['include'], 2, /which resolver\?/],
    [['include', '--archive-resolver', 'http://localhost:9'], 2, /needs --archive-registration-key/],
    [['status', '--server', 'http://localhost:9'], 2, /acts on a data folder/],
    [['request', '--archive-registration-key', '12345x'], 2, /--archive-registration-key: what is given is wrong/],
  ])('refuses %j in one line', async (words, status, message) => {
    const finished = await runPerene(['archive', ...words], { cwd: createTemporaryFolder() });
    expect(finished).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('tells that a resolver is away', async () => {
    const cwd = createTemporaryFolder();
    const environment = joiningOf('http://localhost:9');
    const run = (...words: readonly string[]) => runPerene(['archive', ...words], { cwd, environment });
    expect(await run('status')).toMatchObject({ status: 0, stdout: expect.stringMatching(/state +never asked/) });
    const included = await run('include');
    expect(included).toMatchObject({ status: 1, stderr: expect.stringMatching(/peer-unreachable/) });
    expect(included.stderr).not.toContain(KEY);
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({
      resolver: 'http://localhost:9',
      state: { kind: 'unreachable' },
    });
  });
});

const joiningOf = (resolver: string): Readonly<Record<string, string>> => ({
  PERENE_ARCHIVE_RESOLVER: resolver,
  PERENE_ARCHIVE_REGISTRATION_KEY: KEY,
  PERENE_ARCHIVE_ADMINISTRATOR_EMAIL: 'ana@example.org',
});

const flagsOf = (resolver: string): readonly string[] => [
  ...['--archive-resolver', resolver, '--archive-registration-key', KEY],
  ...['--archive-administrator-email', 'ana@example.org', '--log-level', 'info'],
];

const stopWithTest = (node: RunningNode): RunningNode => {
  onTestFinished(async () => {
    await node.stop();
  });
  return node;
};

describe('two nodes', () => {
  const openResolver = async () => {
    const folder = createTemporaryFolder();
    const node = stopWithTest(await startPerene(folder));
    const environment = { PERENE_SERVER: node.url, PERENE_KEY: keyOf(folder) };
    const run = async (...words: readonly string[]) =>
      JSON.parse((await runPerene(['resolver', '--json', ...words], { cwd: folder, environment })).stdout);
    const find = async (service: string) =>
      ((await run('archives')) as readonly { service: string; state: string; address: string }[]).find(
        (archive) => archive.service === service,
      );
    return { node, run, find };
  };

  it.each([
    ['one process', []],
    ['two workers', ['--workers', '2']],
  ])('join each other by request, approval, start and stop: %s', async (_what, workers) => {
    const resolver = await openResolver();
    const folder = createTemporaryFolder();
    const environment = joiningOf(resolver.node.url);
    const archive = async (...words: readonly string[]) =>
      JSON.parse((await runPerene(['archive', '--json', ...words], { cwd: folder, environment })).stdout);
    const { service, state } = await archive('request', '--send');
    expect(state).toBe('requested');
    const first = stopWithTest(await startPerene(folder, { flags: [...flagsOf(resolver.node.url), ...workers] }));
    await expect
      .poll(async () => (await archive('status')).state, { timeout: 30_000, interval: 300 })
      .toMatchObject({ kind: 'refused', reason: 'the registration has not been approved yet' });
    expect(await resolver.run('approve', service)).toMatchObject({ state: 'registered' });
    await expect
      .poll(async () => await resolver.find(service), { timeout: 60_000, interval: 300 })
      .toMatchObject({ state: 'included', confirmed: true, address: first.url.slice('http://'.length) });
    expect(await archive('status')).toMatchObject({ state: { kind: 'included', confirmed: true } });
    expect(await first.stop()).toBe(0);
    expect(await resolver.find(service)).toMatchObject({ state: 'excluded' });
    expect(first.printed().match(/"kind":"included"/g)).toHaveLength(1);
    expect(first.printed()).not.toContain(KEY);
    // It comes back elsewhere.
    const second = stopWithTest(await startPerene(folder, { flags: flagsOf(resolver.node.url) }));
    await expect
      .poll(async () => await resolver.find(service), { timeout: 60_000, interval: 300 })
      .toMatchObject({ state: 'included', address: second.url.slice('http://'.length) });
    expect(resolver.node.printed()).not.toContain(KEY);
  });
});
