import { randomBytes } from 'node:crypto';
import { copyFile, link, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import type { DraftFiles } from '../../../ports/archive/desk/draft-files.ts';
import { isMissing, onDisk } from '../disk-failure.ts';
import { type HashedFile, hashFile, writeHashedFile } from '../documents/hashed-file.ts';
import { openRegularFile } from '../documents/open-regular-file.ts';
import { makeDurableFolders, resolveRoot, syncFolder } from '../folders.ts';
import { detectMediaType } from '../media-type.ts';

const ID_BYTES = 8;
const ID = /^[0-9a-f]{16}$/;
const UPLOAD_ID = /^[0-9a-f]{32}$/;
const READ_BYTES = 262_144;

/** Keeps files of drafts in `drafts/<draft>/<file>`. */
export const createDiskDraftFiles = ({ folder }: { readonly folder: string }): DraftFiles => {
  const findRoot = (): Promise<string> => onDisk(folder, () => resolveRoot(folder));
  const placeOf = async (draft: string): Promise<string> => join(await findRoot(), 'drafts', checkId(draft));
  const makePlace = async (draft: string): Promise<string> => {
    const root = await findRoot();
    return onDisk(root, () => makeDurableFolders(root, `drafts/${checkId(draft)}`));
  };
  const describe = async (id: string, path: string, { bytes, sha256, head }: HashedFile) => ({
    id,
    bytes,
    sha256,
    mediaType: await detectMediaType(head, basename(path)),
  });

  return {
    async receive(draft, content, { path, maxBytes }) {
      try {
        const place = await makePlace(draft);
        const id = randomBytes(ID_BYTES).toString('hex');
        const partial = join(place, `${id}.partial`);
        const file = await describe(id, path, await writeHashedFile(partial, content, { name: path, maxBytes }));
        await onDisk(partial, () => rename(partial, join(place, id)));
        await onDisk(place, () => syncFolder(place));
        return file;
      } catch (error) {
        content.destroy();
        throw error;
      }
    },
    async adopt(draft, uploadId, { path }) {
      const missing = refuse('file-missing', { reason: 'upload', id: uploadId });
      if (!UPLOAD_ID.test(uploadId)) throw missing;
      const place = await makePlace(draft);
      const id = randomBytes(ID_BYTES).toString('hex');
      const upload = join(await findRoot(), 'uploads', uploadId);
      return onDisk(upload, async () => {
        const handle = await openRegularFile(upload);
        if (handle === undefined) throw missing;
        try {
          await handle.sync();
          const file = await describe(id, path, await hashFile(handle));
          await linkOrCopy(upload, join(place, id));
          await syncFolder(place);
          return file;
        } finally {
          await handle.close();
        }
      });
    },
    async open(draft, file, range) {
      const place = join(await placeOf(draft), checkId(file));
      const handle = await onDisk(place, () => openRegularFile(place));
      if (handle === undefined) throw refuse('file-missing', { reason: 'address', address: file });
      return handle.createReadStream({ ...range, highWaterMark: READ_BYTES });
    },
    async remove(draft, file) {
      const place = join(await placeOf(draft), checkId(file));
      await onDisk(place, () => rm(place, { force: true }));
    },
    async removeAll(draft) {
      const place = await placeOf(draft);
      await onDisk(place, () => rm(place, { recursive: true, force: true }));
    },
    async *list() {
      const drafts = join(await findRoot(), 'drafts');
      for (const draft of await onDisk(drafts, () => listNames(drafts))) {
        if (!ID.test(draft)) continue;
        const { mtimeMs } = await onDisk(drafts, () => stat(join(drafts, draft)));
        yield { draft, changedAt: BigInt(Math.trunc(mtimeMs)) * 1_000n };
      }
    },
  };
};

/** A name of anything else would lead out of the folder. */
const checkId = (id: string): string => {
  if (ID.test(id)) return id;
  throw refuse('file-missing', { reason: 'address', address: id.slice(0, 100) });
};

/** Not every file system has links; the upload stays either way. */
const linkOrCopy = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
  }
};

const listNames = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};
