import { constants, type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { isMissing } from './disk-failure.ts';

/**
 * Opens the file for reading if `path`, which has no link above the store, leads to it through no link in the store
 * either; undefined where there is no such file. That a pipe does not make it wait is what O_NONBLOCK is for.
 */
export const openRegularFile = async (path: string): Promise<FileHandle | undefined> => {
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

const openUnlinked = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Comparing the two files also finds a folder that was a link only while the file was opened. */
const isFileAt = async (handle: FileHandle, path: string): Promise<boolean> => {
  const opened = await handle.stat();
  if (!opened.isFile()) return false;
  try {
    const found = await lstat(path);
    return found.ino === opened.ino && found.dev === opened.dev && (await realpath(path)) === path;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};
