import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { administratorKey, PLACES, type Place } from '../fixtures/places.ts';
import type { Finished } from '../fixtures/run-command.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';
import { serveInProcess } from '../fixtures/serve-in-process.ts';
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

describe.each(PLACES)('perene resolver on %s', (_what, open) => {
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
    [['register', SERVICE, '--registration-key', '123'], 2, /expected 10 to 256 digits \(registration-invalid\)/],
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
  it('writes an e-mail with the text of Example 7.1, which a resolver reads', async () => {
    const cwd = createTemporaryFolder();
    const words = ['archive', 'request', '--archive-service', SERVICE, '--archive-registration-key', KEY];
    const { stdout, status } = await runPerene([...words, '--archive-administrator-email', 'ana@example.org'], { cwd });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Subject: =\?UTF-8\?Q\?Solicita=C3=A7=C3=A3o/m);
    expect(stdout).toMatch(/^From: ana@example\.org$/m);
    expect(stdout).toMatch(/^MIME-Version: 1\.0$/m);
    writeFileSync(join(cwd, 'printed.eml'), stdout);
    const registered = await runPerene(['resolver', 'register', '--json', '--from-mail', 'printed.eml'], { cwd });
    expect(JSON.parse(registered.stdout)).toMatchObject({ service: SERVICE, administratorEmail: 'ana@example.org' });
  });

  it.each([
    [['--to', 'banon@dpi.inpe.br'], 'banon@dpi.inpe.br'],
    [['--archive-resolver', 'http://urlib.net', '--archive-administrator-email', 'a@b.org'], 'postmaster@urlib.net'],
  ])('addresses it: %j', async (words, to) => {
    const request = ['archive', 'request', '--archive-service', SERVICE, '--archive-registration-key', KEY, ...words];
    const cwd = createTemporaryFolder();
    expect((await runPerene(request, { cwd })).stdout).toMatch(new RegExp(`^To: ${to}$`, 'm'));
    expect(JSON.parse((await runPerene([...request, '--json'], { cwd })).stdout)).toMatchObject({
      to,
      subject: 'Solicitação de cadastro de um novo Arquivo',
      text: `IBI do serviço de Arquivo:
archiveserviceibi = dpi.inpe.br/banon/1999/01.09.22.14

Chave de cadastro:
registrationkey = 1234567890
`,
    });
  });

  it.each([
    [['request'], 2, /a key of 10 digits or more, which is not given/],
    [
      ['request', '--send', '--archive-registration-key', KEY],
      2,
      /no resolver is named; give its address as --archive-resolver/,
    ],
    [['include'], 2, /no resolver is named; give its address as --archive-resolver/],
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
  ...['--archive-administrator-email', 'ana@example.org'],
];

const stopWithTest = <Node extends Pick<RunningNode, 'stop'>>(node: Node): Node => {
  onTestFinished(async () => {
    await node.stop();
  });
  return node;
};

describe('two nodes', () => {
  const openResolver = async () => {
    const folder = createTemporaryFolder();
    const node = stopWithTest(await startPerene(folder));
    const environment = { PERENE_SERVER: node.url, PERENE_KEY: administratorKey(folder) };
    const run = async (...words: readonly string[]) =>
      JSON.parse((await runPerene(['resolver', '--json', ...words], { cwd: folder, environment })).stdout);
    const find = async (service: string) =>
      ((await run('archives')) as readonly { service: string; state: string; address: string }[]).find(
        (archive) => archive.service === service,
      );
    return { node, run, find };
  };

  it.each([
    ['one process', [], {}],
    ['two workers', ['--workers', '2'], {}],
    ['a service known by an IBIp', [], { PERENE_ARCHIVE_SERVICE: 'LK47B6W/362SFKH' }],
  ])('join each other by request, approval, start and stop: %s', async (_what, workers, chosen) => {
    const resolver = await openResolver();
    const folder = createTemporaryFolder();
    const environment = { ...joiningOf(resolver.node.url), ...chosen };
    const archive = async (...words: readonly string[]) =>
      JSON.parse((await runPerene(['archive', '--json', ...words], { cwd: folder, environment })).stdout);
    const { service, state } = await archive('request', '--send');
    expect(state).toBe('requested');
    const flags = [...flagsOf(resolver.node.url), '--log-level', 'info', ...workers];
    const first = stopWithTest(await startPerene(folder, { flags }));
    await expect
      .poll(async () => (await archive('status')).state, { interval: 300 })
      .toMatchObject({ kind: 'refused', why: { detail: 'the registration has not been approved yet' } });
    expect(await resolver.run('approve', service)).toMatchObject({ state: 'registered' });
    await expect
      .poll(async () => await resolver.find(service), { interval: 300 })
      .toMatchObject({ state: 'included', confirmed: true, address: first.url.slice('http://'.length) });
    // The Archive notes it once it has read the resolver's answer, a moment later.
    await expect
      .poll(async () => (await archive('status')).state, { interval: 300 })
      .toMatchObject({ kind: 'included', confirmed: true });
    expect(await first.stop()).toBe(0);
    expect(await resolver.find(service)).toMatchObject({ state: 'excluded' });
    expect(first.printed().match(/"kind":"included"/g)).toHaveLength(1);
    expect(first.printed()).not.toContain(KEY);
    // The Archive comes back at another address.
    const second = stopWithTest(await serveInProcess(folder, { flags: flagsOf(resolver.node.url) }));
    await expect
      .poll(async () => await resolver.find(service), { interval: 300 })
      .toMatchObject({ state: 'included', address: second.url.slice('http://'.length) });
    expect(resolver.node.printed()).not.toContain(KEY);
  });
});
