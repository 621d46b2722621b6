import { constants, type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { isMissing, isNameRefused } from '../disk-failure.ts';
import { type DiskPath, joinDiskPath } from '../names/disk-paths.ts';

/**
 * Opens the file for reading if `path`, which has no link above the store, leads to it through no link in the store
 * either; returns undefined if there is no such file. With O_NONBLOCK, opening a pipe does not wait.
 */
export const openRegularFile = async (path: DiskPath): Promise<FileHandle | undefined> => {
  const handle = await openUnlinked(path);
  if (handle === undefined) return undefined;
  try {
    if (await isFileAt(handle, path)) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
};

/** Opens the first of these files that exists, inside of a folder without links. */
export const openFirstFile = async (folder: string, paths: readonly DiskPath[]): Promise<FileHandle | undefined> => {
  for (const path of paths) {
    const handle = await openRegularFile(joinDiskPath(folder, path));
    if (handle !== undefined) return handle;
  }
  return undefined;
};

const openUnlinked = async (path: DiskPath): Promise<FileHandle | undefined> => {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error) || isNameRefused(error)) return undefined;
    throw error;
  }
};

/** Comparing the two files also detects a folder that was a link only while the file was opened. */
const isFileAt = async (handle: FileHandle, path: DiskPath): Promise<boolean> => {
  const opened = await handle.stat();
  if (!opened.isFile()) return false;
  try {
    const found = await lstat(path);
    const isSame = found.ino === opened.ino && found.dev === opened.dev;
    return isSame && (await realpath(path, { encoding: 'buffer' })).equals(Buffer.from(path));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};
