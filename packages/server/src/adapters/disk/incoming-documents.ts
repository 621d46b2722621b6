import { lstat, realpath, rename } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { IncomingDocuments, ItemFile } from '../../ports/item-files.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { codeOf, isMissing, onDisk } from './disk-failure.ts';
import { documentsFolder } from './documents-folder.ts';
import { createFileNames } from './file-names.ts';
import { makeDurableFolders, makeFolders, syncFolder, syncTree } from './folders.ts';
import { type HashedFile, hashFile, writeHashedFile } from './hashed-file.ts';
import { makeIncomingFolder, removeIncomingFolder } from './incoming-folders.ts';
import { detectMediaType } from './media-type.ts';
import { moveToRemoved } from './move-to-removed.ts';
import { openRegularFile } from './open-regular-file.ts';

/** Documents are gathered in a folder of their own, and become those of an item by one rename. */
export const createIncomingDocuments = async (root: string): Promise<IncomingDocuments> => {
  const incoming = await onDisk(root, () => makeIncomingFolder(root));
  const documents = await onDisk(incoming, () => makeFolders(incoming, 'doc'));
  const names = createFileNames();
  const adopted = new Map<string, string>();
  let received = 0;
  let kept: string | undefined;
  let folderNumber: bigint | undefined;
  let replaced: string | undefined;

  /** Runs `work` with a name of its own; the file that it leaves at `source` goes to its place among the documents. */
  const place = async (
    path: string,
    source: string,
    work: (name: string) => Promise<HashedFile>,
  ): Promise<ItemFile> => {
    const name = names.take(path);
    try {
      const { bytes, sha256, head } = await work(name);
      const mediaType = await detectMediaType(head, basename(name));
      await onDisk(join(documents, name), async () => {
        if (name.includes('/')) await makeFolders(documents, dirname(name));
        await rename(source, join(documents, name));
      });
      return { path: name, bytes, sha256, mediaType };
    } catch (error) {
      names.release(name);
      throw error;
    }
  };

  const keep = async (repository: string, makeRoom?: () => Promise<void>): Promise<void> => {
    const target = join(root, documentsFolder(repository));
    await onDisk(target, async () => {
      await syncTree(documents);
      const parent = await makeDurableFolders(root, relative(root, dirname(target)));
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
        return await place(path, partial, (name) => writeHashedFile(partial, content, { name, maxBytes }));
      } catch (error) {
        content.destroy();
        throw error;
      }
    },
    async adopt(path, uploadPath) {
      const upload = resolve(root, 'uploads', uploadPath);
      const file = await place(path, upload, () => onDisk(upload, () => hashUpload(root, upload)));
      adopted.set(upload, join(documents, file.path));
      return file;
    },
    keep: (repository) => keep(repository),
    replace: (repository) =>
      keep(repository, async () => {
        replaced = await moveToRemoved(root, repository);
      }),
    async withdraw(repository) {
      const target = join(root, documentsFolder(repository));
      await onDisk(target, async () => {
        // What others keep there is not to be touched.
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

/** Uploads that became no documents can be adopted again. */
const giveBack = async (adopted: ReadonlyMap<string, string>): Promise<void> => {
  for (const [upload, file] of adopted) await rename(file, upload);
};

const moveUnlessThere = async (from: string, to: string, repository: string): Promise<void> => {
  if (await isThere(to)) throw refuseSecond(repository);
  try {
    await rename(from, to);
  } catch (error) {
    const isRefused = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '');
    throw isRefused ? refuseSecond(repository) : error;
  }
};

const refuseSecond = (repository: string): Refusal =>
  new Refusal('documents-exist', `${repository} has its documents already: deposit others as another item`);

/** By which a folder is known wherever it is moved. */
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

/** The upload itself stays where it is until all is known of it. */
const hashUpload = async (root: string, upload: string): Promise<HashedFile> => {
  const isUpload = (await isThere(upload)) && (await realpath(dirname(upload))) === join(root, 'uploads');
  const handle = isUpload ? await openRegularFile(join(root, 'uploads', basename(upload))) : undefined;
  if (handle === undefined) throw new Refusal('file-missing', `${upload}: there is no such upload; send it again`);
  try {
    await handle.chmod(0o600);
    await handle.sync();
    return await hashFile(handle);
  } finally {
    await handle.close();
  }
};
