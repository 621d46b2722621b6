import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileFolder } from '../../ports/file-folder.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isMissing, onDisk } from './disk-failure.ts';
import { makeDurableFolders, resolveRoot, syncFolder } from './folders.ts';
import { writeHashedFile } from './hashed-file.ts';
import { createLineFiles } from './line-files.ts';
import { createSourceFolder } from './source-folder.ts';

export const createFileFolder = ({ folder }: { readonly folder: string }): FileFolder => {
  const lines = createLineFiles();

  /** The place of a file, once its folders are there. */
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
    size: (path) => onDisk(path, async () => (await orNothing(() => stat(join(folder, path))))?.size),
    readText: (path) => onDisk(path, () => orNothing(() => readFile(join(folder, path), 'utf8'))),
    async writeText(path, text) {
      const lineWriter = await lines.create(await prepare(path));
      await lineWriter.write(text);
      await lineWriter.finish();
    },
    readLines: (path) => lines.read(join(folder, path)),
    createLines: async (path) => lines.create(await prepare(path)),
    async writeFile(path, content, expected) {
      const place = await prepare(path);
      const partial = `${place}.${randomBytes(4).toString('hex')}.partial`;
      if (!(await writeExpected(partial, content, expected))) return false;
      await onDisk(place, async () => {
        await rename(partial, place);
        await syncFolder(dirname(place));
      });
      return true;
    },
    remove: (path) => onDisk(path, () => rm(join(folder, path), { recursive: true, force: true })),
  };
};

const orNothing = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
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
