import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DATABASES } from '../fixtures/databases.ts';
import { openTestMinters } from '../fixtures/minters.ts';
import { readNoidFolder } from '../fixtures/noid-folder-store.ts';
import { runNoidInProcess } from '../fixtures/noid-in-process.ts';
import { type NoidEnd, printedIds, runNoid, startNoid } from '../fixtures/noid-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

/** New folders, which are copied because to create one takes a process. */
const created = new Map<string, Promise<string>>();

const create = async (words: readonly string[]): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-noid-'));
  const { status, stderr } = await runNoid(['dbcreate', ...words], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return folder;
};

afterAll(async () => {
  for (const folder of await Promise.all(created.values())) rmSync(folder, { recursive: true });
});

const createFolder = async (...words: readonly string[]): Promise<string> => {
  const known = created.get(words.join(' ')) ?? create(words);
  created.set(words.join(' '), known);
  const folder = createTemporaryFolder();
  cpSync(await known, folder, { recursive: true });
  return folder;
};

/** Writes bytes as one word of a line of commands. */
const quote = (bytes: string | Uint8Array): Buffer =>
  Buffer.from(`"${Buffer.from(bytes).toString('latin1').replace(/["\\]/g, '\\$&')}"`, 'latin1');

const lineOf = (...words: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat([...words.flatMap((word) => [quote(word), Buffer.from(' ')]), Buffer.from('\n')]);

const runLines = (cwd: string, lines: readonly Buffer[]): Promise<NoidEnd> =>
  runNoidInProcess(['-'], { cwd, input: Buffer.concat(lines) });

const LONG_ID = 'a'.repeat(1_000);

/** Gives each case a title that fits on a line. */
const entitle = <Case extends readonly [text: string, ...rest: string[]]>(
  cases: readonly Case[],
): readonly (readonly [title: string, ...Case])[] => cases.map((given) => [given[0].slice(0, 40), ...given]);

describe('rules', () => {
  const SLOW: readonly (readonly [pattern: string, made: string])[] = [
    ['(a+)+$', 'r'],
    ['(.*)*x', ''],
    ['(a|aa)+$', 'r'],
    ['((a*)*)*b', ''],
    ['(?:a?){500}a{500}', 'r'],
    [`${'('.repeat(300)}a${')*'.repeat(300)}$`, 'r'],
    [`${'(a|'.repeat(200)}b${')'.repeat(200)}$`, 'r'],
    ['(.*)'.repeat(240), 'r'],
    [`${'(.*)'.repeat(240)}[xy]`, ''],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', ''],
    ['a{1000}', 'r'],
    ['.{0,1000}[xy]', ''],
  ];
  it.each(entitle(SLOW))('with the pattern %s end at once', async (_, pattern, made) => {
    const cwd = await createFolder();
    const { status, stdout } = await runLines(cwd, [
      lineOf('bind', 'set', `:idmap/${pattern}`, 'e', 'r'),
      lineOf('get', LONG_ID, 'e'),
    ]);
    expect(status).toBe(0);
    const value = stdout.toString().split('\n').at(-2) ?? '';
    expect(value.replace(/^a*(?=r)/, '')).toBe(made);
  });

  const REFUSED: readonly (readonly [pattern: string, reason: string])[] = [
    ['(?=a)b', 'unsupported'],
    ['(?<!a)b', 'invalid named capture'],
    ['(a)\\1', 'invalid escape'],
    ['x*+', 'nested repetition'],
    ['a{1001}', 'repeat count'],
    ['((a{30}){30}){30}', 'repeat count'],
    ['(?>a)', 'unsupported'],
    ['(?{ die })', 'unsupported'],
    ['[', 'missing closing'],
    ['(', 'missing closing'],
    ['\\', 'trailing backslash'],
    ['.{0,1000}'.repeat(100), 'takes 200002 steps'],
    ['a'.repeat(1_025), 'more than 1024 bytes'],
  ];
  it.each(entitle(REFUSED))('with the pattern %s are refused when they are bound', async (_, pattern, reason) => {
    const cwd = await createFolder();
    const bound = await runNoidInProcess(['bind', 'set', `:idmap/${pattern}`, 'e', 'r'], { cwd });
    expect(bound.status).toBe(1);
    expect(bound.stderr).toMatch(/^error: .*\n$/);
    expect(bound.stderr).toContain(reason);
    expect((await readNoidFolder(cwd)).elements.size).toBe(0);
  });

  it('never take a replacement for code', async () => {
    const cwd = await createFolder();
    const literal = [
      `\${\\ "x"}`,
      '@{[ 1 + 1 ]}',
      '$(id)',
      '`id`',
      '\\U\\1',
      '$+{n}',
      `\${n}`,
      '$<n>',
      '$ENV{PATH}',
      '$0',
      "$'",
      '$`',
      '$$',
      '%s',
      '{{1}}',
      '\0\x1b[31m',
    ];
    const { status, stdout } = await runLines(cwd, [
      ...literal.map((text, index) => lineOf('bind', 'set', ':idmap/(?P<n>x+)', `e${index}`, text)),
      ...literal.map((_, index) => lineOf('get', 'axxb', `e${index}`)),
      lineOf('bind', 'set', ':idmap/(?P<n>x+)(y)?', 'known', '<$1|$2|$3|$&|$12>'),
      lineOf('get', 'axxb', 'known'),
    ]);
    expect(status).toBe(0);
    const printed = stdout.toString();
    for (const text of literal) expect(printed).toContain(`\na${text}b\n`);
    expect(printed).toContain('\na<xx|||xx|xx2>b\n');
  });
});

const HUNDRED_MEGABYTES = 100_000_000;
const MAX_MEMORY_KIBIBYTES = 1_500_000;

/** Makes every byte value in a senseless order, with line ends, blanks, bars and broken characters among them. */
const createBinary = (length: number): Buffer => {
  const piece = Buffer.concat([
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.from('|\t\n\n# no comment\n:\0\r\n"\'\\'),
    Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff, 0xfe]),
    randomBytes(1_001),
  ]);
  const bytes = Buffer.alloc(length, piece);
  bytes.write('\n', length - 1);
  return bytes;
};

/** Returns the most memory that a process has had so far; 0 if the system does not tell. */
const memoryOf = (pid: number): number => {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
};

const runMeasured = async (words: readonly string[], place: { cwd: string; input?: readonly Buffer[] }) => {
  const noid = startNoid(words, place);
  let memory = 0;
  const measuring = setInterval(() => {
    memory = Math.max(memory, memoryOf(noid.pid));
  }, 10);
  for (const bytes of place.input ?? []) noid.write(bytes);
  noid.end();
  const end = await noid.ended;
  clearInterval(measuring);
  return { ...end, memory };
};

describe('values', () => {
  it('of 100 MB come back byte for byte, in bounded memory', async () => {
    const cwd = await createFolder('.sd');
    const value = createBinary(HUNDRED_MEGABYTES);
    const bound = await runMeasured(['bind', 'set', '0', ':-'], { cwd, input: [Buffer.from('data: '), value] });
    expect(bound.stderr).toBe('');
    expect(bound.stdout.toString()).toContain(`ok, ${HUNDRED_MEGABYTES} bytes written, replacing 0 bytes`);
    const got = await runMeasured(['get', '0', 'data'], { cwd });
    expect(got.stdout.length).toBe(HUNDRED_MEGABYTES + 1);
    expect(got.stdout.subarray(0, -1).equals(value)).toBe(true);
    expect(bound.memory).toBeLessThan(MAX_MEMORY_KIBIBYTES);
    expect(got.memory).toBeLessThan(MAX_MEMORY_KIBIBYTES);
  });

  it('of more bytes than can be kept are refused, and the old one stays', async () => {
    const cwd = await createFolder('.sd');
    await runNoid(['bind', 'set', '0', 'data', 'old'], { cwd });
    const input = [Buffer.from('data: '), ...Array<Buffer>(257).fill(Buffer.alloc(1_048_576, 'x'))];
    const bound = await runMeasured(['bind', 'set', '0', ':-'], { cwd, input });
    expect(bound.status).toBe(1);
    expect(bound.stderr).toMatch(/^error: a value has at most 268435456 bytes, this one \d+\.\n$/);
    expect((await runNoid(['get', '0', 'data'], { cwd })).stdout.toString()).toBe('old\n');
  });

  it('are made longer at either end, whatever their bytes', async () => {
    const cwd = await createFolder('.sd');
    const [first, middle, last] = [Buffer.from([0xff, 0, 0xc3]), Buffer.from([0xa9]), Buffer.from('é|\r\t')];
    await runLines(cwd, [
      lineOf('bind', 'new', '0', 'e', middle),
      lineOf('bind', 'append', '0', 'e', last),
      lineOf('bind', 'prepend', '0', 'e', first),
    ]);
    const { stdout } = await runNoid(['get', '0', 'e'], { cwd });
    expect([...stdout]).toEqual([...first, ...middle, ...last, 0x0a]);
  });

  it.each(DATABASES)('of 2 MB come back from $name', async ({ openMigrated }) => {
    const minters = openTestMinters(await openMigrated());
    await minters.create({ name: 'a', contact: 'tests' });
    const value = createBinary(2_000_000);
    const bind = (how: string, given: Uint8Array) =>
      minters.bind('a', { how, id: 'x', element: 'e', value: given, contact: 'tests' });
    await bind('set', value);
    await bind('append', value.subarray(0, 1_001));
    await bind('prepend', value.subarray(7, 9));
    const { elements } = await minters.fetch('a', { id: 'x', elements: ['e'] });
    const expected = Buffer.concat([value.subarray(7, 9), value, value.subarray(0, 1_001)]);
    expect(Buffer.from(elements[0]?.value ?? []).equals(expected)).toBe(true);
  });
});

describe('names', () => {
  const strange = ['a\tb', 'a|b', 'a!b', 'a"b', "a'b", 'a\\b', ' a ', 'é', '\u{1F389}', 'a\r', '-', '--', '#'];

  it('of any characters are kept apart', async () => {
    const cwd = await createFolder();
    const names = [...strange, 'x'.repeat(1_024), 'é'.repeat(512)];
    const bound = await runLines(
      cwd,
      names.flatMap((name, index) => [
        lineOf('bind', 'set', name, 'e', `of ${index}`),
        lineOf('bind', 'set', 'x', name, `as ${index}`),
      ]),
    );
    expect(bound.stderr).toBe('');
    const got = await runLines(
      cwd,
      names.flatMap((name) => [lineOf('get', name, 'e'), lineOf('get', 'x', name)]),
    );
    expect(got.stdout.toString()).toBe(names.map((_, index) => `of ${index}\nas ${index}\n`).join(''));
  });

  it('with line ends come from the command line', async () => {
    const cwd = await createFolder();
    await runNoid(['bind', 'set', 'a\nb', 'c\nd', 'e\nf\n'], { cwd });
    await runNoid(['bind', 'set', 'a', 'b', 'other'], { cwd });
    expect((await runNoid(['get', 'a\nb', 'c\nd'], { cwd })).stdout.toString()).toBe('e\nf\n\n');
  });

  it.each([
    ['too long', 'x'.repeat(1_025), 'more than 1024 bytes'],
    ['too long as bytes', 'é'.repeat(513), 'more than 1024 bytes'],
    ['with NUL', 'a\0b', 'cannot be kept'],
    ['not UTF-8', Buffer.from([0x61, 0xff]), 'UTF-8'],
    ['half a character', Buffer.from([0xed, 0xa0, 0x80]), 'UTF-8'],
  ])('%s are refused by every command, and nothing else is', async (_, name, reason) => {
    const cwd = await createFolder();
    const commands = [
      lineOf('bind', 'set', name, 'e', 'v'),
      lineOf('bind', 'set', 'x', name, 'v'),
      lineOf('fetch', name),
      lineOf('fetch', 'x', name),
      lineOf('get', name),
      lineOf('get', name, 'e'),
      lineOf('get', 'x', name),
      lineOf('hold', 'set', name),
      lineOf('hold', 'release', name),
      lineOf('queue', 'now', name),
      lineOf('queue', 'delete', name),
      lineOf('mint', '1', name, 'v'),
      lineOf('note', name, 'v'),
    ];
    const { status, stdout, stderr } = await runLines(
      cwd,
      commands.flatMap((line) => [lineOf('mint', '1'), line]),
    );
    expect(status).toBe(1);
    expect(printedIds({ stdout })).toEqual(commands.map((_line, index) => String(index)));
    expect(stderr.split(reason)).toHaveLength(commands.length + 1);
    const { elements, records, progress } = await readNoidFolder(cwd);
    expect(elements.size).toBe(0);
    expect(records.size).toBe(commands.length);
    expect(progress).toMatchObject({ held: 0, queued: 0, mints: commands.length });
  });
});

describe('commands that make no sense', () => {
  const BAD = [
    'frobnicate',
    'mint',
    'mint x',
    'mint -1',
    'mint 1.5',
    'mint 99999999999999999999',
    'mint 1 e',
    'mint 1 e v w',
    'queue',
    'queue someday 5',
    'queue 99999999999999999999d 5',
    'queue 366000d 5',
    'queue now not-of-this-minter',
    'hold',
    'hold set',
    'hold perhaps 5',
    'hold set 5 not-of-this-minter',
    'bind',
    'bind set',
    'bind frob 5 e v',
    'bind set 5 e',
    'bind new 5 : v',
    'bind set 5 :x v',
    'bind set :/idmap/x e v',
    'bind set :admin e v',
    'bind delete 5 e',
    'bind mint 5 e v',
    'fetch',
    'get',
    'validate',
    'validate .nonsense 5',
    'note x',
    'path',
    'path \xff',
    'dbcreate .sd',
    '"unbalanced',
    "it's unbalanced",
    'open \\',
    '',
    '\0',
    '-f /etc mint 1',
  ];

  it('leave alone what stands beside them', async () => {
    const cwd = await createFolder('.sddd');
    const input = Buffer.from(BAD.map((line) => `mint 1\n${line}\nbind add 000 all x\n`).join(''), 'latin1');
    const { status, stdout } = await runNoid(['-'], { cwd, input });
    expect(status).toBe(1);
    expect(printedIds({ stdout })).toEqual(BAD.map((_, index) => String(index).padStart(3, '0')));
    expect((await runNoid(['get', '000', 'all'], { cwd })).stdout.toString()).toBe(`${'x'.repeat(BAD.length)}\n`);
    const { progress, elements, queue } = await readNoidFolder(cwd);
    expect(progress).toMatchObject({ mints: BAD.length, held: 0, queued: 0 });
    expect(elements.size).toBe(1);
    expect(queue).toEqual([]);
  });

  it('exit with 1, and say why', async () => {
    const cwd = await createFolder('.sddd');
    for (const line of BAD) {
      const { status, stdout, stderr } = await runNoidInProcess(['-'], {
        cwd,
        input: Buffer.from(`${line}\n`, 'latin1'),
      });
      expect(status, line).toBe(1);
      expect(stdout.toString() + stderr).toMatch(
        /error|expected|requires|You must supply|Why give|not supported|Usage/,
      );
      expect(stderr).not.toContain('    at ');
    }
  });

  it('of ten megabytes in one line are one command', async () => {
    const cwd = await createFolder();
    const text = 'x'.repeat(10_000_000);
    const { stdout } = await runNoid(['-'], { cwd, input: `bind set 1 e ${text}` });
    expect(stdout.toString()).toContain('ok, 10000000 bytes written');
    const unknown = await runNoid(['-'], { cwd, input: `mint 1\n${text}` });
    expect(unknown.status).toBe(1);
    expect(printedIds(unknown)).toEqual(['0']);
    const got = await runNoid(['get', '1', 'e'], { cwd });
    expect(got.stdout.equals(Buffer.from(`${text}\n`))).toBe(true);
  });
});

const NOBODY = { uid: 65_534, gid: 65_534 };

/** As with PostgreSQL in its fixture, the folder of the project may be closed to other users. */
const isOpenToOthers = (path: string): boolean =>
  (statSync(path).mode & 0o5) === 0o5 && (dirname(path) === path || isOpenToOthers(dirname(path)));

describe('folders that cannot be used', () => {
  const databaseOf = (folder: string): string => join(folder, 'NOID', 'noid.bdb');
  const COMMANDS = [['mint', '1'], ['get', '0', 'e'], ['fetch', '0'], ['stats'], ['bind', 'set', '0', 'e', 'v']];

  const expectRefused = async (
    cwd: string,
    pattern: RegExp,
    user?: { readonly uid: number; readonly gid: number },
  ): Promise<void> => {
    const before = readFileSync(databaseOf(cwd));
    for (const [index, words] of COMMANDS.entries()) {
      const isProgram = index === 0 || user !== undefined;
      const { status, stdout, stderr } = isProgram
        ? await runNoid(words, { cwd, ...(user && { user }) })
        : await runNoidInProcess(words, { cwd });
      expect({ words, status, stdout: stdout.toString() }).toEqual({ words, status: 1, stdout: '' });
      expect(stderr).toMatch(pattern);
    }
    expect(readFileSync(databaseOf(cwd)).equals(before)).toBe(true);
  };

  it('because nobody may write there', async (context) => {
    const isRoot = process.getuid?.() === 0;
    context.skip(process.platform === 'win32' || (isRoot && !isOpenToOthers(import.meta.dirname)));
    const cwd = await createFolder('.sd');
    chmodSync(databaseOf(cwd), 0o444);
    chmodSync(join(cwd, 'NOID'), 0o555);
    chmodSync(cwd, 0o755);
    await expectRefused(cwd, /^error: cannot open .*noid\.bdb: .*\n$/, isRoot ? NOBODY : undefined);
    chmodSync(join(cwd, 'NOID'), 0o755);
    chmodSync(databaseOf(cwd), 0o644);
    expect(printedIds(await runNoid(['mint', '1'], { cwd }))).toEqual(['0']);
  });

  it.each([20, 100, 4_096, 8_000, 20_000])('because only %d bytes are left of the file', async (bytes) => {
    const cwd = await createFolder('.sd');
    truncateSync(databaseOf(cwd), bytes);
    await expectRefused(cwd, /^error: cannot (?:open|use) .*noid\.bdb: .*\n$/);
  });

  it.each([
    ['a Berkeley DB', Buffer.concat([Buffer.alloc(12), Buffer.from([0x62, 0x31, 0x05, 0, 9]), randomBytes(8_000)])],
    ['a few bytes', Buffer.from('x')],
    ['any bytes', randomBytes(100_000)],
  ])('because the file is %s', async (_, bytes) => {
    const cwd = createTemporaryFolder();
    mkdirSync(join(cwd, 'NOID'));
    writeFileSync(databaseOf(cwd), bytes);
    await expectRefused(cwd, /^error: \.\/NOID\/noid\.bdb is no SQLite file; .*db_dump.*\n$/);
    const created = await runNoid(['dbcreate', '.sd'], { cwd });
    expect(created.status).toBe(1);
    expect(readFileSync(databaseOf(cwd)).equals(bytes)).toBe(true);
  });

  it('because of its log, which does not keep a minter from printing what it did', async () => {
    const cwd = await createFolder('.sd', 'long', '12345', 'example.org', 'tests');
    const log = join(cwd, 'NOID', 'log');
    rmSync(log);
    mkdirSync(log);
    const { stdout, stderr, status } = await runNoid(['-'], { cwd, input: 'mint 2\n' });
    expect({ ids: printedIds({ stdout }), status }).toEqual({ ids: ['12345/0', '12345/1'], status: 1 });
    expect(stderr).toMatch(/^error: done, but not written to the log: .*\n$/);
    expect((await readNoidFolder(cwd)).progress.mints).toBe(2);
  });
});
