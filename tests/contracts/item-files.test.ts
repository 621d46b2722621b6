import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { RepositoryLabel } from '@perene/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDiskItemFiles } from '../../packages/server/src/adapters/disk/documents/disk-item-files.ts';
import type { IncomingDocuments, ItemFiles } from '../../packages/server/src/ports/archive/item-files.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const REPOSITORY = repositoryLabel('inpe.br/sid/2009/02.16.17.46');
const OTHER = repositoryLabel('inpe.br/sid@80/2009/02.16.17.46.00.5');
const ROOT = new URL('../../', import.meta.url);
const NO_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };

interface Store {
  readonly folder: string;
  readonly files: ItemFiles;
}

const createStore = (platform = process.platform): Store => {
  const folder = join(createTemporaryFolder(), 'data');
  return { folder, files: createDiskItemFiles({ folder, platform }) };
};

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** Makes a stream of pieces of odd sizes, as networks bring them. */
const streamOf = (content: Buffer | string, pieceBytes = 60_001): Readable => {
  const whole = Buffer.from(content);
  const pieces = Math.ceil(whole.length / pieceBytes);
  return Readable.from(
    Array.from({ length: pieces }, (_, index) => whole.subarray(index * pieceBytes, (index + 1) * pieceBytes)),
  );
};

const deposit = async ({ files }: Store, repository: RepositoryLabel, contents: Record<string, Buffer | string>) => {
  const incoming = await files.begin();
  for (const [path, content] of Object.entries(contents)) await incoming.receive(path, streamOf(content), NO_LIMIT);
  await incoming.keep(repository);
  await incoming.discard();
};

const collect = async <Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> => {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
};

/** Lists everything below the data folder. */
const everythingIn = ({ folder }: Store): readonly string[] => globSync('**/*', { cwd: folder }).sort();

const onlyChild = (folder: string): string => join(folder, readdirSync(folder)[0] ?? 'nothing');

describe('a deposit', () => {
  it.each([
    { what: 'nothing', content: Buffer.alloc(0) },
    { what: 'a byte', content: Buffer.from('a') },
    { what: 'exactly one buffer', content: randomBytes(1_048_576) },
    { what: 'one byte more than a buffer', content: randomBytes(1_048_577) },
    { what: 'several megabytes', content: randomBytes(7_654_321) },
  ])('of $what keeps every byte and knows its hash', async ({ content }) => {
    const { files, folder } = createStore();
    const incoming = await files.begin();
    expect(await incoming.receive('a/b.bin', streamOf(content), NO_LIMIT)).toMatchObject({
      path: 'a/b.bin',
      bytes: content.length,
      sha256: sha256(content),
    });
    await incoming.keep(REPOSITORY);
    await incoming.discard();
    expect(readFileSync(join(folder, 'col', REPOSITORY, 'doc/a/b.bin')).equals(content)).toBe(true);
    expect((await buffer(await files.open(REPOSITORY, 'a/b.bin'))).equals(content)).toBe(true);
    expect(await files.hash(REPOSITORY, 'a/b.bin')).toEqual({
      bytes: content.length,
      sha256: sha256(content),
      crc32: crc32(content),
    });
  });

  it('of many small or few large pieces is the same', async () => {
    const content = randomBytes(2_500_000);
    for (const pieceBytes of [997, 1_048_576, 2_500_000]) {
      const incoming = await createStore().files.begin();
      const { sha256: hash } = await incoming.receive('a', streamOf(content, pieceBytes), NO_LIMIT);
      expect(hash).toBe(sha256(content));
    }
  });

  it('of many files at the same time keeps the bytes of each, while others break', async () => {
    const { files, folder } = createStore();
    const breaking = (content: Buffer): Readable =>
      Readable.from(
        (function* () {
          yield content;
          throw new Error('cut off');
        })(),
      );
    for (const repository of [REPOSITORY, OTHER]) {
      const incoming = await files.begin();
      const contents = Array.from({ length: 12 }, (_, index) => Buffer.alloc(index * 150_000, `content ${index} `));
      await Promise.all(
        contents.flatMap((content, index) => [
          incoming.receive(`${index}`, streamOf(content), NO_LIMIT),
          expect(incoming.receive(`broken ${index}`, breaking(content), NO_LIMIT)).rejects.toThrow('cut off'),
        ]),
      );
      await incoming.keep(repository);
      await incoming.discard();
      const kept = contents.map((_, index) => readFileSync(join(folder, 'col', repository, 'doc', `${index}`)));
      expect(kept.map(sha256)).toEqual(contents.map(sha256));
      const hashes = await Promise.all(contents.map((_, index) => files.hash(repository, `${index}`)));
      expect(hashes.map((hash) => hash?.sha256)).toEqual(contents.map(sha256));
    }
  });

  it('takes strings that a stream brings', async () => {
    const incoming = await createStore().files.begin();
    expect(await incoming.receive('a.txt', Readable.from(['código ', '😀']), NO_LIMIT)).toEqual({
      path: 'a.txt',
      bytes: 12,
      sha256: sha256('código 😀'),
      mediaType: 'text/plain; charset=utf-8',
    });
  });

  it('says the media type by the content', async () => {
    const incoming = await createStore().files.begin();
    const file = await incoming.receive('a.txt', streamOf('%PDF-1.7\n'), NO_LIMIT);
    expect(file.mediaType).toBe('application/pdf');
  });

  it('is readable by its owner only', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { 'a/b.txt': 'hello' });
    for (const path of everythingIn(store)) {
      const found = statSync(join(store.folder, path));
      expect([path, found.mode & 0o777]).toEqual([path, found.isDirectory() ? 0o700 : 0o600]);
    }
    expect(statSync(store.folder).mode & 0o777).toBe(0o700);
  });

  it('is visible to nobody before it is kept, and leaves nothing else behind', async () => {
    const store = createStore();
    const incoming = await store.files.begin();
    await incoming.receive('a.txt', streamOf('hello'), NO_LIMIT);
    expect(await collect(store.files.walk())).toEqual([]);
    await expect(store.files.open(REPOSITORY, 'a.txt')).rejects.toMatchObject({ code: 'file-missing' });
    await incoming.keep(REPOSITORY);
    await incoming.discard();
    expect(everythingIn(store).filter((path) => statSync(join(store.folder, path)).isFile())).toEqual([
      `col/${REPOSITORY}/doc/a.txt`,
    ]);
    expect(readdirSync(join(store.folder, 'incoming'))).toEqual([]);
  });

  it('that is discarded leaves nothing', async () => {
    const store = createStore();
    const incoming = await store.files.begin();
    await incoming.receive('a/b.txt', streamOf('hello'), NO_LIMIT);
    await incoming.discard();
    await incoming.discard();
    expect(everythingIn(store)).toEqual(['incoming']);
  });

  it('that is withdrawn leaves no documents, and can be kept again', async () => {
    const { files } = createStore();
    const incoming = await files.begin();
    await incoming.receive('a.txt', streamOf('hello'), NO_LIMIT);
    await incoming.keep(REPOSITORY);
    await incoming.withdraw(REPOSITORY);
    expect(await collect(files.walk())).toEqual([]);
    await incoming.keep(OTHER);
    expect(await collect(files.walk())).toEqual([{ repository: OTHER, path: 'a.txt', bytes: 5 }]);
  });

  it('does not replace the documents of an item, nor withdraws those of another deposit', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { 'a.txt': 'first' });
    const second = await store.files.begin();
    await second.receive('a.txt', streamOf('second'), NO_LIMIT);
    await expect(second.keep(REPOSITORY)).rejects.toMatchObject({ code: 'documents-exist' });
    await second.withdraw(REPOSITORY);
    await second.discard();
    expect(String(await buffer(await store.files.open(REPOSITORY, 'a.txt')))).toBe('first');
  });

  it('is one of two at the same time for one item, and both for two items', async () => {
    const store = createStore();
    const begin = async (content: Buffer): Promise<IncomingDocuments> => {
      const incoming = await store.files.begin();
      await Promise.all([
        incoming.receive('a.bin', streamOf(content), NO_LIMIT),
        incoming.receive('d/b.bin', streamOf(content), NO_LIMIT),
        incoming.receive('d/c.bin', streamOf(content), NO_LIMIT),
      ]);
      return incoming;
    };
    const contents = [randomBytes(3_000_000), randomBytes(3_000_000), randomBytes(3_000_000)];
    const [first, second, third] = await Promise.all(contents.map(begin));
    const kept = await Promise.allSettled([first?.keep(REPOSITORY), second?.keep(REPOSITORY), third?.keep(OTHER)]);
    expect(kept.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'documents-exist' }) },
    ]);
    const winner = kept[0]?.status === 'fulfilled' ? contents[0] : contents[1];
    for (const path of ['a.bin', 'd/b.bin', 'd/c.bin']) {
      expect((await store.files.hash(REPOSITORY, path))?.sha256).toBe(sha256(winner ?? ''));
      expect((await store.files.hash(OTHER, path))?.sha256).toBe(sha256(contents[2] ?? ''));
    }
  });
});

describe('names', () => {
  it.each([
    'رسالة/الفصل الأول.pdf',
    '论文/第一章.pdf',
    '😀/👩\u200d👩\u200d👧.png',
    'ação.txt',
    'a'.repeat(255),
    `${'d/'.repeat(32)}f`,
    '.hidden',
    'doc',
    'partial-1',
    'CON',
    'd/nul.txt',
    'a.',
    'a<b>:"c"|?*.txt',
    'é'.repeat(382),
    `${'论'.repeat(150)}/${'x'.repeat(400)}`,
    '%~a%3Ab',
    String.raw`a\x5Cb`,
    String.raw`Relat\xF3rio/\xE7\xE3o.pdf`,
    String.raw`\x20a\x0A`,
    String.raw`\xF3`.repeat(255),
    String.raw`\xF3`.repeat(500),
    String.raw`ac\xCC\xA7a\xCC\x83o.txt`,
    String.raw`a\xE2\x80\xAEgpj.exe`,
  ])('%s is kept and found again', async (path) => {
    for (const store of [createStore(), createStore('win32')]) {
      await deposit(store, REPOSITORY, { [path]: 'hello' });
      expect(await collect(store.files.walk())).toEqual([{ repository: REPOSITORY, path, bytes: 5 }]);
      expect(String(await buffer(await store.files.open(REPOSITORY, path)))).toBe('hello');
      expect(await store.files.hash(REPOSITORY, path)).toMatchObject({ bytes: 5 });
      await store.files.remove(REPOSITORY);
      expect(await collect(store.files.walk())).toEqual([]);
      const [removed] = await collect(store.files.openRemoved(REPOSITORY, path));
      expect(String(await buffer(removed ?? Readable.from([])))).toBe('hello');
    }
  });

  it('are those of the files on the disk, to the byte', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { [String.raw`d/Relat\xF3rio?.pdf`]: 'hello', [String.raw`a\x5Cb`]: '' });
    const documents = join(store.folder, 'col', REPOSITORY, 'doc');
    expect(readdirSync(documents)).toEqual(['a\\b', 'd']);
    const [name] = readdirSync(join(documents, 'd'), { encoding: 'buffer' });
    expect(name?.toString('latin1')).toBe('Relat\xf3rio?.pdf');
  });

  it('are escaped where a system does not take them, and where they are too long', async () => {
    const windows = createStore('win32');
    await deposit(windows, REPOSITORY, { [String.raw`d/Relat\xF3rio?.pdf`]: 'hello', 'nul.txt': '', 'b.': '', ok: '' });
    const names = await readdir(join(windows.folder, 'col', REPOSITORY, 'doc'), { recursive: true });
    expect(names.toSorted()).toEqual(['%~b%2E', '%~nul.txt', 'd', 'd/%~Relat%F3rio%3F.pdf', 'ok'].toSorted());
    const store = createStore();
    await deposit(store, REPOSITORY, { ['x'.repeat(300)]: 'hello' });
    const [first] = readdirSync(join(store.folder, 'col', REPOSITORY, 'doc'));
    expect(first).toBe(`%~${'x'.repeat(120)}%+`);
  });

  it('of uploads that come to nothing are given back', async () => {
    const store = createStore();
    const incoming = await store.files.begin();
    mkdirSync(join(store.folder, 'uploads'));
    writeFileSync(join(store.folder, 'uploads', 'one'), 'hello');
    expect(await incoming.adopt(String.raw`\xF3/a`, 'one')).toMatchObject({ path: String.raw`\xF3/a`, bytes: 5 });
    await incoming.discard();
    expect(readFileSync(join(store.folder, 'uploads', 'one'), 'utf8')).toBe('hello');
    expect(everythingIn(store)).toEqual(['incoming', 'uploads', 'uploads/one']);
  });

  it('are kept in NFC, and found in any form', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { 'ac\u0327a\u0303o.txt': 'hello' });
    expect(await collect(store.files.walk())).toMatchObject([{ path: 'ação.txt' }]);
    expect(await store.files.hash(REPOSITORY, 'ac\u0327a\u0303o.txt')).toMatchObject({ bytes: 5 });
  });

  it.each([
    '',
    '../../x',
    '/etc/passwd',
    'a/../../b',
    'a/..',
    '..\\x',
    'a\0',
    String.raw`\x2e\x2E/x`,
    String.raw`a\x2Fb`,
    String.raw`a\x00`,
    'a'.repeat(1_000),
    '\ud83d',
  ])('%j is refused', async (path) => {
    const store = createStore();
    const incoming = await store.files.begin();
    const content = streamOf('hello');
    await expect(incoming.receive(path, content, NO_LIMIT)).rejects.toMatchObject({
      code: 'file-name-invalid',
      message: expect.stringMatching(/^.*, character \d+: expected .+$/),
    });
    expect(content.destroyed).toBe(true);
    await expect(incoming.adopt(path, 'upload')).rejects.toMatchObject({ code: 'file-name-invalid' });
    await expect(store.files.open(REPOSITORY, path)).rejects.toMatchObject({ code: 'file-missing' });
    expect(await store.files.hash(REPOSITORY, path)).toBeUndefined();
    await incoming.discard();
    expect(everythingIn(store)).toEqual(['incoming']);
  });

  it.each([
    ['a.txt', 'a.txt'],
    ['a.txt', 'A.TXT'],
    ['ação', 'AC\u0327A\u0303O'],
    ['a', 'a/b'],
    ['a/b', 'a'],
    ['A/b/c', 'a/B'],
    ['❤\ufe0f.png', '❤.png'],
  ])('%j and %j collide', async (first, second) => {
    const store = createStore();
    const incoming = await store.files.begin();
    await incoming.receive(first, streamOf('first'), NO_LIMIT);
    await expect(incoming.receive(second, streamOf('second'), NO_LIMIT)).rejects.toMatchObject({
      code: 'file-name-taken',
    });
    await incoming.keep(REPOSITORY);
    expect(await collect(store.files.walk())).toMatchObject([{ bytes: 5 }]);
  });

  it('collide while the first file is still on its way', async () => {
    const incoming = await createStore().files.begin();
    const results = await Promise.allSettled(
      ['a', 'A', 'a/b'].map((path) => incoming.receive(path, streamOf(randomBytes(200_000)), NO_LIMIT)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('may not be repositories that lead elsewhere', async () => {
    const store = createStore();
    const incoming = await store.files.begin();
    for (const repository of ['..', '../..', 'inpe.br/sid/2009/..', '/etc', ''].map(repositoryLabel)) {
      await expect(store.files.open(repository, 'a')).rejects.toThrow('not a repository name');
      await expect(store.files.remove(repository)).rejects.toThrow('not a repository name');
      await expect(incoming.keep(repository)).rejects.toThrow('not a repository name');
    }
  });
});

describe('limits', () => {
  it('are kept to the byte, and the file that goes beyond is gone', async () => {
    const store = createStore();
    const incoming = await store.files.begin();
    const content = streamOf(randomBytes(3_000_001));
    await expect(incoming.receive('a.bin', content, { maxBytes: 3_000_000 })).rejects.toMatchObject({
      code: 'file-too-large',
      message: 'a.bin: 3000001 bytes have come and at most 3000000 are taken; send a smaller file',
    });
    expect(content.destroyed).toBe(true);
    expect(everythingIn(store).filter((path) => !/^incoming(\/[^/]+(\/doc)?)?$/.test(path))).toEqual([]);
    await incoming.receive('a.bin', streamOf(randomBytes(3_000_000)), { maxBytes: 3_000_000 });
    await incoming.receive('empty', streamOf(''), { maxBytes: 0 });
  });

  it('stop an endless stream', async () => {
    const incoming = await createStore().files.begin();
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    );
    await expect(incoming.receive('a', endless, { maxBytes: 5_000_000 })).rejects.toMatchObject({
      code: 'file-too-large',
    });
  });

  it('are 10,000 files to an item', async () => {
    const { files } = createStore();
    const incoming = await files.begin();
    const receive = (index: number) => incoming.receive(`${index % 100}/${index}`, streamOf(''), NO_LIMIT);
    for (let start = 0; start < 10_000; start += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => receive(start + index)));
    }
    await expect(receive(10_000)).rejects.toMatchObject({ code: 'too-many-files' });
    await incoming.keep(REPOSITORY);
    expect(await collect(files.walk())).toHaveLength(10_000);
  });
});

describe('a stream that breaks', () => {
  it('leaves nothing, and its error is that of the stream', async () => {
    const store = createStore();
    const incoming = await store.files.begin();
    const broken = Readable.from(
      (function* () {
        yield randomBytes(2_000_000);
        throw Object.assign(new Error('the peer went away'), { code: 'ECONNRESET', syscall: 'read' });
      })(),
    );
    await expect(incoming.receive('d/a.bin', broken, NO_LIMIT)).rejects.toThrow('the peer went away');
    expect(everythingIn(store).filter((path) => /partial|bin|\/d$/.test(path))).toEqual([]);
    await incoming.receive('d', streamOf('hello'), NO_LIMIT);
    await incoming.keep(REPOSITORY);
    expect(await collect(store.files.walk())).toMatchObject([{ path: 'd', bytes: 5 }]);
  });

  it('leaves nothing if it is cut off', async () => {
    const store = createStore();
    const incoming = await store.files.begin();
    const cut = new Readable({ read() {} });
    cut.push(randomBytes(100_000));
    const receiving = incoming.receive('a.bin', cut, NO_LIMIT);
    setImmediate(() => cut.destroy());
    await expect(receiving).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
    expect(everythingIn(store).filter((path) => /partial|bin/.test(path))).toEqual([]);
  });
});

describe('an upload', () => {
  const upload = ({ folder }: Store, id: string, content: string): string => {
    mkdirSync(join(folder, 'uploads'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'uploads', id), content, { mode: 0o644 });
    return join(folder, 'uploads', id);
  };

  it.each(['by its id', 'by its path'])('is adopted %s without being copied', async (how) => {
    const store = createStore();
    const path = upload(store, 'id1', 'hello');
    const { ino } = statSync(path);
    const incoming = await store.files.begin();
    expect(await incoming.adopt('d/a.txt', how === 'by its id' ? 'id1' : path)).toEqual({
      path: 'd/a.txt',
      bytes: 5,
      sha256: sha256('hello'),
      mediaType: 'text/plain; charset=utf-8',
    });
    await incoming.keep(REPOSITORY);
    await incoming.discard();
    const kept = statSync(join(store.folder, 'col', REPOSITORY, 'doc/d/a.txt'));
    expect([kept.ino, kept.mode & 0o777]).toEqual([ino, 0o600]);
    expect(existsSync(path)).toBe(false);
  });

  it('is given back if the deposit comes to nothing', async () => {
    const store = createStore();
    const path = upload(store, 'id1', 'hello');
    const incoming = await store.files.begin();
    await incoming.adopt('a.txt', 'id1');
    expect(existsSync(path)).toBe(false);
    await incoming.keep(REPOSITORY);
    await incoming.withdraw(REPOSITORY);
    await incoming.discard();
    expect(readFileSync(path, 'utf8')).toBe('hello');
  });

  it('is taken from the folder of uploads only', async () => {
    const store = createStore();
    const outside = join(createTemporaryFolder(), 'secret');
    writeFileSync(outside, 'secret');
    upload(store, 'id1', 'hello');
    symlinkSync(outside, join(store.folder, 'uploads', 'link'));
    mkdirSync(join(store.folder, 'uploads', 'folder'));
    await deposit(store, REPOSITORY, { 'a.txt': 'kept' });
    const incoming = await store.files.begin();
    for (const path of ['none', 'link', 'folder', '.', '..', outside, `../col/${REPOSITORY}/doc/a.txt`]) {
      await expect(incoming.adopt('b.txt', path)).rejects.toMatchObject({ code: 'file-missing' });
    }
    expect(readFileSync(outside, 'utf8')).toBe('secret');
    await incoming.adopt('b.txt', '../uploads/id1');
  });
});

describe('reading', () => {
  it('takes a range, both ends included', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { a: '0123456789' });
    const read = async (start: number, end: number) =>
      String(await buffer(await store.files.open(REPOSITORY, 'a', { start, end })));
    expect(await read(0, 0)).toBe('0');
    expect(await read(3, 5)).toBe('345');
    expect(await read(9, 9)).toBe('9');
    expect(await read(8, 100)).toBe('89');
  });

  it('refuses what is not there', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { 'd/a': 'hello' });
    for (const path of ['b', 'd', 'd/a/b', 'D/a']) {
      await expect(store.files.open(REPOSITORY, path)).rejects.toMatchObject({
        code: 'file-missing',
        message: `${path} is not among the documents of ${REPOSITORY}: look at its list of files`,
      });
      expect(await store.files.hash(REPOSITORY, path)).toBeUndefined();
    }
    await expect(store.files.open(OTHER, 'd/a')).rejects.toMatchObject({ code: 'file-missing' });
  });

  it('follows no link that was planted in the store', async () => {
    const store = createStore();
    const outside = createTemporaryFolder();
    writeFileSync(join(outside, 'secret'), 'secret');
    await deposit(store, REPOSITORY, { 'd/a': 'hello' });
    const documents = join(store.folder, 'col', REPOSITORY, 'doc');
    symlinkSync(join(outside, 'secret'), join(documents, 'file'));
    symlinkSync(outside, join(documents, 'folder'));
    symlinkSync('d', join(documents, 'inside'));
    spawnSync('mkfifo', [join(documents, 'pipe')]);
    for (const path of ['file', 'folder/secret', 'inside/a', 'pipe']) {
      await expect(store.files.open(REPOSITORY, path)).rejects.toMatchObject({ code: 'file-missing' });
      expect(await store.files.hash(REPOSITORY, path)).toBeUndefined();
    }
    expect(await collect(store.files.walk())).toEqual([{ repository: REPOSITORY, path: 'd/a', bytes: 5 }]);
  });

  it('follows no link in the place of an item, and writes through none', async () => {
    const store = createStore();
    const outside = createTemporaryFolder();
    mkdirSync(join(outside, 'sid/2009/02.16.17.46/doc'), { recursive: true });
    writeFileSync(join(outside, 'sid/2009/02.16.17.46/doc/secret'), 'secret');
    mkdirSync(join(store.folder, 'col'), { recursive: true });
    symlinkSync(outside, join(store.folder, 'col/inpe.br'));
    await expect(store.files.open(REPOSITORY, 'secret')).rejects.toMatchObject({ code: 'file-missing' });
    expect(await collect(store.files.walk())).toEqual([]);
    const incoming = await store.files.begin();
    await expect(incoming.keep(OTHER)).rejects.toMatchObject({
      code: 'disk-failed',
      message: `${join(store.folder, 'col/inpe.br')} is not a folder: move it away`,
    });
    await store.files.remove(REPOSITORY);
    expect(existsSync(join(outside, 'sid/2009/02.16.17.46/doc/secret'))).toBe(true);
  });

  it('works where the data folder itself is reached through a link', async () => {
    const real = createTemporaryFolder();
    const link = join(createTemporaryFolder(), 'link');
    symlinkSync(real, link);
    const files = createDiskItemFiles({ folder: link });
    await deposit({ folder: link, files }, REPOSITORY, { a: 'hello' });
    expect(String(await buffer(await files.open(REPOSITORY, 'a')))).toBe('hello');
    expect(existsSync(join(real, 'col', REPOSITORY, 'doc/a'))).toBe(true);
  });

  it('finds a file that rotted', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { a: 'hello' });
    writeFileSync(join(store.folder, 'col', REPOSITORY, 'doc/a'), 'hellO');
    expect(await store.files.hash(REPOSITORY, 'a')).toEqual({
      bytes: 5,
      sha256: sha256('hellO'),
      crc32: crc32('hellO'),
    });
  });
});

describe('walking', () => {
  it('sees exactly what is there, in order', async () => {
    const store = createStore();
    expect(await collect(store.files.walk())).toEqual([]);
    await deposit(store, REPOSITORY, { b: '1', 'a/z': '22', 'a/y': '' });
    await deposit(store, OTHER, { c: '4444' });
    writeFileSync(join(store.folder, 'col', REPOSITORY, 'doc/by hand '), '333');
    writeFileSync(join(store.folder, 'col', REPOSITORY, 'beside'), 'no document');
    writeFileSync(join(store.folder, 'col/README'), 'no document');
    mkdirSync(join(store.folder, 'col/lost+found/a/b/c/doc'), { recursive: true });
    writeFileSync(join(store.folder, 'col/lost+found/a/b/c/doc/d'), 'no document');
    mkdirSync(join(store.folder, 'col/inpe.br/sid/2010/02.16.17.46'), { recursive: true });
    expect(await collect(store.files.walk())).toEqual([
      { repository: REPOSITORY, path: 'a/y', bytes: 0 },
      { repository: REPOSITORY, path: 'a/z', bytes: 2 },
      { repository: REPOSITORY, path: 'b', bytes: 1 },
      { repository: REPOSITORY, path: String.raw`by hand\x20`, bytes: 3 },
      { repository: OTHER, path: 'c', bytes: 4 },
    ]);
  });
});

describe('removing', () => {
  it('takes the documents out of reach and keeps them, each time they are removed', async () => {
    const store = createStore();
    for (const content of ['first', 'second']) {
      await deposit(store, REPOSITORY, { 'd/a': content });
      await store.files.remove(REPOSITORY);
      await expect(store.files.open(REPOSITORY, 'd/a')).rejects.toMatchObject({ code: 'file-missing' });
      expect(await collect(store.files.walk())).toEqual([]);
    }
    const removed = globSync(`removed/${REPOSITORY}/*/doc/d/a`, { cwd: store.folder });
    expect(removed.map((path) => readFileSync(join(store.folder, path), 'utf8')).sort()).toEqual(['first', 'second']);
  });

  it('is harmless where there is nothing', async () => {
    const store = createStore();
    await store.files.remove(REPOSITORY);
    await store.files.remove(REPOSITORY);
    expect(everythingIn(store)).toEqual([]);
  });
});

describe('sweeping', () => {
  const age = (path: string): void => {
    const twoDaysAgo = Date.now() / 1_000 - 2 * 24 * 60 * 60;
    for (const name of [...readdirSync(path), '.']) utimesSync(join(path, name), twoDaysAgo, twoDaysAgo);
  };

  const rename = (store: Store, owner: string): string => {
    const incoming = join(store.folder, 'incoming');
    const name = join(incoming, `${owner}.0123456789abcdef01234567`);
    renameSync(onlyChild(incoming), name);
    return name;
  };

  const machine = hostname().replace(/[^A-Za-z0-9-]/g, '-');

  const createLeftover = async (): Promise<Store> => {
    const store = createStore();
    const incoming = await store.files.begin();
    await incoming.receive('a', streamOf('hello'), NO_LIMIT);
    return store;
  };

  const startProcess = (): number => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    onTestFinished(() => {
      child.kill();
    });
    return child.pid ?? -1;
  };

  it('finds nothing in a new store', async () => {
    const store = createStore();
    await store.files.sweep();
    expect(everythingIn(store)).toEqual([]);
  });

  it('spares the deposits of this process, however old, whichever store began them', async () => {
    const store = createStore();
    const incoming = await store.files.begin();
    await incoming.receive('a', streamOf('hello'), NO_LIMIT);
    age(onlyChild(join(store.folder, 'incoming')));
    await createDiskItemFiles({ folder: store.folder }).sweep();
    await incoming.keep(REPOSITORY);
    await incoming.discard();
    expect(await collect(store.files.walk())).toHaveLength(1);
  });

  it('spares the young ones of another process that lives, and removes the old ones', async () => {
    const store = await createLeftover();
    const folder = rename(store, `${machine}.${startProcess()}`);
    await store.files.sweep();
    expect(existsSync(folder)).toBe(true);
    age(folder);
    writeFileSync(join(folder, 'partial-2'), 'still growing');
    await store.files.sweep();
    expect(existsSync(folder)).toBe(true);
    age(folder);
    await store.files.sweep();
    expect(existsSync(folder)).toBe(false);
  });

  it('removes those of a process that is gone, and of an earlier one with the number of this', async () => {
    for (const pid of [spawnSync('true').pid, process.pid]) {
      const store = await createLeftover();
      const folder = rename(store, `${machine}.${pid}`);
      await store.files.sweep();
      expect(existsSync(folder)).toBe(false);
    }
  });

  it('leaves folders of other machines, and unknown ones, for a day', async () => {
    for (const owner of [`other-machine.${process.pid}`, 'what-is-this']) {
      const store = await createLeftover();
      const folder = rename(store, owner);
      await store.files.sweep();
      expect(existsSync(folder)).toBe(true);
      age(folder);
      await store.files.sweep();
      expect(existsSync(folder)).toBe(false);
    }
  });

  it('touches no documents', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { a: 'hello' });
    age(join(store.folder, 'col'));
    await store.files.sweep();
    expect(await collect(store.files.walk())).toHaveLength(1);
  });
});

describe('a damaged file', () => {
  const content = 'what was deposited';
  const file = { path: 'a/ação?.txt', bytes: content.length, sha256: sha256(content), mediaType: 'text/plain' };
  const placeOf = ({ folder }: Store) => globSync(`${folder}/col/${REPOSITORY}/doc/a/*.txt`)[0] ?? '';

  it.each([
    ['changed', (place: string) => writeFileSync(place, 'what was deposIted')],
    ['cut off', (place: string) => writeFileSync(place, 'what')],
    ['missing', (place: string) => renameSync(place, `${place}.gone`)],
  ])('that is %s is replaced by the right content', async (_what, damage) => {
    const store = createStore();
    await deposit(store, REPOSITORY, { [file.path]: content, other: 'x' });
    damage(placeOf(store));
    await store.files.mend(REPOSITORY, file, streamOf(content));
    expect(await store.files.hash(REPOSITORY, file.path)).toMatchObject({ bytes: file.bytes, sha256: file.sha256 });
    expect(await store.files.hash(REPOSITORY, 'other')).toMatchObject({ bytes: 1 });
    expect(readdirSync(join(store.folder, 'incoming'))).toEqual([]);
  });

  it('stays as it is if other or longer content comes', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { [file.path]: content });
    writeFileSync(placeOf(store), 'damaged');
    const mend = (text: string) => store.files.mend(REPOSITORY, file, streamOf(text));
    await expect(mend('what was deposIted')).rejects.toMatchObject({ code: 'copy-differs' });
    await expect(mend(`${content} and more`)).rejects.toMatchObject({ code: 'file-too-large' });
    expect(readFileSync(placeOf(store), 'utf8')).toBe('damaged');
    expect(readdirSync(join(store.folder, 'incoming'))).toEqual([]);
  });

  it('is read as slowly as is asked for', async () => {
    const store = createStore();
    await deposit(store, REPOSITORY, { large: 'x'.repeat(2_500_000) });
    const pieces: number[] = [];
    await store.files.hash(REPOSITORY, 'large', async (bytes) => {
      pieces.push(bytes);
    });
    expect(pieces).toEqual([1_048_576, 1_048_576, 402_848]);
  });
});

describe('a disk that fails', () => {
  it('is refused in one line with the path, the code and what to do', async () => {
    const folder = join(createTemporaryFolder(), 'file');
    writeFileSync(folder, 'not a folder');
    await expect(createDiskItemFiles({ folder }).begin()).rejects.toMatchObject({
      code: 'disk-failed',
      message: `cannot use ${folder}: ENOTDIR; look at the folder and its disk`,
    });
  });

  it('is one where the data folder has no parent', async () => {
    const folder = join(createTemporaryFolder(), 'a/b/c');
    await expect(createDiskItemFiles({ folder }).begin()).rejects.toMatchObject({
      code: 'disk-failed',
      message: expect.stringContaining(`cannot use ${folder}: ENOENT; `),
    });
  });

  it('that is full leaves no part of the file behind', () => {
    const { folder } = createStore();
    const script = `
      import { Readable } from 'node:stream';
      import { createDiskItemFiles } from ${JSON.stringify(new URL('packages/server/src/adapters/disk/documents/disk-item-files.ts', ROOT).href)};
      const incoming = await createDiskItemFiles({ folder: ${JSON.stringify(folder)} }).begin();
      const content = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(100_000)));
      await incoming.receive('a', content, { maxBytes: 1e9 }).catch(({ code, message }) => console.log(code + ' ' + message));
      await incoming.receive('a', Readable.from(['hello']), { maxBytes: 1e9 });
      await incoming.keep('${REPOSITORY}');
      await incoming.discard();
    `;
    const command = `ulimit -f 2000; trap '' XFSZ; exec "$0" --conditions=source --input-type=module -e "$1"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, script], { encoding: 'utf8' });
    expect([stderr, stdout]).toEqual(['', expect.stringMatching(/^disk-failed cannot use .*: EFBIG; .*\n$/)]);
    expect(globSync('**/{partial-*,a}', { cwd: folder })).toEqual([`col/${REPOSITORY}/doc/a`]);
  });
});

describe('memory', () => {
  it('stays flat while 300 MB stream in and are read again', async () => {
    const { files } = createStore();
    const incoming = await files.begin();
    const piece = randomBytes(65_536);
    const pieces = Math.ceil(300_000_000 / piece.length);
    let peak = 0;
    const measure = (): void => {
      peak = Math.max(peak, process.memoryUsage.rss());
    };
    const content = Readable.from(
      (function* () {
        for (let index = 0; index < pieces; index += 1) {
          if (index % 50 === 0) measure();
          yield Buffer.from(piece);
        }
      })(),
      { objectMode: false },
    );
    const before = process.memoryUsage.rss();
    await incoming.receive('large.bin', content, NO_LIMIT);
    await incoming.keep(REPOSITORY);
    let read = 0;
    for await (const chunk of await files.open(REPOSITORY, 'large.bin')) {
      read += chunk.length;
      measure();
    }
    await files.hash(REPOSITORY, 'large.bin');
    measure();
    expect(read).toBe(pieces * piece.length);
    expect(peak - before).toBeLessThan(150_000_000);
  });
});
