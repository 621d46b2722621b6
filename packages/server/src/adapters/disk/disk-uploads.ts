import { randomBytes } from 'node:crypto';
import { constants, type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Upload, Uploads } from '../../ports/uploads.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isMissing, onDisk } from './disk-failure.ts';
import { makeFolders, resolveRoot, syncFolder } from './folders.ts';
import { lockUpload } from './upload-locks.ts';

const MAX_OPEN_UPLOADS = 10_000;
const ID_BYTES = 16;
const ID = /^[0-9a-f]{32}$/;
const OWNER_ONLY = 0o600;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;
const MICROSECONDS_PER_MILLISECOND = 1_000n;

/** What does not change while an upload is open. */
type Announced = Pick<Upload, 'owner' | 'path' | 'bytes'>;

/** Uploads that may be resumed: `uploads/<id>` is what has come, `uploads/<id>.json` what was announced. */
export const createDiskUploads = ({ folder }: { readonly folder: string }): Uploads => {
  /** By this process; locks tell what others use. */
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
        await checkRoom(uploads);
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

const notFound = (id: string): Refusal => new Refusal('upload-not-found', `there is no upload ${id}: begin a new one`);

const busy = (id: string): Refusal =>
  new Refusal('upload-busy', `upload ${id} is being continued by another request: wait for its end`);

const readUpload = async (id: string, content: string): Promise<Upload | undefined> => {
  try {
    const announced = JSON.parse(await readFile(`${content}.json`, 'utf8')) as Announced;
    return { id, ...announced, received: (await stat(content)).size };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const checkRoom = async (uploads: string): Promise<void> => {
  if ((await listIds(uploads)).length < MAX_OPEN_UPLOADS) return;
  throw new Refusal('too-many-uploads', `${MAX_OPEN_UPLOADS} uploads are open: finish or delete some, or try later`);
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
    throw new Refusal('upload-offset', `upload ${id} is at ${size}, not at ${offset}: go on from there`);
  }
  let received = size;
  try {
    for await (const chunk of unbroken(content)) {
      if (received + chunk.length > bytes) {
        throw new Refusal('file-too-large', `upload ${id} was announced with ${bytes} bytes, and more have come`);
      }
      await handle.appendFile(chunk);
      received += chunk.length;
    }
  } finally {
    await handle.sync();
  }
  return received;
};

/** A connection that breaks ends the part: what came before counts. */
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

/** What was announced goes last, so that a crash leaves nothing that is never found again. */
const removeUpload = async (uploads: string, id: string): Promise<void> => {
  for (const name of [id, `${id}.lock`]) await rm(join(uploads, name), { force: true });
  await rm(join(uploads, `${id}.json`), { force: true });
};

/** Microseconds; of an upload whose content has gone into an item, when it was announced. */
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
