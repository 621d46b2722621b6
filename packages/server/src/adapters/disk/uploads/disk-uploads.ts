import { randomBytes } from 'node:crypto';
import { constants, type FileHandle, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Refusal, refuse } from '@perene/api/refusals';
import type { Upload, Uploads } from '../../../ports/archive/item-files.ts';
import { isMissing, onDisk } from '../disk-failure.ts';
import { makeFolders, resolveRoot, syncFolder } from '../folders.ts';
import { lockUpload } from './upload-locks.ts';

const MAX_OPEN_UPLOADS = 10_000;
const MAX_OPEN_OF_ONE = 100;
const ID_BYTES = 16;
const ID = /^[0-9a-f]{32}$/;
const OWNER_ONLY = 0o600;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;
const MICROSECONDS_PER_MILLISECOND = 1_000n;

/** The parts of an upload that do not change while it is open. */
type Announced = Pick<Upload, 'owner' | 'path' | 'bytes'>;

/** Uploads that can be resumed: `uploads/<id>` has the content so far, `uploads/<id>.json` what was announced. */
export const createDiskUploads = ({ folder }: { readonly folder: string }): Uploads => {
  /** The uploads that this process uses; locks show what others use. */
  const inUse = new Set<string>();

  const findFolder = (): Promise<string> =>
    onDisk(folder, async () => makeFolders(await resolveRoot(folder), 'uploads'));

  const find = async (id: string): Promise<Upload | undefined> => {
    if (!ID.test(id)) return undefined;
    const content = join(await findFolder(), id);
    return onDisk(content, () => readUpload(id, content));
  };

  const append = async (id: string, part: { readonly offset: number; readonly content: Readable }): Promise<number> => {
    const upload = await find(id);
    if (upload === undefined) throw notFound(id);
    const path = join(await findFolder(), id);
    return onDisk(path, async () => {
      const release = await lockUpload(path);
      if (release === undefined) throw busy(id);
      try {
        return await appendPart(path, upload, part);
      } finally {
        await release();
      }
    });
  };

  return {
    find,
    async begin({ owner, path, bytes }) {
      const uploads = await findFolder();
      return onDisk(uploads, async () => {
        await syncFolder(dirname(uploads));
        await checkRoom(uploads, { owner, bytes });
        const id = randomBytes(ID_BYTES).toString('hex');
        await writeNewFile(join(uploads, `${id}.json`), JSON.stringify({ owner, path, bytes } satisfies Announced));
        await writeNewFile(join(uploads, id), '');
        await syncFolder(uploads);
        return { id, owner, path, bytes, received: 0 };
      });
    },
    async append(id, part) {
      if (inUse.has(id)) throw busy(id);
      inUse.add(id);
      try {
        return await append(id, part);
      } finally {
        inUse.delete(id);
      }
    },
    async abandon(id) {
      if (!ID.test(id)) return;
      const uploads = await findFolder();
      await onDisk(uploads, () => removeUpload(uploads, id));
    },
    async sweep(before) {
      const uploads = await findFolder();
      await onDisk(uploads, async () => {
        for (const id of await listIds(uploads)) {
          if (!inUse.has(id) && (await lastTouched(uploads, id)) < before) await removeUpload(uploads, id);
        }
      });
    },
  };
};

const notFound = (id: string): Refusal => refuse('upload-not-found', { id });

const busy = (id: string): Refusal => refuse('upload-busy', { id });

const readUpload = async (id: string, content: string): Promise<Upload | undefined> => {
  try {
    const announced = JSON.parse(await readFile(`${content}.json`, 'utf8')) as Announced;
    return { id, ...announced, received: (await stat(content)).size };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Checks the announced size of a new upload, which must fit on the disk, and how many uploads are open. */
const checkRoom = async (uploads: string, { owner, bytes }: Pick<Announced, 'owner' | 'bytes'>): Promise<void> => {
  const ids = await listIds(uploads);
  if (ids.length >= MAX_OPEN_UPLOADS) throw refuse('too-many-uploads', { max: MAX_OPEN_UPLOADS });
  let [own, awaited] = [0, bytes];
  for (const id of ids) {
    const known = await readUpload(id, join(uploads, id));
    if (known === undefined) continue;
    awaited += known.bytes - known.received;
    if (known.owner === owner) own += 1;
  }
  if (own >= MAX_OPEN_OF_ONE) throw refuse('too-many-uploads', { max: MAX_OPEN_OF_ONE });
  const { bavail, bsize } = await statfs(uploads);
  if (awaited > bavail * bsize) throw refuse('disk-failed', { reason: 'failed', path: uploads, cause: 'ENOSPC' });
};

const listIds = async (uploads: string): Promise<readonly string[]> =>
  (await readdir(uploads)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));

const writeNewFile = async (path: string, text: string): Promise<void> => {
  const handle = await open(path, NEW_FILE, OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const appendPart = async (
  path: string,
  upload: Upload,
  part: { readonly offset: number; readonly content: Readable },
): Promise<number> => {
  const handle = await open(path, APPENDING);
  try {
    return await writePart(handle, upload, part);
  } finally {
    await handle.close();
  }
};

const writePart = async (
  handle: FileHandle,
  { id, bytes }: Upload,
  { offset, content }: { readonly offset: number; readonly content: Readable },
): Promise<number> => {
  const { size } = await handle.stat();
  if (size !== offset) {
    throw refuse('upload-offset', { id, received: size, offset });
  }
  let received = size;
  try {
    for await (const chunk of unbroken(content)) {
      if (received + chunk.length > bytes) {
        throw refuse('file-too-large', { reason: 'upload', id, bytes });
      }
      await handle.appendFile(chunk);
      received += chunk.length;
    }
  } finally {
    await handle.sync();
  }
  return received;
};

/** A broken connection ends the part, and what came before is kept. */
async function* unbroken(content: Readable): AsyncGenerator<Buffer> {
  const chunks = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch(() => undefined);
      if (next === undefined || next.done) return;
      yield next.value as Buffer;
    }
  } finally {
    content.destroy();
  }
}

/** The announcement is removed last, so that after a crash the rest can still be found. */
const removeUpload = async (uploads: string, id: string): Promise<void> => {
  for (const name of [id, `${id}.lock`]) await rm(join(uploads, name), { force: true });
  await rm(join(uploads, `${id}.json`), { force: true });
};

/** Microseconds; for an upload whose content became part of an item, the time of its announcement. */
const lastTouched = async (uploads: string, id: string): Promise<bigint> => {
  for (const path of [join(uploads, id), join(uploads, `${id}.json`)]) {
    try {
      return BigInt(Math.trunc((await stat(path)).mtimeMs)) * MICROSECONDS_PER_MILLISECOND;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return 0n;
};
