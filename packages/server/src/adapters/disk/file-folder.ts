import { randomBytes } from 'node:crypto';
import { lstat, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Refusal } from '@perene/api/refusals';
import { spellFileName } from '@perene/core/item';
import type { FileFolder, FolderEntry } from '../../ports/node/given-files.ts';
import { isMissing, isNameRefused, onDisk } from './disk-failure.ts';
import { writeHashedFile } from './documents/hashed-file.ts';
import { moveToDurablePlace } from './documents/move-to-place.ts';
import { makeDurableFolders, resolveRoot, syncFolder } from './folders.ts';
import { createLines, readLines } from './line-files.ts';
import { bytesOfPath, type DiskPath, diskPathsOf, joinDiskPath, sourcePathsOf } from './names/disk-paths.ts';
import { createSourceFolder } from './source-folder.ts';

export const createFileFolder = ({ folder }: { readonly folder: string }): FileFolder => {
  /** Makes the folders of a file and returns its path. */
  const prepare = (path: string): Promise<string> =>
    onDisk(join(folder, path), async () => {
      const root = await resolveRoot(resolve(folder));
      const place = join(root, path);
      const isNew = (await orNothing(() => stat(dirname(place)))) === undefined;
      if (isNew) await makeDurableFolders(root, dirname(path));
      return place;
    });

  return {
    ...createSourceFolder({ folder }),
    isEmpty: () => onDisk(folder, async () => ((await orNothing(() => readdir(folder))) ?? []).length === 0),
    size: (path) => onDisk(path, async () => sizeOfFirst(folder, sourcePathsOf(path))),
    readText: (path) => onDisk(path, () => orNothing(() => readFile(join(folder, path), 'utf8'))),
    async writeText(path, text) {
      const lineWriter = await createLines(await prepare(path));
      await lineWriter.write(text);
      await lineWriter.finish();
    },
    readLines: (path) => readLines(join(folder, path)),
    createLines: async (path) => createLines(await prepare(path)),
    async writeFile(path, content, expected) {
      const root = await onDisk(folder, () => resolveRoot(resolve(folder)));
      const partial = join(root, `${randomBytes(8).toString('hex')}.partial`);
      if (!(await writeExpected(partial, content, expected))) return false;
      try {
        await onDisk(join(folder, path), () => moveToDurablePlace(partial, root, diskPathsOf(path)));
      } finally {
        await rm(partial, { force: true });
      }
      return true;
    },
    list: (path) => onDisk(path, () => listFolder(joinDiskPath(folder, bytesOfPath(path)))),
    move: (from, to) =>
      onDisk(join(folder, to), async () => {
        const place = await prepare(to);
        await rename(join(folder, from), place);
        await syncFolder(dirname(place));
      }),
    remove: (path) => onDisk(path, () => rm(join(folder, path), { recursive: true, force: true })),
  };
};

const listFolder = async (path: DiskPath): Promise<readonly FolderEntry[]> => {
  const entries = (await orNothing(() => readdir(path, { withFileTypes: true, encoding: 'buffer' }))) ?? [];
  const listed: FolderEntry[] = [];
  for (const entry of entries.toSorted((one, other) => one.name.compare(other.name))) {
    const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
    const bytes = kind === 'file' ? (await lstat(joinDiskPath(path, entry.name))).size : 0;
    listed.push({ name: spellFileName(entry.name), kind, bytes });
  }
  return listed;
};

const sizeOfFirst = async (folder: string, paths: readonly DiskPath[]): Promise<number | undefined> => {
  for (const path of paths) {
    const found = await orNothing(() => stat(joinDiskPath(folder, path)));
    if (found !== undefined) return found.size;
  }
  return undefined;
};

const orNothing = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error) || isNameRefused(error)) return undefined;
    throw error;
  }
};

const writeExpected = async (
  partial: string,
  content: Readable,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
): Promise<boolean> => {
  try {
    const written = await writeHashedFile(partial, content, { name: partial, maxBytes: bytes });
    if (written.bytes === bytes && written.sha256 === sha256) return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'file-too-large') throw error;
  }
  await rm(partial, { force: true });
  return false;
};
