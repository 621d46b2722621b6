import { type FileHandle, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { SourceFolder } from '../../ports/source-folder.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { codeOf, isMissing } from './disk-failure.ts';
import { hashFile } from './hashed-file.ts';
import { openRegularFile } from './open-regular-file.ts';

const READ_BYTES = 1_048_576;

/** Links are followed as long as they stay inside of the folder. */
export const createSourceFolder = ({ folder }: { readonly folder: string }): SourceFolder => {
  const openSource = async (path: string): Promise<FileHandle> => {
    const handle = await onSource(path, async () => {
      const [root, file] = [await realpath(folder), await realpath(join(folder, path))];
      return file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) ? openRegularFile(file) : undefined;
    });
    if (handle !== undefined) return handle;
    throw new Refusal('file-unreadable', `${path} is no file inside of ${folder}: correct its path, or give --files`);
  };

  return {
    async open(path) {
      return (await openSource(path)).createReadStream({ highWaterMark: READ_BYTES });
    },
    async hash(path) {
      const handle = await openSource(path);
      try {
        const { bytes, sha256 } = await hashFile(handle);
        return { bytes, sha256 };
      } finally {
        await handle.close();
      }
    },
  };
};

/** A file that cannot be read is no failure of the store's own disk. */
const onSource = async <Result>(path: string, work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    const code = codeOf(error);
    throw code === undefined ? error : new Refusal('file-unreadable', `cannot read ${path} (${code})`);
  }
};
