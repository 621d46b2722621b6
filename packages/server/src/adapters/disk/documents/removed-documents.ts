import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { RepositoryLabel } from '@perene/core';
import { parseItemFilePath } from '@perene/core/item';
import { isMissing, onDisk } from '../disk-failure.ts';
import { diskPathsOf } from '../names/disk-paths.ts';
import { documentsFolder } from './documents-folder.ts';
import { openFirstFile } from './open-regular-file.ts';

export async function* openRemoved(root: string, repository: RepositoryLabel, path: string): AsyncGenerator<Readable> {
  const parsed = parseItemFilePath(path);
  if (!parsed.ok) return;
  // The path has the same parts as among the documents.
  const removed = join(
    root,
    documentsFolder(repository)
      .replace(/^col\//, 'removed/')
      .replace(/\/doc$/, ''),
  );
  for (const when of await onDisk(removed, () => listNewestFirst(removed))) {
    const documents = join(removed, when, 'doc');
    const handle = await onDisk(removed, () => openFirstFile(documents, diskPathsOf(parsed.value)));
    if (handle !== undefined) yield handle.createReadStream();
  }
}

/** Folders are named after the moment of the removal. */
const listNewestFirst = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await readdir(folder)).toSorted().reverse();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};
