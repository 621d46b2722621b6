import { lstat, realpath, rename } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Refusal, refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { IncomingDocuments, ItemFile } from '../../../ports/archive/item-files.ts';
import { codeOf, isMissing, onDisk } from '../disk-failure.ts';
import { makeDurableFolders, makeFolders, syncFolder, syncTree } from '../folders.ts';
import { detectMediaType } from '../media-type.ts';
import { type DiskPath, diskPathsOf, joinDiskPath } from '../names/disk-paths.ts';
import { createFileNames } from '../names/taken-names.ts';
import { documentsFolder } from './documents-folder.ts';
import { type HashedFile, hashFile, writeHashedFile } from './hashed-file.ts';
import { makeIncomingFolder, removeIncomingFolder } from './incoming-folders.ts';
import { moveToPlace } from './move-to-place.ts';
import { moveToRemoved } from './move-to-removed.ts';
import { openRegularFile } from './open-regular-file.ts';

/** Collects documents in a folder of their own, and makes them those of an item by one rename. */
export const createIncomingDocuments = async (root: string, platform: NodeJS.Platform): Promise<IncomingDocuments> => {
  const incoming = await onDisk(root, () => makeIncomingFolder(root));
  const documents = await onDisk(incoming, () => makeFolders(incoming, 'doc'));
  const names = createFileNames();
  const adopted = new Map<string, DiskPath>();
  let received = 0;
  let kept: string | undefined;
  let folderNumber: bigint | undefined;
  let replaced: string | undefined;

  /** Runs `work` with a new name, then moves the file that it has left at `source` to its place among the documents. */
  const place = async (
    path: string,
    source: string,
    work: (name: string) => Promise<HashedFile>,
  ): Promise<{ readonly place: DiskPath; readonly file: ItemFile }> => {
    const name = names.take(path);
    try {
      const { bytes, sha256, head } = await work(name);
      const mediaType = await detectMediaType(head, basename(name));
      const found = await onDisk(join(documents, name), () =>
        moveToPlace(source, documents, diskPathsOf(name, platform)),
      );
      return { place: joinDiskPath(documents, found), file: { path: name, bytes, sha256, mediaType } };
    } catch (error) {
      names.release(name);
      throw error;
    }
  };

  const keep = async (repository: RepositoryLabel, makeRoom?: () => Promise<void>): Promise<void> => {
    const target = join(root, documentsFolder(repository));
    await onDisk(target, async () => {
      const [parent] = await Promise.all([
        makeDurableFolders(root, relative(root, dirname(target))),
        syncTree(documents),
      ]);
      folderNumber = await numberOf(documents);
      await makeRoom?.();
      await moveUnlessThere(documents, target, repository);
      kept = target;
      await syncFolder(parent);
    });
  };

  return {
    async receive(path, content, { maxBytes }) {
      received += 1;
      const partial = join(incoming, `partial-${received}`);
      try {
        return (await place(path, partial, (name) => writeHashedFile(partial, content, { name, maxBytes }))).file;
      } catch (error) {
        content.destroy();
        throw error;
      }
    },
    async adopt(path, uploadPath) {
      const upload = resolve(root, 'uploads', uploadPath);
      const placed = await place(path, upload, () => onDisk(upload, () => hashUpload(root, upload)));
      adopted.set(upload, placed.place);
      return placed.file;
    },
    keep: (repository) => keep(repository),
    replace: (repository) =>
      keep(repository, async () => {
        replaced = await moveToRemoved(root, repository);
      }),
    async withdraw(repository) {
      const target = join(root, documentsFolder(repository));
      await onDisk(target, async () => {
        // Documents that another process keeps there must stay.
        if (kept !== target || (await numberOf(target)) !== folderNumber) return;
        await rename(target, documents);
        kept = undefined;
        if (replaced !== undefined) await rename(replaced, target);
        await syncFolder(dirname(target));
      });
    },
    async discard() {
      await onDisk(incoming, async () => {
        if (kept === undefined) await giveBack(adopted);
        adopted.clear();
        await removeIncomingFolder(incoming);
      });
    },
  };
};

/** Puts uploads that did not become documents back, so that they can be adopted again. */
const giveBack = async (adopted: ReadonlyMap<string, DiskPath>): Promise<void> => {
  for (const [upload, file] of adopted) await rename(file, upload);
};

const moveUnlessThere = async (from: string, to: string, repository: RepositoryLabel): Promise<void> => {
  if (await isThere(to)) throw refuseSecond(repository);
  try {
    await rename(from, to);
  } catch (error) {
    const isRefused = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '');
    throw isRefused ? refuseSecond(repository) : error;
  }
};

const refuseSecond = (repository: RepositoryLabel): Refusal =>
  refuse('documents-exist', { reason: 'deposit', label: repository });

/** The number by which a folder is recognized after it was moved. */
const numberOf = async (path: string): Promise<bigint | undefined> => {
  try {
    return (await lstat(path, { bigint: true })).ino;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const isThere = async (path: string): Promise<boolean> => {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

/** The upload itself is not moved before it is hashed. */
const hashUpload = async (root: string, upload: string): Promise<HashedFile> => {
  const isUpload = (await isThere(upload)) && (await realpath(dirname(upload))) === join(root, 'uploads');
  const handle = isUpload ? await openRegularFile(join(root, 'uploads', basename(upload))) : undefined;
  if (handle === undefined) throw refuse('file-missing', { reason: 'upload', id: upload });
  try {
    await handle.chmod(0o600);
    await handle.sync();
    return await hashFile(handle);
  } finally {
    await handle.close();
  }
};
