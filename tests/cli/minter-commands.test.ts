import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACES, type Place } from '../fixtures/places.ts';
import type { Finished } from '../fixtures/run-command.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const COMMANDS = [
  ['create'],
  ['list'],
  ['show'],
  ['mint'],
  ['bind'],
  ['get'],
  ['hold'],
  ['queue'],
  ['validate'],
  ['policy'],
  ['stats'],
  ['export'],
  ['import'],
] as const;

describe.each(PLACES)('the minters of %s', (_what, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place.close());

  const run = (...words: readonly string[]): Promise<Finished> =>
    runInProcess(['minter', ...words], { cwd: place.folder, environment: place.environment });

  const json = async (...words: readonly string[]) => {
    const { status, stdout, stderr } = await run('--json', ...words);
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };

  it('are created, shown and listed', async () => {
    writeFileSync(join(place.folder, 'policy.txt'), 'Never given again.\n');
    const made = await json(
      ...['create', 'ark', '--template', 'f.reedeedk', '--term', 'long', '--naan', '12345'],
      ...['--naa', 'example.org', '--sub-naa', 'lib', '--seed', '9', '--policy-file', 'policy.txt'],
    );
    expect(made).toMatchObject({ name: 'ark', term: 'long', naan: '12345', seed: 9, policy: 'Never given again.' });
    expect(await json('show', 'ark')).toEqual(made);
    const text = await run('show', 'ark');
    expect(text).toMatchObject({ status: 0, stderr: '' });
    expect(text.stdout).toMatch(/^name {8}ark\ntemplate {4}f\.reedeedk\nterm {8}long\nnaan {8}12345\n/);
    expect(text.stdout).toContain('remaining   70728100\n');
    await json('create', 'any');
    expect((await json('list')).map(({ name }: { name: string }) => name)).toEqual(['any', 'ark']);
    expect((await run('list')).stdout).toBe(
      'any  medium  0 minted  without end    .zd\nark  long    0 minted  70728100 left  f.reedeedk\n',
    );
    expect((await json('policy', 'ark', 'Another one')).policy).toBe('Another one');
    expect((await run('policy', 'ark')).stdout).toBe('policy  Another one\n');
  });

  it('mint, bind and tell what is bound', async () => {
    await json('create', 'thesis', '--template', 't.reedk');
    const minted = await run('mint', 'thesis', '--count', '3', '--bind', 'who=Lima, Ana', '--bind', 'what=a=b');
    expect(minted).toMatchObject({ status: 0, stderr: '' });
    const [id = '', ...others] = minted.stdout.trimEnd().split('\n');
    expect(others).toHaveLength(2);
    expect((await run('get', 'thesis', id, 'what')).stdout).toBe('a=b\n');
    writeFileSync(join(place.folder, 'value'), Buffer.from([255, 0]));
    expect(await json('bind', 'thesis', 'set', id, 'raw', '--value-file', 'value')).toEqual({
      id,
      element: 'raw',
      how: 'set',
      bytesBefore: 0,
      bytesGiven: 2,
    });
    await json('bind', 'thesis', 'append', id, 'who', '; Sá, Rui\nand others');
    const known = await json('get', 'thesis', id);
    expect(known).toMatchObject({
      id,
      held: false,
      peppered: false,
      circulation: { status: 'i', position: 1 },
      bindings: [
        { element: 'raw', base64: '/wA=' },
        { element: 'what', value: 'a=b' },
        { element: 'who', value: 'Lima, Ana; Sá, Rui\nand others' },
      ],
    });
    const text = (await run('get', 'thesis', id)).stdout;
    expect(text).toContain('status  issued\n');
    expect(text).toContain(':raw    base64 /wA=\n:what   a=b\n:who    Lima, Ana; Sá, Rui\n        and others\n');
    expect(await run('get', 'thesis', id, 'who', 'nothing')).toMatchObject({
      status: 1,
      stderr: `perene: nothing is bound to ${id} as nothing (binding-missing)\n`,
    });
    await json('bind', 'thesis', 'delete', id, 'who');
    expect((await run('get', 'thesis', id, 'who')).status).toBe(1);
  });

  it('take identifiers with slashes, rules and peppers', async () => {
    await json('create', 'free');
    await json('bind', 'free', 'set', 'a/b?c', 'x/y', 'v');
    expect((await run('get', 'free', 'a/b?c', 'x/y')).stdout).toBe('v\n');
    await json('bind', 'free', 'set', ':idmap/^ft', 'where', 'https://example.org/$&');
    expect((await run('get', 'free', 'ft/1', 'where')).stdout).toBe('https://example.org/ft/1\n');
    expect((await json('get', 'free', 'ft/1', 'where')).bindings).toEqual([
      { element: 'where', value: 'https://example.org/ft/1', fromRule: true },
    ]);
    const {
      ids: [peppered = ''],
    } = await json('mint', 'free', '--peppered');
    const [id = ''] = peppered.split('!');
    expect(await run('bind', 'free', 'set', id, 'e', 'v')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('(pepper-missing)'),
    });
    expect((await json('bind', 'free', 'set', peppered, 'e', 'v')).id).toBe(id);
    expect((await json('bind', 'free', 'mint', 'new', 'e', 'v')).id).toBe('1');
  });

  it('hold, queue and validate', async () => {
    await json('create', 'small', '--template', '.sd');
    expect((await run('hold', 'small', 'set', '0', '2')).stdout).toBe('holds placed: 2\n');
    expect((await run('hold', 'small', 'release', '2')).stdout).toBe('holds released: 1\n');
    expect((await run('mint', 'small')).stdout).toBe('1\n');
    expect((await run('queue', 'small', 'first', '7')).stdout).toBe('queued: 1\n');
    expect(await run('queue', 'small', 'now', '0', '9')).toMatchObject({
      status: 1,
      stdout: 'queued: 1\n',
      stderr: expect.stringMatching(/^perene: 0 is held[^\n]*\n$/),
    });
    expect(await json('mint', 'small', '--count', '3')).toEqual({ ids: ['7', '9', '2'] });
    expect(await run('validate', 'small', '5', 'x')).toMatchObject({
      status: 1,
      stdout: '5 is valid\n',
      stderr: expect.stringMatching(/^perene: x [^\n]*\n$/),
    });
    expect(await json('validate', 'small', 'x7', '--template', 'x.sd')).toEqual([{ id: 'x7', valid: true }]);
  });

  it('warn before they run out, and write what they could mint', async () => {
    await json('create', 'few', '--template', '.sd');
    const nine = await run('mint', 'few', '--count', '9');
    expect(nine.stdout).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n');
    for (const warned of [nine, await run('show', 'few'), await run('stats', 'few'), await run('list')]) {
      expect(warned).toMatchObject({ status: 0 });
      expect(warned.stderr).toContain('perene: minter few: 1 of 10 identifiers are left');
    }
    expect(await json('stats', 'few')).toMatchObject({ mints: 9, total: '10', remaining: '1' });
    expect(await run('mint', 'few', '--count', '2')).toEqual({
      status: 1,
      stdout: '9\n',
      stderr:
        'perene: 1 of 2 were minted: no identifier is left (stopped at 10): create another minter (identifiers-exhausted)\n',
    });
    expect(await run('mint', 'few')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'perene: no identifier is left (stopped at 10): create another minter (identifiers-exhausted)\n',
    });
  });

  it('mint many step by step, and write those of the steps that were done', async () => {
    await json('create', 'many', '--template', '.rdddde');
    const { ids } = await json('mint', 'many', '--count', '25000');
    expect(new Set(ids).size).toBe(25_000);
    await json('create', 'less', '--template', '.sdddd');
    const { status, stdout, stderr } = await run('mint', 'less', '--count', '10001');
    expect(status).toBe(1);
    expect(stdout.trimEnd().split('\n')).toHaveLength(10_000);
    expect(stderr).toContain('10000 of 10001 were minted: no identifier is left');
  });

  it.each([
    [2, 'minter-name-invalid', ['create', 'Not A Name']],
    [2, 'template-invalid', ['create', 'x', '--template', 'nonsense']],
    [2, 'Allowed choices', ['create', 'x', '--term', 'eternal']],
    [2, 'whole number', ['create', 'x', '--seed', 'x']],
    [2, 'give --policy or --policy-file', ['create', 'x', '--policy', 'a', '--policy-file', 'b']],
    [2, 'file-unreadable', ['create', 'x', '--policy-file', 'nowhere']],
    [1, 'minter-not-found', ['show', 'nowhere']],
    [1, 'minter-not-found', ['mint', 'nowhere']],
    [2, 'from 1 to', ['mint', 'x', '--count', '0']],
    [2, 'Expected an element', ['mint', 'x', '--bind', 'nothing']],
    [2, 'give VALUE or --value-file', ['bind', 'x', 'set', 'i', 'e', 'v', '--value-file', 'f']],
    [2, 'Allowed choices', ['hold', 'x', 'take', 'i']],
    [2, 'missing required argument', ['validate', 'x']],
  ])('refuse in one line, with %i: %s', async (status, message, words) => {
    const answer = await run(...words);
    expect(answer).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(/^perene: [^\n]+\n$/) });
    expect(answer.stderr).toContain(message);
  });
});

describe('the commands of minters', () => {
  it.each(COMMANDS)('help: minter %s', async (name) => {
    const { status, stdout } = await runInProcess(['minter', name, '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: perene minter ${name}`);
    expect(stdout).toContain('Examples:');
    expect(stdout).toContain('--server <URL>');
  });
});

it('a node tells in its log which minters are about to run out', async () => {
  const cwd = createTemporaryFolder();
  await runInProcess(['minter', 'create', 'few', '--template', '.sd'], { cwd });
  await runInProcess(['minter', 'create', 'enough', '--template', '.sdd'], { cwd });
  await runInProcess(['minter', 'mint', 'few', '--count', '10'], { cwd });
  const node = await startPerene(cwd);
  await node.stop();
  const lines = node
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ minter }) => minter !== undefined)).toEqual([
    expect.objectContaining({ level: 40, minter: 'few', msg: 'no identifier is left: create another minter' }),
  ]);
});

describe('whole minters', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-cli-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (...words: readonly string[]): Promise<Finished> => runInProcess(['minter', ...words], { cwd: folder });

  it('move from folder to node and on, with their order', async () => {
    await run('create', 'first', '--template', 'k.redek');
    const begun = await run('mint', 'first', '--count', '40', '--bind', 'title=Água');
    const exported = await run('export', 'first');
    writeFileSync(join(folder, 'first.jsonl'), exported.stdout);
    expect(await run('import', 'second', 'first.jsonl')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('identifiers: 40\n'),
    });
    const [one, other] = await Promise.all([
      run('mint', 'first', '--count', '60'),
      run('mint', 'second', '--count', '60'),
    ]);
    expect(other.stdout).toBe(one.stdout);
    expect(begun.stdout.split('\n')).toHaveLength(41);
    expect((await run('get', 'second', begun.stdout.split('\n')[7] ?? '', 'title')).stdout).toContain('Água');
  });

  it.each([
    ['a name that is taken', ['import', 'first', 'first.jsonl'], 'minter-exists', 1],
    ['a name that is none', ['import', 'No Name', 'first.jsonl'], 'minter-name-invalid', 2],
    ['a file that is not there', ['import', 'third', 'nowhere.jsonl'], 'file-unreadable', 2],
    ['a minter that is not there', ['export', 'third'], 'minter-not-found', 1],
    ['another node', ['export', 'first', '--server', 'http://localhost:1', '--key', 'x'], 'setting-invalid', 2],
  ])('refuse %s', async (_what, words, code, status) => {
    expect(await run(...words)).toMatchObject({ status, stderr: expect.stringContaining(`(${code})`) });
  });
});
