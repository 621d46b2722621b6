import { lstat, mkdir, open, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../../refusals/refusal.ts';
import { codeOf, isMissing } from './disk-failure.ts';

const OWNER_ONLY = 0o700;

/** What was made, renamed or removed in a folder is durable only after this. */
export const syncFolder = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Syncs all folders of a tree, the innermost first. */
export const syncTree = async (path: string): Promise<void> => {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(join(path, entry.name));
  }
  await syncFolder(path);
};

const isFolder = async (path: string): Promise<boolean> => (await lstat(path)).isDirectory();

const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: OWNER_ONLY });
  } catch (error) {
    // A link to a folder is none: it would lead out of the store.
    if (codeOf(error) !== 'EEXIST') throw error;
    if (!(await isFolder(path))) throw new Refusal('disk-failed', `${path} is not a folder: move it away`);
  }
};

/** Makes the folders of `path`, which are inside of `root`. */
export const makeFolders = async (root: string, path: string): Promise<string> => {
  let folder = root;
  for (const name of path.split('/')) {
    folder = join(folder, name);
    await makeFolder(folder);
  }
  return folder;
};

/** The same, durably. Folders that were there are synced as well: who made them may not have come to it yet. */
export const makeDurableFolders = async (root: string, path: string): Promise<string> => {
  const made = await makeFolders(root, path);
  for (let folder = made; folder !== root; ) {
    folder = dirname(folder);
    await syncFolder(folder);
  }
  return made;
};

/** The data folder without links in its own path, made if it is missing. */
export const resolveRoot = async (folder: string): Promise<string> => {
  try {
    return await realpath(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(folder);
    return realpath(folder);
  }
};
