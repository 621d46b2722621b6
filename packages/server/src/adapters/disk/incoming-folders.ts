import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { codeOf, isMissing } from './disk-failure.ts';
import { makeFolders } from './folders.ts';

const INCOMING = 'incoming';
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Those of this process: after a restart another one may have its number, as all first ones of containers do. */
const living = new Set<string>();

const machine = hostname().replace(/[^A-Za-z0-9-]/g, '-');

/** A folder that sweeps leave alone as long as this process lives. */
export const makeIncomingFolder = async (root: string): Promise<string> => {
  const name = `${machine}.${process.pid}.${randomBytes(12).toString('hex')}`;
  living.add(name);
  return makeFolders(root, `${INCOMING}/${name}`);
};

export const removeIncomingFolder = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  living.delete(basename(folder));
};

export const sweepIncomingFolders = async (root: string): Promise<void> => {
  const incoming = join(root, INCOMING);
  for (const name of await listNames(incoming)) {
    const folder = join(incoming, name);
    if (isOwnerGone(name) || (!living.has(name) && (await isOld(folder)))) {
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

/** Only processes of this machine can be asked for; those of others are given time. */
const isOwnerGone = (name: string): boolean => {
  const [host, pid, random] = name.split('.');
  if (host !== machine || random === undefined || living.has(name)) return false;
  return Number(pid) === process.pid || !isRunning(Number(pid));
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/** A file that still grows is young, however long ago its deposit began. */
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
