import { lstat, rename } from 'node:fs/promises';
import { isMissing, isNameRefused } from '../disk-failure.ts';
import { makeNamedFolders, syncFolder } from '../folders.ts';
import { type DiskPath, folderOfDiskPath, joinDiskPath } from '../names/disk-paths.ts';

/** Moves a file to the first of these paths that the disk accepts, and makes the folders. */
export const moveToPlace = async (source: string, root: string, paths: readonly DiskPath[]): Promise<DiskPath> => {
  for (const [index, path] of paths.entries()) {
    try {
      const folder = folderOfDiskPath(path);
      if (folder !== undefined) await makeNamedFolders(root, folder);
      await rename(source, joinDiskPath(root, path));
      return path;
    } catch (error) {
      if (!isNameRefused(error) || index === paths.length - 1) throw error;
    }
  }
  throw new Error('a file has at least one place');
};

/** The same, durably. */
export const moveToDurablePlace = async (source: string, root: string, paths: readonly DiskPath[]): Promise<void> => {
  const known = await Promise.all(paths.map((path) => hasFolder(root, path)));
  const path = await moveToPlace(source, root, paths);
  const isKnown = known[paths.indexOf(path)];
  for (let folder = folderOfDiskPath(path); folder !== undefined; folder = folderOfDiskPath(folder)) {
    await syncFolder(joinDiskPath(root, folder));
    if (isKnown) return;
  }
  await syncFolder(root);
};

const hasFolder = async (root: string, path: DiskPath): Promise<boolean> => {
  const folder = folderOfDiskPath(path);
  if (folder === undefined) return true;
  try {
    return (await lstat(joinDiskPath(root, folder))).isDirectory();
  } catch (error) {
    if (isMissing(error) || isNameRefused(error)) return false;
    throw error;
  }
};
