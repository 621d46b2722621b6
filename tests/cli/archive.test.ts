import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administratorKey, openNode, PLACES, type Place } from '../fixtures/places.ts';
import { type Finished, runPerene } from '../fixtures/run-command.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const MEBIBYTE = 1_048_576;

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

describe.each(PLACES)('the Archive of %s', (_what, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place.close());

  const run = (...words: readonly string[]): Promise<Finished> =>
    runInProcess(words, { cwd: place.folder, environment: place.environment });

  const json = async (...words: readonly string[]) => {
    const { status, stdout, stderr } = await run('--json', ...words);
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };

  const write = (path: string, content = path): string => {
    mkdirSync(join(place.folder, path, '..'), { recursive: true });
    writeFileSync(join(place.folder, path), content);
    return path;
  };

  const refused = async (status: number, code: string, ...words: readonly string[]): Promise<string> => {
    const answer = await run(...words);
    expect(answer).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(/^perene: [^\n]+\n$/) });
    expect(answer.stderr).toContain(code);
    return answer.stderr;
  };

  it('takes files and folders, and answers what programs rely on', async () => {
    write('report.txt', 'hello');
    write('site/index.html', '<!doctype html><title>x</title>');
    write('site/imagens/açaí 1.txt', 'ç');
    write('site/.DS_Store');
    const metadata = write('site.json', JSON.stringify({ title: 'Old title', subject: ['floresta', 'água'] }));
    const { status, stdout, stderr } = await run(
      ...['deposit', 'report.txt', 'site', '--json', '--metadata', metadata, '--title', 'Um sítio'],
      ...['--creator', 'Lima, Ana', '--creator', 'Sá, Rui', '--language', 'PT-br', '--target', 'report.txt'],
    );
    expect(stderr).toContain('perene: hidden files are left out: site/.DS_Store\n');
    expect(status).toBe(0);
    const receipt = JSON.parse(stdout);
    expect(receipt).toEqual({
      repository: expect.stringMatching(/^localhost\/perene\.\d+\/\d{4}\/[\d.]+$/),
      ibip: expect.stringMatching(/^LK47B6W\w+\/\w+$/),
      persistentUrl: expect.stringMatching(/^http:\/\/localhost:\d+\/LK47B6W\w+\/\w+$/),
      metadata: { repository: expect.stringMatching(/^localhost\/perene\.\d+\/\d{4}\/[\d.]+$/) },
      files: expect.any(Array),
    });
    expect(
      receipt.files.toSorted((one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1)),
    ).toEqual([
      { path: 'imagens/açaí 1.txt', bytes: 2, sha256: sha256('ç'), mediaType: expect.stringMatching(/^text\/plain/) },
      { path: 'index.html', bytes: 31, sha256: expect.any(String), mediaType: expect.stringMatching(/^text\/html/) },
      { path: 'report.txt', bytes: 5, sha256: sha256('hello'), mediaType: expect.stringMatching(/^text\/plain/) },
    ]);

    const shown = await json('item', 'show', receipt.ibip.toLowerCase());
    expect(shown).toMatchObject({
      repository: receipt.repository,
      title: 'Um sítio',
      creators: ['Lima, Ana', 'Sá, Rui'],
      language: 'pt-BR',
      target: 'report.txt',
      state: 'Original',
      metadata: { fields: { subject: [{ value: 'floresta' }, { value: 'água' }] } },
    });
    expect(await json('item', 'show', receipt.persistentUrl)).toEqual(shown);
    expect(await json('item', 'files', `ibi/${receipt.repository}`)).toEqual(shown.files);
    const page = await json('search', 'floresta', 'sitio');
    expect(page.items).toEqual([expect.objectContaining({ repository: receipt.repository, title: 'Um sítio' })]);
    const history = await json('item', 'history', receipt.repository);
    expect(history.entries).toEqual([expect.objectContaining({ who: expect.any(String), at: expect.any(String) })]);
  });

  it('takes what a citation needs from flags', async () => {
    const described = ['--title', 'Marsh', '--creator', 'Prado, Helena', '--subject', 'birds', '--subject', 'water'];
    const published = ['--date', '2025-03', '--rights', 'CC-BY-4.0', '--type', 'Report', '--publisher', 'Heron House'];
    const { ibip } = await json('deposit', write('flags.txt'), ...described, ...published);
    const { metadata } = await json('item', 'edit', ibip, '--date', '2025-04');
    const fields = { subject: ['birds', 'water'], date: ['2025-04'], rights: ['CC-BY-4.0'], type: ['Report'] };
    for (const [field, values] of Object.entries({ ...fields, publisher: ['Heron House'] })) {
      expect(metadata.fields[field].map(({ value }: { value: string }) => value)).toEqual(values);
    }
    expect(await run('deposit', write('flags.txt'), '--date', 'last year')).toMatchObject({ status: 2 });
  });

  it('prints the same in words for people', async () => {
    write('words.txt', 'twelve bytes');
    const deposited = await run('deposit', 'words.txt', '--title', 'In words', '--creator', 'Lima, Ana');
    expect(deposited.status).toBe(0);
    expect(deposited.stdout).toMatch(
      /^repository name {2}localhost\/\S+\nIBIp {13}LK47B6W\S+\npersistent URL {3}http:\S+\ndescribed by {5}localhost\/\S+\nfiles {12}1 \(12 bytes\)\n$/,
    );
    const [, label = ''] = /IBIp +(\S+)/.exec(deposited.stdout) ?? [];
    const { stdout } = await run('item', 'show', label);
    expect(stdout).toMatch(/^title {12}In words$/m);
    expect(stdout).toMatch(/^state {12}Original$/m);
    expect(stdout).toMatch(/^readers {10}everyone$/m);
    expect(stdout).toMatch(/^creator {2}Lima, Ana$/m);
    expect(stdout).toContain(`${sha256('twelve bytes')}  12  text/plain`);
    expect((await run('item', 'files', label)).stdout).toMatch(
      /^[0-9a-f]{64} {2}12 {2}text\/plain\S*.* {2}words\.txt\n$/,
    );
    expect((await run('item', 'list')).stdout).toMatch(
      new RegExp(`^localhost/\\S+ +${label} +\\d{4}-\\d\\d-\\d\\d +In words \\(Lima, Ana\\)$`, 'm'),
    );
    expect((await run('item', 'history', label)).stdout).toMatch(
      /^\d{4}-\d\d-\d\dT\S+Z {2}Deposited {2}\S.*\n {2}One file: words\.txt\n$/,
    );
  });

  it('lists page by page', async () => {
    for (const name of ['one', 'two', 'three']) await json('deposit', write(`${name}.txt`), '--title', `page ${name}`);
    const first = await json('search', 'page', '--limit', '2');
    expect(first.items.map(({ title }: { title: string }) => title)).toEqual(['page three', 'page two']);
    const rest = await json('search', 'page', '--limit', '2', '--cursor', first.next);
    expect(rest.items.map(({ title }: { title: string }) => title)).toEqual(['page one']);
    expect(rest).not.toHaveProperty('next');
    expect((await run('item', 'list', '--limit', '1')).stderr).toMatch(/^perene: there is more: add --cursor \S+\n$/);
    expect(await run('search', 'nowhere-to-be-found')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'perene: there is no such item\n',
    });
    const { status, stdout } = await run('search', 'nowhere-to-be-found', '--json');
    expect([status, JSON.parse(stdout)]).toEqual([1, { items: [] }]);
  });

  it('says in JSON why it did nothing, where JSON is asked for', async () => {
    const failed = async (...words: readonly string[]) => {
      const { status, stdout, stderr } = await run(...words, '--json');
      expect([stdout, stderr.match(/\n/g)]).toEqual(['', ['\n']]);
      return { status, ...JSON.parse(stderr) };
    };
    const label = 'localhost/perene.8080/2001/01.01.00.00.00';
    expect(await failed('item', 'show', label)).toEqual({
      status: 1,
      detail: expect.stringContaining(label),
      code: 'item-not-found',
      parameters: expect.objectContaining({ label }),
    });
    expect(await failed('item', 'edit', label)).toEqual({ status: 2, detail: expect.stringContaining('say what') });
    expect(await failed('no-such-command')).toEqual({
      status: 2,
      detail: expect.stringMatching(/^unknown command.*--help/),
    });
  });

  it('changes what is said of an item, field by field', async () => {
    const { repository } = await json('deposit', write('edit.txt'), '--title', 'Before', '--creator', 'Lima, Ana');
    const metadata = write('edit.json', JSON.stringify({ creator: null, subject: 'mar' }));
    const edit = (...words: readonly string[]) => json('item', 'edit', repository, ...words);
    expect(await edit('--title', 'After', '--language', 'en', '--metadata', metadata)).toMatchObject({
      title: 'After',
      creators: [],
      language: 'en',
      metadata: { fields: { subject: [{ value: 'mar' }] } },
      access: { fileList: 'open' },
    });
    const networks = ['192.0.2.0/24', '2001:db8::/32'];
    expect(await edit('--readers-in', '192.0.2.0/24', '--readers-in', '2001:db8::/32')).toMatchObject({
      access: { networks, fileList: 'open' },
    });
    expect(await edit('--file-list', 'closed')).toMatchObject({ access: { networks, fileList: 'closed' } });
    expect((await edit('--everyone')).access).toEqual({ fileList: 'closed' });
    const { ibips } = await edit('--add-ibip', 'http://urlib.net/8JMKD3MGP8W/34PGRBS');
    expect(ibips).toEqual([expect.stringMatching(/^LK47B6W/), '8JMKD3MGP8W/34PGRBS']);
    expect((await edit('--remove-ibip', 'http://urlib.net/8JMKD3MGP8W/34PGRBS')).ibips).toEqual([ibips[0]]);
    await refused(1, 'was not added', 'item', 'edit', repository, '--remove-ibip', ibips[0]);
    await refused(2, 'item edit: say what to change', 'item', 'edit', repository);
    await refused(2, '--everyone', 'item', 'edit', repository, '--everyone', '--readers-in', '192.0.2.0/24');
  });

  it('knows editions and translations', async () => {
    const first = await json('deposit', write('first.txt'), '--language', 'en');
    const second = await json('deposit', write('second.txt'), '--edition-of', first.persistentUrl);
    const other = await json('deposit', write('outro.txt'), '--language', 'pt', '--translation-of', first.ibip);
    const shown = await json('item', 'show', first.repository);
    expect(shown.editions).toMatchObject({ all: expect.any(Array) });
    expect([second.repository, second.ibip]).toContain(shown.editions.next);
    expect([other.repository, other.ibip]).toContain(shown.translations.pt);
    const late = await json('deposit', write('late.txt'));
    const edited = await json('item', 'edit', second.repository, '--next-edition', late.repository);
    expect([late.repository, late.ibip]).toContain(edited.editions.next);
  });

  it('removes an item, and shows its tombstone', async () => {
    const { repository, ibip } = await json('deposit', write('gone.txt'), '--title', 'Gone');
    await refused(2, '--reason', 'item', 'withdraw', repository);
    expect(await json('item', 'withdraw', ibip, '--reason', 'a complaint')).toMatchObject({
      state: 'Original',
      withdrawn: { reason: 'a complaint' },
    });
    expect((await run('item', 'show', ibip)).stdout).toMatch(/^reason {11}a complaint$/m);
    expect(await json('item', 'restore', ibip)).not.toHaveProperty('withdrawn');
    await refused(1, '(item-refused)', 'item', 'restore', ibip);
    await refused(2, '--reason', 'item', 'delete', repository);
    expect(await json('item', 'delete', ibip, '--reason', 'by mistake')).toMatchObject({
      state: 'Deleted',
      removed: { reason: 'by mistake' },
    });
    expect(await json('item', 'show', ibip)).toMatchObject({
      repository,
      state: 'Deleted',
      removed: { reason: 'by mistake' },
    });
    expect((await run('item', 'show', ibip)).stdout).toMatch(/^reason {11}by mistake$/m);
    await refused(1, '(item-removed)', 'item', 'edit', ibip, '--title', 'x');
  });

  it('refuses what is not there, and what is no label', async () => {
    await refused(1, '(item-not-found)', 'item', 'show', '8JMKD3MGP8W/34PGRBU');
    await refused(1, '(item-not-found)', 'item', 'files', '8JMKD3MGP8W/34PGRBU');
    await refused(1, '(item-not-found)', 'item', 'history', '8JMKD3MGP8W/34PGRBU');
    await refused(1, '(item-not-found)', 'item', 'delete', '8JMKD3MGP8W/34PGRBU', '--reason', 'x');
    await refused(2, 'character 19 ("O")', 'item', 'show', '8JMKD3MGP8W/34PGRBO');
    await refused(2, 'asks for a relation', 'item', 'show', '8JMKD3MGP8W/34PGRBS+(pt)');
    await refused(2, '(cursor-invalid)', 'item', 'list', '--cursor', 'x');
  });

  it('refuses a deposit before anything is sent', async () => {
    write('one/a.txt');
    write('two/A.txt');
    write('empty/.hidden');
    mkdirSync(join(place.folder, 'linked'), { recursive: true });
    symlinkSync(join(place.folder, 'one'), join(place.folder, 'linked', 'link'));
    const before = await json('item', 'list');
    await refused(2, 'one/a.txt and two/A.txt would both be A.txt: rename one', 'deposit', 'one', 'two');
    await refused(2, 'linked/link is a symbolic link', 'deposit', 'linked');
    await refused(2, 'cannot read nowhere.txt (ENOENT)', 'deposit', 'nowhere.txt');
    await refused(2, '/dev/null is neither a file nor a folder', 'deposit', '/dev/null');
    await refused(2, 'there is no file to deposit in empty', 'deposit', 'empty');
    await refused(2, 'Expected a language', 'deposit', 'one', '--language', 'xx');
    await refused(2, 'Expected a network', 'deposit', 'one', '--readers-in', '192.0.2.7/24');
    await refused(2, 'cannot read the metadata file nowhere.json', 'deposit', 'one', '--metadata', 'nowhere.json');
    await refused(2, 'is not valid JSON', 'deposit', 'one', '--metadata', write('not.json', 'title:\nx'));
    await refused(2, 'expected a JSON object', 'deposit', 'one', '--metadata', write('list.json', '[]'));
    await refused(2, '(metadata-invalid)', 'deposit', 'one', '--title', ' ');
    await refused(2, '(target-missing)', 'deposit', 'one', '--target', 'b.txt');
    await refused(2, '; add --help to see how', 'deposit');
    expect(await json('item', 'list')).toEqual(before);
  });

  it('keeps what other people wrote from acting on the terminal', async () => {
    const metadata = write('wild.json', JSON.stringify({ title: 'a\u200fb', description: 'two\nlines' }));
    const { repository } = await json('deposit', write('wild.txt'), '--metadata', metadata);
    const { stdout } = await run('item', 'show', repository);
    expect(stdout).toContain('"a\\u{200f}b"');
    expect(stdout).toMatch(/^description {2}two\n {13}lines$/m);
  });

  it('makes keys, lists and revokes them', async () => {
    const made = await json('key', 'create', '--name', 'Ana Lima', '--role', 'depositor');
    expect(made).toMatchObject({
      id: expect.any(String),
      key: expect.any(String),
      name: 'Ana Lima',
      role: 'depositor',
    });
    const listed = await json('key', 'list');
    expect(listed).toContainEqual(expect.objectContaining({ id: made.id, name: 'Ana Lima', role: 'depositor' }));
    expect(JSON.stringify(listed)).not.toContain(made.key);
    expect((await run('key', 'list')).stdout).toMatch(
      new RegExp(`^${made.id} +depositor +\\S+ +valid +Ana Lima$`, 'm'),
    );
    expect(await run('key', 'revoke', made.id)).toEqual({ status: 0, stdout: `revoked ${made.id}\n`, stderr: '' });
    expect(await json('key', 'list')).toContainEqual(
      expect.objectContaining({ id: made.id, revoked: expect.any(String) }),
    );
    await refused(1, '(key-not-found)', 'key', 'revoke', made.id);
    await refused(2, 'Allowed choices are', 'key', 'create', '--name', 'x', '--role', 'king');
    const text = await run('key', 'create', '--name', 'Rui', '--role', 'reader');
    expect(text.stdout).toMatch(/^key {3}\S+\nid {4}\S+\nname {2}Rui\nrole {2}reader\n$/);
    expect(text.stderr).toBe('perene: keep the key now: it is never shown again\n');
  });

  it('mints labels', async () => {
    const minted = await json('ibi', 'mint', '--count', '3');
    expect(minted).toHaveLength(3);
    for (const { repository } of minted) expect(repository).toMatch(/^localhost\/perene\.\d+\//);
  });
});

describe('a running node', () => {
  let place: Awaited<ReturnType<typeof openNode>>;
  beforeAll(async () => {
    place = await openNode();
  });
  afterAll(() => place.close());

  const run = (environment: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Finished> =>
    runInProcess(words, { cwd: place.folder, environment: { ...place.environment, ...environment } });

  it('gets a large file although the connection breaks', async () => {
    const content = Buffer.alloc(70 * MEBIBYTE, 'perene ');
    writeFileSync(join(place.folder, 'large.bin'), content);
    writeFileSync(join(place.folder, 'small.txt'), 'small');
    const proxy = await startBreakingProxy(place.node.url, 20 * MEBIBYTE);
    const { status, stdout, stderr } = await run(
      { PERENE_SERVER: proxy.url },
      ...['deposit', 'large.bin', 'small.txt', '--json', '--title', 'Large'],
    );
    proxy.close();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(proxy.breaks()).toBe(1);
    const { files } = JSON.parse(stdout);
    const hash = createHash('sha256').update(content).digest('hex');
    expect(files).toContainEqual(expect.objectContaining({ path: 'large.bin', bytes: content.length, sha256: hash }));
    expect(files).toContainEqual(expect.objectContaining({ path: 'small.txt', bytes: 5 }));
  });

  it('asks for a key that allows what is done', async () => {
    const { stdout } = await run({}, 'key', 'create', '--json', '--name', 'Ana', '--role', 'depositor');
    const { key } = JSON.parse(stdout);
    expect(await run({ PERENE_KEY: key }, 'ibi', 'mint')).toMatchObject({ status: 0, stderr: '' });
    const refused = await run({ PERENE_KEY: key }, 'key', 'list');
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('(role-missing)') });
    const none = await run({ PERENE_KEY: '' }, 'ibi', 'mint');
    expect(none).toMatchObject({ status: 1, stderr: expect.stringMatching(/give it with --key or PERENE_KEY/) });
    const wrong = await run({ PERENE_KEY: 'not-a-key' }, 'ibi', 'mint');
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('(key-wrong)') });
    expect(wrong.stderr).not.toContain('not-a-key');
  });

  it('shows the administrator key at its first start only', async () => {
    const folder = createTemporaryFolder();
    const first = await startPerene(folder);
    await first.stop();
    const key = administratorKey(folder);
    expect(first.printed()).toMatch(/shown only this once and kept in \S+administrator\.key/);
    expect(first.printed().split(key)).toHaveLength(2);
    const second = await startPerene(folder);
    await second.stop();
    expect(second.printed()).not.toContain(key);
    expect(second.printed()).not.toContain('administrator');
  });
});

/** Passes everything on, and breaks the first connection over which so many bytes have come. */
const startBreakingProxy = async (url: string, bytes: number) => {
  let breaks = 0;
  const server = createServer((client) => {
    const node = connect(Number(new URL(url).port), 'localhost');
    let seen = 0;
    client.on('data', (chunk: Buffer) => {
      seen += chunk.length;
      if (breaks > 0 || seen < bytes) return;
      breaks += 1;
      client.destroy();
      node.destroy();
    });
    client.pipe(node).pipe(client);
    for (const socket of [client, node]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, breaks: () => breaks, close: () => server.close() };
};

describe('the commands of the Archive', () => {
  it.each([
    [['deposit']],
    [['search']],
    ...['show', 'list', 'files', 'history', 'edit', 'withdraw', 'restore', 'delete'].map((name) => [['item', name]]),
    ...['create', 'list', 'revoke'].map((name) => [['key', name]]),
  ])('help: %s', async (words) => {
    const { status, stdout } = await runInProcess([...words, '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: perene ${words.join(' ')}`);
    expect(stdout).toContain('Examples:');
    expect(stdout).toContain('--server <URL>');
  });
});

describe('a node that does not do as asked', () => {
  const ask = (environment: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Finished> =>
    runPerene(words, { cwd: tmpdir(), environment });

  it('is named when it cannot be reached, in one line', async () => {
    const answer = await ask({}, '--server', 'http://localhost:4', '--key', 'secret', 'item', 'list');
    expect(answer).toMatchObject({ status: 1, stdout: '' });
    expect(answer.stderr).toMatch(/^perene: cannot reach the node at http:\/\/localhost:4 \(ECONNREFUSED\)[^\n]*\n$/);
    expect(answer.stderr).not.toContain('secret');
  });

  it('never makes the command line show a key', async () => {
    const { stderr, status } = await ask({ PERENE_KEY: 'se\ncret' }, '--server', 'http://localhost:4', 'item', 'list');
    expect({ stderr, status }).toEqual({ status: 2, stderr: expect.stringMatching(/^perene: [^\n]*--key[^\n]*\n$/) });
    expect(stderr).not.toContain('cret');
  });
});
