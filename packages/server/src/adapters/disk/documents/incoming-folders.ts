import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isMissing } from '../disk-failure.ts';
import { makeFolders } from '../folders.ts';
import { askForProcess, giveBackProcessName, takeProcessName } from '../process-names.ts';

const INCOMING = 'incoming';
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Makes a folder that sweeps leave alone as long as this process runs. */
export const makeIncomingFolder = (root: string): Promise<string> =>
  makeFolders(root, `${INCOMING}/${takeProcessName()}`);

export const removeIncomingFolder = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  giveBackProcessName(basename(folder));
};

export const sweepIncomingFolders = async (root: string): Promise<void> => {
  const incoming = join(root, INCOMING);
  for (const name of await listNames(incoming)) {
    const folder = join(incoming, name);
    const owner = askForProcess(name);
    if (owner === 'gone' || (owner !== 'this' && (await isOld(folder)))) {
      await rm(folder, { recursive: true, force: true });
    }
  }
};

const listNames = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/** A file that still grows keeps its folder young, however long ago the deposit began. */
const isOld = async (folder: string): Promise<boolean> => {
  const names = ['.', ...(await listNames(folder))];
  for (const name of names) {
    if (Date.now() - (await changedAt(join(folder, name))) < ABANDONED_AFTER_MS) return false;
  }
  return true;
};

const changedAt = async (path: string): Promise<number> => {
  try {
    return (await lstat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
};
