import { type FileHandle, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { parseItemFilePath } from '@perene/core/item';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import { isMissing, onDisk } from '../disk-failure.ts';
import { createDiskDraftFiles } from '../drafts/disk-draft-files.ts';
import { resolveRoot } from '../folders.ts';
import { diskPathsOf } from '../names/disk-paths.ts';
import { createDiskUploads } from '../uploads/disk-uploads.ts';
import { documentsFolder } from './documents-folder.ts';
import { hashFile } from './hashed-file.ts';
import { createIncomingDocuments } from './incoming-documents.ts';
import { sweepIncomingFolders } from './incoming-folders.ts';
import { mendDocument } from './mend-document.ts';
import { moveToRemoved } from './move-to-removed.ts';
import { openFirstFile } from './open-regular-file.ts';
import { openRemoved } from './removed-documents.ts';
import { walkDocuments } from './walk-documents.ts';

/** Large enough for few calls a file, small enough for many slow readers. */
const READ_BYTES = 262_144;

/**
 * Keeps the files of items in a folder that people can read with `ls`:
 *
 *     col/<repository>/doc/<path>             documents of items, see `disk-names.ts` for their names
 *     incoming/<machine>.<pid>.<random>/doc/  documents on their way
 *     uploads/<id>                            uploads that may be resumed
 *     drafts/<draft>/<file>                   files of drafts
 *     removed/<repository>/<when>/doc/        documents that were removed
 */
export const createDiskItemFiles = ({
  folder,
  platform = process.platform,
}: {
  readonly folder: string;
  /** The platform whose rules for names the disk follows. */
  readonly platform?: NodeJS.Platform;
}): ItemFiles => {
  const findRoot = (): Promise<string> => onDisk(folder, () => resolveRoot(folder));

  const openDocument = async (repository: RepositoryLabel, path: string): Promise<FileHandle | undefined> => {
    const parsed = parseItemFilePath(path);
    if (!parsed.ok) return undefined;
    const documents = join(await findRoot(), documentsFolder(repository));
    return onDisk(`${documents}/${parsed.value}`, () => openFirstFile(documents, diskPathsOf(parsed.value, platform)));
  };

  return {
    uploads: createDiskUploads({ folder }),
    drafts: createDiskDraftFiles({ folder }),
    async begin() {
      return createIncomingDocuments(await findRoot(), platform);
    },
    async open(repository, path, range) {
      const handle = await openDocument(repository, path);
      if (handle === undefined) {
        throw refuse('file-missing', { reason: 'not-listed', path, label: repository });
      }
      return handle.createReadStream({ ...range, highWaterMark: READ_BYTES });
    },
    link: async () => undefined,
    async hash(repository, path, pace) {
      const handle = await openDocument(repository, path);
      if (handle === undefined) return undefined;
      try {
        const { bytes, sha256, crc32 } = await onDisk(path, () => hashFile(handle, pace));
        return { bytes, sha256, crc32 };
      } finally {
        await handle.close();
      }
    },
    async remove(repository) {
      const root = await findRoot();
      await onDisk(root, () => moveToRemoved(root, repository));
    },
    async *openRemoved(repository, path) {
      yield* openRemoved(await findRoot(), repository, path);
    },
    async keptAt(repository) {
      // A rename brings the documents, and changes the date of the folder around them.
      const place = dirname(join(await findRoot(), documentsFolder(repository)));
      return onDisk(folder, async () => {
        try {
          return (await stat(place, { bigint: true })).mtimeNs / 1_000n;
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      });
    },
    async mend(repository, file, content) {
      await mendDocument({ root: await findRoot(), platform }, { repository, file, content });
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
