import { randomBytes } from 'node:crypto';
import { realpath, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RepositoryLabel } from '@perene/core';
import { isMissing } from '../disk-failure.ts';
import { makeDurableFolders, syncFolder } from '../folders.ts';
import { documentsFolder } from './documents-folder.ts';

/**
 * Moves the documents of an item to `removed/<repository>/<moment>/doc`, where nobody can reach them. Returns their new
 * place, or undefined if there were none.
 */
export const moveToRemoved = async (root: string, repository: RepositoryLabel): Promise<string | undefined> => {
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
