import { lstat, readlink, rm, symlink } from 'node:fs/promises';
import { codeOf, isMissing } from '../disk-failure.ts';
import { askForProcess, giveBackProcessName, takeProcessName } from '../process-names.ts';

/** The server closes a silent connection long before. */
const SILENT_AFTER_MS = 120_000;

/**
 * Lets one request of all processes write to the file at a time. `<file>.lock` is a link that names its process,
 * because a link is created together with its content. Returns a function that releases the lock, or undefined if
 * another request has it.
 */
export const lockUpload = async (file: string): Promise<(() => Promise<void>) | undefined> => {
  const lock = `${file}.lock`;
  const name = takeProcessName();
  let isTaken = await makeLink(name, lock);
  if (!isTaken && (await isLeftBehind(lock, file))) {
    await rm(lock, { force: true });
    isTaken = await makeLink(name, lock);
  }
  if (isTaken) {
    return async () => {
      await rm(lock, { force: true });
      giveBackProcessName(name);
    };
  }
  giveBackProcessName(name);
  return undefined;
};

const makeLink = async (name: string, lock: string): Promise<boolean> => {
  try {
    await symlink(name, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
};

/** Whether the lock belongs to a process that has ended, or to one of another machine that no longer writes. */
const isLeftBehind = async (lock: string, file: string): Promise<boolean> => {
  try {
    const owner = askForProcess(await readlink(lock));
    if (owner !== 'unknown') return owner === 'gone';
    const changes = await Promise.all([lock, file].map(async (path) => (await lstat(path)).mtimeMs));
    return Date.now() - Math.max(...changes) > SILENT_AFTER_MS;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};
