import {
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskUploads } from '../../packages/server/src/adapters/disk/uploads/disk-uploads.ts';
import { openObjectStore } from '../../packages/server/src/adapters/objects/object-store.ts';
import { createObjectUploads } from '../../packages/server/src/adapters/objects/object-uploads.ts';
import type { Uploads } from '../../packages/server/src/ports/archive/item-files.ts';
import { OBJECT_KEYS, startObjectStorage } from '../fixtures/object-storage.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
let stores = 0;
beforeAll(async () => {
  Object.assign(process.env, OBJECT_KEYS);
  storage = await startObjectStorage();
});
afterAll(() => storage.stop());

/** Each adapter opens the same store as often as it is asked to. */
const ADAPTERS: readonly { name: string; createStore: () => () => Uploads }[] = [
  {
    name: 'folder on disk',
    createStore: () => {
      const folder = createTemporaryFolder();
      return () => createDiskUploads({ folder });
    },
  },
  {
    name: 'store of objects',
    createStore: () => {
      stores += 1;
      const place = { bucket: 'perene', prefix: `uploads-${stores}/`, region: undefined };
      return () => createObjectUploads(openObjectStore({ ...place, endpoint: storage.endpoint }));
    },
  },
];

const content = (...chunks: readonly string[]): Readable => Readable.from(chunks.map((text) => Buffer.from(text)));
const announced = { owner: 'ana', path: 'a/b.txt', bytes: 10 };

describe.each(ADAPTERS)('uploads: $name', ({ createStore }) => {
  it('are kept as they were announced, and grow', async () => {
    const open = createStore();
    const upload = await open().begin(announced);
    expect(upload).toMatchObject({ ...announced, received: 0 });
    expect(await open().append(upload.id, { offset: 0, content: content('hel', 'lo') })).toBe(5);
    expect(await open().find(upload.id)).toEqual({ ...upload, received: 5 });
    expect(await open().append(upload.id, { offset: 5, content: content('world') })).toBe(10);
    expect(await open().append(upload.id, { offset: 10, content: content() })).toBe(10);
  });

  it.each(['', '.', '..', '../x', 'x', '0'.repeat(32), `${'0'.repeat(32)}.json`])('do not know %j', async (id) => {
    const uploads = createStore()();
    expect(await uploads.find(id)).toBeUndefined();
    await uploads.abandon(id);
    await expect(uploads.append(id, { offset: 0, content: content('x') })).rejects.toMatchObject({
      code: 'upload-not-found',
    });
  });

  it('refuse other offsets than their own end', async () => {
    const uploads = createStore()();
    const { id } = await uploads.begin(announced);
    await uploads.append(id, { offset: 0, content: content('abc') });
    for (const offset of [0, 2, 4]) {
      await expect(uploads.append(id, { offset, content: content('x') })).rejects.toMatchObject({
        code: 'upload-offset',
      });
    }
    expect(await uploads.find(id)).toMatchObject({ received: 3 });
  });

  it('never hold more than was announced', async () => {
    const uploads = createStore()();
    const { id } = await uploads.begin(announced);
    const tooLong = content('12345', '67890', '1');
    await expect(uploads.append(id, { offset: 0, content: tooLong })).rejects.toMatchObject({ code: 'file-too-large' });
    expect(await uploads.find(id)).toMatchObject({ received: 10 });
  });

  it('keep what came before the connection broke', async () => {
    const uploads = createStore()();
    const { id } = await uploads.begin(announced);
    async function* breaking() {
      yield Buffer.from('123');
      throw new Error('the connection broke');
    }
    expect(await uploads.append(id, { offset: 0, content: Readable.from(breaking()) })).toBe(3);
    expect(await uploads.append(id, { offset: 3, content: content('4567890') })).toBe(10);
  });

  it('let one at a time go on', async () => {
    const uploads = createStore()();
    const { id } = await uploads.begin(announced);
    const slow = new Readable({ read: () => undefined });
    slow.push('12');
    const first = uploads.append(id, { offset: 0, content: slow });
    await expect(uploads.append(id, { offset: 0, content: content('x') })).rejects.toMatchObject({
      code: 'upload-busy',
    });
    slow.push(null);
    expect(await first).toBe(2);
    expect(await uploads.append(id, { offset: 2, content: content('3') })).toBe(3);
  });

  it('let one process at a time go on', async () => {
    const open = createStore();
    const [one, other] = [open(), open()];
    const { id } = await one.begin(announced);
    const slow = new Readable({ read: () => undefined });
    slow.push('12345');
    const first = one.append(id, { offset: 0, content: slow });
    await expect.poll(async () => (await other.find(id))?.received).toBe(5);
    await expect(other.append(id, { offset: 5, content: content('67890') })).rejects.toMatchObject({
      code: 'upload-busy',
    });
    slow.push(null);
    expect(await first).toBe(5);
    expect(await other.append(id, { offset: 5, content: content('67890') })).toBe(10);
  });

  it('are gone when they are abandoned, also twice', async () => {
    const uploads = createStore()();
    const { id } = await uploads.begin(announced);
    await uploads.abandon(id);
    await uploads.abandon(id);
    expect(await uploads.find(id)).toBeUndefined();
  });

  it('are swept only where nobody has touched them since', async () => {
    const uploads = createStore()();
    const { id } = await uploads.begin(announced);
    await uploads.sweep(0n);
    expect(await uploads.find(id)).toBeDefined();
    await uploads.sweep(BigInt(Date.now() + 60_000) * 1_000n);
    expect(await uploads.find(id)).toBeUndefined();
  });
});

describe('uploads in a folder', () => {
  it('lie where items take them over', async () => {
    const folder = createTemporaryFolder();
    const uploads = createDiskUploads({ folder });
    const { id } = await uploads.begin(announced);
    await uploads.append(id, { offset: 0, content: content('1234567890') });
    expect(readFileSync(join(folder, 'uploads', id), 'utf8')).toBe('1234567890');
  });

  it('are gone on with where a process of this machine, or one elsewhere, died over them', async () => {
    const folder = createTemporaryFolder();
    const uploads = createDiskUploads({ folder });
    const { id } = await uploads.begin(announced);
    const file = join(folder, 'uploads', id);
    const machine = hostname().replace(/[^A-Za-z0-9-]/g, '-');
    symlinkSync(`${machine}.${process.pid}.0`, `${file}.lock`);
    expect(await uploads.append(id, { offset: 0, content: content('12') })).toBe(2);
    symlinkSync('elsewhere.1.0', `${file}.lock`);
    await expect(uploads.append(id, { offset: 2, content: content('3') })).rejects.toMatchObject({
      code: 'upload-busy',
    });
    for (const path of [file, `${file}.lock`]) lutimesSync(path, 1_000, 1_000);
    expect(await uploads.append(id, { offset: 2, content: content('3') })).toBe(3);
    expect(readdirSync(join(folder, 'uploads'))).toHaveLength(2);
  });

  it('are swept by when they were announced, once items have taken them over', async () => {
    const folder = createTemporaryFolder();
    const uploads = createDiskUploads({ folder });
    mkdirSync(join(folder, 'uploads'));
    const left = join(folder, 'uploads', `${'0'.repeat(32)}.json`);
    writeFileSync(left, '{}');
    utimesSync(left, 1_000, 1_000);
    await uploads.sweep(999_000_000n);
    expect(readdirSync(join(folder, 'uploads'))).toHaveLength(1);
    await uploads.sweep(1_001_000_000n);
    expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
  });

  it('are at most 100 of one key, which leaves room to others', async () => {
    const uploads = createDiskUploads({ folder: createTemporaryFolder() });
    const opened = [];
    for (let number = 0; number < 100; number += 1) opened.push(await uploads.begin(announced));
    await expect(uploads.begin(announced)).rejects.toMatchObject({
      code: 'too-many-uploads',
      parameters: { max: 100 },
    });
    await uploads.begin({ ...announced, owner: 'another' });
    await uploads.abandon(opened[0]?.id ?? '');
    await uploads.begin(announced);
  });

  it('announce no more than the disk has room for, together', async () => {
    const folder = createTemporaryFolder();
    const uploads = createDiskUploads({ folder });
    const { bavail, bsize } = statfsSync(folder);
    const most = Math.floor(bavail * bsize * 0.6);
    const { id } = await uploads.begin({ ...announced, bytes: most });
    await expect(uploads.begin({ ...announced, bytes: most })).rejects.toMatchObject({
      code: 'disk-failed',
      parameters: { cause: 'ENOSPC' },
    });
    await uploads.abandon(id);
    await uploads.begin({ ...announced, bytes: most });
  });

  it('are at most 10000', async () => {
    const folder = createTemporaryFolder();
    mkdirSync(join(folder, 'uploads'));
    for (let count = 0; count < 10_000; count += 1) {
      writeFileSync(join(folder, 'uploads', `${String(count).padStart(32, '0')}.json`), '');
    }
    await expect(createDiskUploads({ folder }).begin(announced)).rejects.toMatchObject({ code: 'too-many-uploads' });
  });
});
