import { randomBytes } from 'node:crypto';
import { realpath, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from './disk-failure.ts';
import { documentsFolder } from './documents-folder.ts';
import { makeDurableFolders, syncFolder } from './folders.ts';

/**
 * Takes the documents of an item out of reach, to `removed/<repository>/<moment>/doc`; answers where they are then, and
 * nothing where there were none.
 */
export const moveToRemoved = async (root: string, repository: string): Promise<string | undefined> => {
  const documents = join(root, documentsFolder(repository));
  if (!(await isReachedWithoutLinks(documents))) return undefined;
  const place = dirname(documentsFolder(repository)).replace(/^col\//, 'removed/');
  const moment = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
  const removed = await makeDurableFolders(root, join(place, moment));
  try {
    await rename(documents, join(removed, 'doc'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  await syncFolder(removed);
  await syncFolder(dirname(documents));
  return join(removed, 'doc');
};

const isReachedWithoutLinks = async (path: string): Promise<boolean> => {
  try {
    return (await realpath(path)) === path;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};
