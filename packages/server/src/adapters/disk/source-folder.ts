import { createHash } from 'node:crypto';
import { type FileHandle, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { refuse } from '@perene/api/refusals';
import type { FileFolder } from '../../ports/node/given-files.ts';
import { codeOf, isMissing, isNameRefused } from './disk-failure.ts';
import { hashFile } from './documents/hashed-file.ts';
import { openRegularFile } from './documents/open-regular-file.ts';
import { type DiskPath, joinDiskPath, sourcePathsOf } from './names/disk-paths.ts';

const READ_BYTES = 262_144;

/** Follows links as long as they stay inside of the folder. */
export const createSourceFolder = ({
  folder,
}: {
  readonly folder: string;
}): Pick<FileFolder, 'open' | 'hash' | 'digest'> => {
  const openSource = async (path: string): Promise<FileHandle> => {
    for (const place of sourcePathsOf(path)) {
      const handle = await onSource(path, () => openInside(folder, place));
      if (handle !== undefined) return handle;
    }
    throw refuse('file-unreadable', { reason: 'outside', path, folder });
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
    async digest(path) {
      const handle = await openSource(path);
      const hashes = { sha256: createHash('sha256'), sha512: createHash('sha512') };
      let bytes = 0;
      for await (const chunk of handle.createReadStream({ highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        for (const hash of Object.values(hashes)) hash.update(chunk);
      }
      return { bytes, sha256: hashes.sha256.digest('hex'), sha512: hashes.sha512.digest('hex') };
    },
  };
};

const openInside = async (folder: string, path: DiskPath): Promise<FileHandle | undefined> => {
  const root = await realpath(folder);
  const file = await realpath(joinDiskPath(folder, path), { encoding: 'buffer' });
  const inside = Buffer.from(root.endsWith(sep) ? root : `${root}${sep}`);
  return file.subarray(0, inside.length).equals(inside) ? openRegularFile(file) : undefined;
};

/** A source file that cannot be read is not a failure of the store's own disk. */
const onSource = async <Result>(path: string, work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error) || isNameRefused(error)) return undefined;
    const code = codeOf(error);
    throw code === undefined ? error : refuse('file-unreadable', { reason: 'failed', path, cause: code });
  }
};
