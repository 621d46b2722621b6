import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import { onDisk } from '../disk-failure.ts';
import { makeDurableFolders } from '../folders.ts';
import { diskPathsOf, joinDiskPath } from '../names/disk-paths.ts';
import { documentsFolder } from './documents-folder.ts';
import { writeHashedFile } from './hashed-file.ts';
import { makeIncomingFolder, removeIncomingFolder } from './incoming-folders.ts';
import { moveToDurablePlace } from './move-to-place.ts';
import { openRegularFile } from './open-regular-file.ts';

/** Writes the content beside the documents, compares its hash, and moves it over the damaged file. */
export const mendDocument = async (
  { root, platform }: { readonly root: string; readonly platform: NodeJS.Platform },
  {
    repository,
    file: { path, bytes, sha256 },
    content,
  }: { readonly repository: RepositoryLabel; readonly file: ItemFile; readonly content: Readable },
): Promise<void> => {
  const incoming = await onDisk(root, () => makeIncomingFolder(root));
  try {
    const partial = join(incoming, 'partial-1');
    const written = await writeHashedFile(partial, content, { name: path, maxBytes: bytes });
    if (written.sha256 !== sha256) throw refuse('copy-differs', { path, sha256: written.sha256, announced: sha256 });
    await onDisk(path, async () => {
      const documents = await makeDurableFolders(root, documentsFolder(repository));
      const places = diskPathsOf(path, platform);
      const found = await firstExisting(documents, places);
      await moveToDurablePlace(partial, documents, found === undefined ? places : [found]);
    });
  } finally {
    content.destroy();
    await onDisk(incoming, () => removeIncomingFolder(incoming));
  }
};

/** A file is at the first place where it is found, so that is the one to be replaced. */
const firstExisting = async (documents: string, places: ReturnType<typeof diskPathsOf>) => {
  for (const place of places) {
    const handle = await openRegularFile(joinDiskPath(documents, place));
    await handle?.close();
    if (handle !== undefined) return place;
  }
  return undefined;
};
