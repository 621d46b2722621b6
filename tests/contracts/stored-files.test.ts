import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { RepositoryLabel } from '@perene/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskItemFiles } from '../../packages/server/src/adapters/disk/documents/disk-item-files.ts';
import { createObjectItemFiles } from '../../packages/server/src/adapters/objects/object-item-files.ts';
import { openObjectStore } from '../../packages/server/src/adapters/objects/object-store.ts';
import type { ItemFiles } from '../../packages/server/src/ports/archive/item-files.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { OBJECT_KEYS, startObjectStorage } from '../fixtures/object-storage.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const REPOSITORY = repositoryLabel('inpe.br/sid/2009/02.16.17.46');
const OTHER = repositoryLabel('inpe.br/sid@80/2009/02.16.17.46.00.5');
const NO_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };
const DAY_MS = 24 * 60 * 60 * 1_000;

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
let stores = 0;

beforeAll(async () => {
  Object.assign(process.env, OBJECT_KEYS);
  storage = await startObjectStorage();
});
afterAll(() => storage.stop());

const newPlace = () => {
  stores += 1;
  return { bucket: 'perene', prefix: `store-${stores}/`, endpoint: storage.endpoint, region: undefined };
};

/** Each makes a new store, and opens it as often as it is asked to, as nodes do. */
const ADAPTERS: readonly { readonly name: string; readonly createStore: () => () => ItemFiles }[] = [
  {
    name: 'a folder',
    createStore: () => {
      const folder = join(createTemporaryFolder(), 'data');
      return () => createDiskItemFiles({ folder });
    },
  },
  {
    name: 'a store of objects',
    createStore: () => {
      const place = newPlace();
      return () => createObjectItemFiles(place, { areLinked: true });
    },
  },
];

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

const streamOf = (content: Buffer | string, pieceBytes = 60_001): Readable => {
  const whole = Buffer.from(content);
  const pieces = Math.ceil(whole.length / pieceBytes);
  return Readable.from(
    Array.from({ length: pieces }, (_, index) => whole.subarray(index * pieceBytes, (index + 1) * pieceBytes)),
  );
};

const receive = async (files: ItemFiles, contents: Readonly<Record<string, Buffer | string>>) => {
  const incoming = await files.begin();
  for (const [path, content] of Object.entries(contents)) await incoming.receive(path, streamOf(content), NO_LIMIT);
  return incoming;
};

const deposit = async (
  files: ItemFiles,
  repository: RepositoryLabel,
  contents: Readonly<Record<string, Buffer | string>>,
) => {
  const incoming = await receive(files, contents);
  await incoming.keep(repository);
  await incoming.discard();
};

const read = async (files: ItemFiles, path: string, repository = REPOSITORY): Promise<string> =>
  (await buffer(await files.open(repository, path))).toString();

const collect = async <Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> => {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
};

describe.each(ADAPTERS)('files of items in $name', ({ createStore }) => {
  it.each([
    { what: 'nothing', content: Buffer.alloc(0) },
    { what: 'a byte', content: Buffer.from('a') },
    { what: 'one part and a byte', content: randomBytes(8 * 1_048_576 + 1) },
    { what: 'several parts', content: randomBytes(20_000_003) },
  ])('keep every byte and know their hash: $what', async ({ content }) => {
    const open = createStore();
    const incoming = await open().begin();
    const described = { bytes: content.length, sha256: sha256(content) };
    expect(await incoming.receive('a/b.bin', streamOf(content), NO_LIMIT)).toMatchObject(described);
    await incoming.keep(REPOSITORY);
    await incoming.discard();
    expect((await buffer(await open().open(REPOSITORY, 'a/b.bin'))).equals(content)).toBe(true);
    expect(await open().hash(REPOSITORY, 'a/b.bin')).toEqual({ ...described, crc32: crc32(content) });
  });

  it('are deposited at one node, and read at another', async () => {
    const open = createStore();
    await deposit(open(), REPOSITORY, { 'Ação/x y?.txt': 'here' });
    expect(await read(open(), 'Ação/x y?.txt')).toBe('here');
  });

  it('are read in ranges, both ends included', async () => {
    const files = createStore()();
    await deposit(files, REPOSITORY, { a: '0123456789', empty: '' });
    expect((await buffer(await files.open(REPOSITORY, 'a', { start: 2, end: 4 }))).toString()).toBe('234');
    expect((await buffer(await files.open(REPOSITORY, 'a', { start: 0, end: 9 }))).toString()).toBe('0123456789');
    expect(await buffer(await files.open(REPOSITORY, 'empty'))).toHaveLength(0);
  });

  it.each(['b', '../a', 'A', 'a/b', ''])('are not there: %j', async (path) => {
    const files = createStore()();
    await deposit(files, REPOSITORY, { a: 'x' });
    await expect(files.open(REPOSITORY, path)).rejects.toMatchObject({ code: 'file-missing' });
    await expect(files.open(OTHER, 'a')).rejects.toMatchObject({ code: 'file-missing' });
    expect(await files.hash(REPOSITORY, path)).toBeUndefined();
  });

  it('are found in any form of their names, and kept in NFC', async () => {
    const files = createStore()();
    await deposit(files, REPOSITORY, { 'e\u0301.txt': 'x' });
    expect(await read(files, '\u00e9.txt')).toBe('x');
  });

  it('refuse a second name, and a size beyond the limit, and leave nothing of it', async () => {
    const files = createStore()();
    const incoming = await receive(files, { 'a.txt': 'x' });
    await expect(incoming.receive('A.TXT', streamOf('y'), NO_LIMIT)).rejects.toMatchObject({ code: 'file-name-taken' });
    const large = randomBytes(9 * 1_048_576);
    await expect(incoming.receive('b', streamOf(large), { maxBytes: large.length - 1 })).rejects.toMatchObject({
      code: 'file-too-large',
    });
    await incoming.receive('b', streamOf('z'), NO_LIMIT);
    await incoming.keep(REPOSITORY);
    const found = await collect(files.walk());
    expect(found.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['a.txt', 1],
      ['b', 1],
    ]);
  });

  it('leave nothing of a stream that breaks', async () => {
    const files = createStore()();
    const incoming = await files.begin();
    const breaking = Readable.from(
      (function* () {
        yield randomBytes(9 * 1_048_576);
        throw new Error('cut off');
      })(),
    );
    await expect(incoming.receive('a', breaking, NO_LIMIT)).rejects.toThrow('cut off');
    await incoming.receive('a', streamOf('whole'), NO_LIMIT);
    await incoming.keep(REPOSITORY);
    expect(await read(files, 'a')).toBe('whole');
  });

  it('are reached by nobody before they are kept, and not after they were withdrawn or discarded', async () => {
    const files = createStore()();
    const incoming = await receive(files, { a: 'x' });
    await expect(files.open(REPOSITORY, 'a')).rejects.toMatchObject({ code: 'file-missing' });
    await incoming.keep(REPOSITORY);
    expect(await files.keptAt(REPOSITORY)).toBeGreaterThan(1_600_000_000_000_000n);
    await incoming.withdraw(REPOSITORY);
    await expect(files.open(REPOSITORY, 'a')).rejects.toMatchObject({ code: 'file-missing' });
    await incoming.keep(REPOSITORY);
    expect(await read(files, 'a')).toBe('x');
    await incoming.withdraw(REPOSITORY);
    await incoming.discard();
    expect(await collect(files.walk())).toEqual([]);
    expect(await files.keptAt(OTHER)).toBeUndefined();
  });

  it('do not take the place of others, nor withdraw them', async () => {
    const open = createStore();
    await deposit(open(), REPOSITORY, { a: 'first' });
    const second = await receive(open(), { a: 'second' });
    await expect(second.keep(REPOSITORY)).rejects.toMatchObject({ code: 'documents-exist' });
    await second.withdraw(REPOSITORY);
    await second.discard();
    expect(await read(open(), 'a')).toBe('first');
  });

  it('are those of one of two at the same time, and of both for two items', async () => {
    const open = createStore();
    for (let round = 0; round < 4; round += 1) {
      const repository = repositoryLabel(`inpe.br/sid/2009/02.16.17.${10 + round}`);
      const both = [await receive(open(), { a: '0' }), await receive(open(), { a: '1' })];
      const outcomes = await Promise.allSettled(both.map((incoming) => incoming.keep(repository)));
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await both[1 - winner]?.withdraw(repository);
      await both[1 - winner]?.discard();
      expect(await read(open(), 'a', repository)).toBe(String(winner));
    }
  });

  it('are replaced in one step, and come back if the catalogue refuses the new ones', async () => {
    const files = createStore()();
    await deposit(files, REPOSITORY, { a: 'old' });
    const incoming = await receive(files, { a: 'new' });
    await incoming.replace(REPOSITORY);
    expect(await read(files, 'a')).toBe('new');
    await incoming.withdraw(REPOSITORY);
    expect(await read(files, 'a')).toBe('old');
    await incoming.discard();
    const again = await receive(files, { a: 'newer' });
    await again.replace(REPOSITORY);
    await again.discard();
    expect(await read(files, 'a')).toBe('newer');
    const [removed] = await collect(files.openRemoved(REPOSITORY, 'a'));
    expect((await buffer(removed ?? Readable.from([]))).toString()).toBe('old');
  });

  it('are out of reach once they are removed, and kept each time', async () => {
    const files = createStore()();
    for (const content of ['one', 'two']) {
      await deposit(files, REPOSITORY, { a: content });
      await files.remove(REPOSITORY);
      await expect(files.open(REPOSITORY, 'a')).rejects.toMatchObject({ code: 'file-missing' });
    }
    const removed: string[] = [];
    for await (const content of files.openRemoved(REPOSITORY, 'a')) removed.push((await buffer(content)).toString());
    expect(removed).toEqual(['two', 'one']);
    expect(await collect(files.openRemoved(REPOSITORY, 'b'))).toEqual([]);
    await files.remove(OTHER);
  });

  it('are walked through, item by item', async () => {
    const files = createStore()();
    await deposit(files, OTHER, { 'b/c': 'xyz', a: '' });
    await deposit(files, REPOSITORY, { d: 'x' });
    await receive(files, { waiting: 'x' });
    expect(await collect(files.walk())).toEqual([
      { repository: REPOSITORY, path: 'd', bytes: 1 },
      { repository: OTHER, path: 'a', bytes: 0 },
      { repository: OTHER, path: 'b/c', bytes: 3 },
    ]);
  });

  it('are mended by content of the same hash only, also where they are lost', async () => {
    const files = createStore()();
    const incoming = await files.begin();
    const file = await incoming.receive('a/b', streamOf('sound'), NO_LIMIT);
    await incoming.keep(REPOSITORY);
    await expect(files.mend(REPOSITORY, file, streamOf('other'))).rejects.toMatchObject({ code: 'copy-differs' });
    await expect(files.mend(REPOSITORY, file, streamOf('longer than it was'))).rejects.toMatchObject({
      code: 'file-too-large',
    });
    expect(await read(files, 'a/b')).toBe('sound');
    await files.mend(REPOSITORY, file, streamOf('sound'));
    await files.mend(OTHER, file, streamOf('sound'));
    expect(await read(files, 'a/b')).toBe('sound');
    expect(await read(files, 'a/b', OTHER)).toBe('sound');
  });

  it('take over uploads, which stay if the deposit comes to nothing', async () => {
    const open = createStore();
    const content = randomBytes(9_000_000);
    const { id } = await open().uploads.begin({ owner: 'ana', path: 'x', bytes: content.length });
    await open().uploads.append(id, { offset: 0, content: streamOf(content.subarray(0, 5)) });
    await open().uploads.append(id, { offset: 5, content: streamOf(content.subarray(5)) });
    for (const isKept of [false, true]) {
      const incoming = await open().begin();
      expect(await incoming.adopt('x', id)).toMatchObject({ bytes: content.length, sha256: sha256(content) });
      if (isKept) await incoming.keep(REPOSITORY);
      await incoming.discard();
    }
    await open().uploads.abandon(id);
    expect((await buffer(await open().open(REPOSITORY, 'x'))).equals(content)).toBe(true);
    const incoming = await open().begin();
    await expect(incoming.adopt('y', id)).rejects.toMatchObject({ code: 'file-missing' });
  });

  it('are swept only where nobody holds them', async () => {
    const files = createStore()();
    await deposit(files, REPOSITORY, { a: 'x' });
    const incoming = await receive(files, { b: 'y' });
    await files.sweep();
    await incoming.keep(OTHER);
    expect(await read(files, 'a')).toBe('x');
    expect(await read(files, 'b', OTHER)).toBe('y');
  });
});

describe('files in a store of objects', () => {
  it('are fetched from the store itself where that is allowed, with the headers of the node', async () => {
    const place = newPlace();
    const files = createObjectItemFiles(place, { areLinked: true });
    await deposit(files, REPOSITORY, { 'a.txt': 'from the store' });
    const headers = { mediaType: 'text/plain; charset=utf-8', disposition: 'attachment; filename="a.txt"' };
    const link = await files.link(REPOSITORY, 'a.txt', headers);
    const response = await fetch(link ?? '');
    expect(await response.text()).toBe('from the store');
    expect(response.headers.get('content-type')).toBe(headers.mediaType);
    expect(await files.link(OTHER, 'a.txt', headers)).toBeUndefined();
    expect(await createObjectItemFiles(place, { areLinked: false }).link(REPOSITORY, 'a.txt', headers)).toBeUndefined();
  });

  it('that a crash left before they were kept are swept after a day, those that were kept stay', async () => {
    const place = newPlace();
    const files = createObjectItemFiles(place, { areLinked: false });
    const store = openObjectStore(place);
    await receive(files, { lost: 'x' });
    await deposit(files, REPOSITORY, { a: 'y' });
    // The marker of a set that was kept just before the crash.
    const [pointer] = await collect(store.list('col/'));
    const set = /-([0-9a-f]{24})\.json$/.exec(pointer?.key ?? '')?.[1] ?? '';
    await store.put(`incoming/${set}.json`, Buffer.from(JSON.stringify({ repository: REPOSITORY })));
    await createObjectItemFiles(place, { areLinked: false, readClock: () => Date.now() + 2 * DAY_MS }).sweep();
    expect(await collect(store.list('incoming/'))).toEqual([]);
    expect(await collect(store.list('doc/'))).toHaveLength(1);
    expect(await read(files, 'a')).toBe('y');
  });

  it('are a matter for the operator if the store does not answer, or has no such bucket', async () => {
    for (const place of [
      { ...newPlace(), endpoint: 'http://127.0.0.1:1' },
      { ...newPlace(), bucket: 'missing' },
    ]) {
      const files = createObjectItemFiles(place, { areLinked: false });
      await expect(files.open(REPOSITORY, 'a')).rejects.toMatchObject({ code: 'disk-failed' });
    }
  });
});

describe.each(ADAPTERS)('files of drafts in $name', ({ createStore }) => {
  const [DRAFT, SECOND] = ['0123456789abcdef', 'fedcba9876543210'];
  const content = Buffer.from('day,level\n1,2\n');

  it('are received and read in parts, by any node, and are gone when the draft is', async () => {
    const open = createStore();
    const { drafts } = open();
    const limits = { path: 'levels.csv', maxBytes: 100 };
    const file = await drafts.receive(DRAFT, streamOf(content), limits);
    expect(file).toMatchObject({
      bytes: content.length,
      sha256: sha256(content),
      mediaType: 'text/csv; charset=utf-8',
    });
    expect(await buffer(await open().drafts.open(DRAFT, file.id))).toEqual(content);
    expect(String(await buffer(await drafts.open(DRAFT, file.id, { start: 4, end: 8 })))).toBe('level');
    const large = drafts.receive(DRAFT, streamOf('x'.repeat(101)), limits);
    await expect(large).rejects.toMatchObject({ code: 'file-too-large' });
    const other = await drafts.receive(SECOND, streamOf('b'), limits);
    await drafts.removeAll(DRAFT);
    await expect(drafts.open(DRAFT, file.id)).rejects.toMatchObject({ code: 'file-missing' });
    const left: string[] = [];
    for await (const { draft } of drafts.list()) left.push(draft);
    expect(left).toEqual([SECOND]);
    await drafts.remove(SECOND, other.id);
    await expect(drafts.open(SECOND, other.id)).rejects.toMatchObject({ code: 'file-missing' });
  });

  it('come from uploads, which stay until they are abandoned', async () => {
    const { drafts, uploads } = createStore()();
    const { id } = await uploads.begin({ owner: 'ana', path: 'levels.csv', bytes: content.length });
    await uploads.append(id, { offset: 0, content: streamOf(content) });
    const file = await drafts.adopt(DRAFT, id, { path: 'levels.csv' });
    expect(await uploads.find(id)).toMatchObject({ received: content.length });
    await uploads.abandon(id);
    expect(await buffer(await drafts.open(DRAFT, file.id))).toEqual(content);
    await expect(drafts.adopt(DRAFT, id, { path: 'a' })).rejects.toMatchObject({ code: 'file-missing' });
  });

  it.each(['..', '../col', 'x/y', ''])('are not reached by the name %j', async (name) => {
    const { drafts } = createStore()();
    await expect(drafts.open(DRAFT, name)).rejects.toMatchObject({ code: 'file-missing' });
    await expect(drafts.open(name, DRAFT)).rejects.toMatchObject({ code: 'file-missing' });
  });
});
