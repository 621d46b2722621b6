import { lstat, mkdir, open, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import { codeOf, isMissing } from './disk-failure.ts';
import { type DiskPath, joinDiskPath, namesOfDiskPath } from './names/disk-paths.ts';

const OWNER_ONLY = 0o700;

const syncNow = async (path: DiskPath): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const syncing = new Map<string, Promise<void>>();
const waiting = new Map<string, Promise<void>>();

const beginSync = (path: DiskPath, name: string): Promise<void> => {
  const begun = syncNow(path).finally(() => syncing.delete(name));
  syncing.set(name, begun);
  return begun;
};

/**
 * Syncs a folder: only after this, files that were created, renamed or removed in it are durable. A sync that has begun
 * may miss what was done since, so all that ask meanwhile share the next one.
 */
export const syncFolder = (path: DiskPath): Promise<void> => {
  const name = typeof path === 'string' ? path : path.toString('latin1');
  const current = syncing.get(name);
  if (current === undefined) return beginSync(path, name);
  const known = waiting.get(name);
  if (known !== undefined) return known;
  const next = current
    .catch(() => undefined)
    .then(() => {
      waiting.delete(name);
      return beginSync(path, name);
    });
  waiting.set(name, next);
  return next;
};

/** Syncs all folders of a tree, the innermost first. */
export const syncTree = async (path: DiskPath): Promise<void> => {
  for (const entry of await readdir(path, { withFileTypes: true, encoding: 'buffer' })) {
    if (entry.isDirectory()) await syncTree(joinDiskPath(path, entry.name));
  }
  await syncFolder(path);
};

const isFolder = async (path: DiskPath): Promise<boolean> => (await lstat(path)).isDirectory();

const makeFolder = async (path: DiskPath): Promise<void> => {
  try {
    await mkdir(path, { mode: OWNER_ONLY });
  } catch (error) {
    // A link to a folder does not count as one, because it would lead out of the store.
    if (codeOf(error) !== 'EEXIST') throw error;
    if (!(await isFolder(path))) throw refuse('disk-failed', { reason: 'no-folder', path: path.toString() });
  }
};

/** Makes the folders of `path`, which are inside of `root`. */
export const makeFolders = async (root: string, path: string): Promise<string> => {
  await makeNamedFolders(root, path);
  return join(root, path);
};

/** The same for names that are not text. */
export const makeNamedFolders = async (root: string, path: DiskPath): Promise<void> => {
  let folder: DiskPath = root;
  for (const name of namesOfDiskPath(path)) {
    folder = joinDiskPath(folder, name);
    await makeFolder(folder);
  }
};

/** The same, durably. Folders that were there are synced as well, because their maker may not have synced them yet. */
export const makeDurableFolders = async (root: string, path: string): Promise<string> => {
  const made = await makeFolders(root, path);
  const above: string[] = [];
  for (let folder = made; folder !== root; ) {
    folder = dirname(folder);
    above.push(folder);
  }
  await Promise.all(above.map(syncFolder));
  return made;
};

/** Returns the data folder without links in its own path, and makes it if it is missing. */
export const resolveRoot = async (folder: string): Promise<string> => {
  try {
    return await realpath(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(folder);
    return realpath(folder);
  }
};
