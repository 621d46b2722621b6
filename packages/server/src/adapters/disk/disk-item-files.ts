import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { parseItemFilePath } from '@perene/core/item';
import type { ItemFiles } from '../../ports/item-files.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { onDisk } from './disk-failure.ts';
import { documentsFolder } from './documents-folder.ts';
import { resolveRoot } from './folders.ts';
import { hashFile } from './hashed-file.ts';
import { createIncomingDocuments } from './incoming-documents.ts';
import { sweepIncomingFolders } from './incoming-folders.ts';
import { moveToRemoved } from './move-to-removed.ts';
import { openRegularFile } from './open-regular-file.ts';
import { walkDocuments } from './walk-documents.ts';

/** Few calls a file, and little memory for each of many slow readers. */
const READ_BYTES = 262_144;

/**
 * The bytes of items in a folder that people can read with `ls`:
 *
 *     col/<repository>/doc/<path>             documents of items
 *     incoming/<machine>.<pid>.<random>/doc/  documents on their way
 *     uploads/<id>                            uploads that may be resumed
 *     removed/<repository>/<when>/doc/        documents that were removed
 */
export const createDiskItemFiles = ({ folder }: { readonly folder: string }): ItemFiles => {
  const findRoot = (): Promise<string> => onDisk(folder, () => resolveRoot(folder));

  const openDocument = async (repository: string, path: string): Promise<FileHandle | undefined> => {
    const parsed = parseItemFilePath(path);
    if (!parsed.ok) return undefined;
    const file = join(await findRoot(), documentsFolder(repository), parsed.value);
    return onDisk(file, () => openRegularFile(file));
  };

  return {
    async begin() {
      return createIncomingDocuments(await findRoot());
    },
    async open(repository, path, range) {
      const handle = await openDocument(repository, path);
      if (handle === undefined) {
        throw new Refusal(
          'file-missing',
          `${path} is not among the documents of ${repository}: look at its list of files`,
        );
      }
      return handle.createReadStream({ ...range, highWaterMark: READ_BYTES });
    },
    async hash(repository, path) {
      const handle = await openDocument(repository, path);
      if (handle === undefined) return undefined;
      try {
        const { bytes, sha256 } = await onDisk(path, () => hashFile(handle));
        return { bytes, sha256 };
      } finally {
        await handle.close();
      }
    },
    async remove(repository) {
      const root = await findRoot();
      await onDisk(root, () => moveToRemoved(root, repository));
    },
    async *walk() {
      const root = await findRoot();
      yield* walkDocuments(root);
    },
    async sweep() {
      const root = await findRoot();
      await onDisk(join(root, 'incoming'), () => sweepIncomingFolders(root));
    },
  };
};
