import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { THUMBNAIL_SIZES, type ThumbnailSize, type ThumbnailStore } from '../../ports/archive/thumbnails/thumbnails.ts';
import { isMissing } from '../disk/disk-failure.ts';

const FOLDER = 'thumbnails';
const SIZES = Object.keys(THUMBNAIL_SIZES) as readonly ThumbnailSize[];

/** Small pictures in files of the data folder, which workers share; an empty file says that there can be none. */
export const createDiskThumbnails = ({ folder }: { readonly folder: string }): ThumbnailStore => {
  const root = join(folder, FOLDER);
  const placeOf = (sha256: string): string => join(root, sha256.slice(0, 2));
  return {
    async read(sha256, size) {
      try {
        const content = await readFile(join(placeOf(sha256), `${sha256}-${size}.jpg`));
        return content.length === 0 ? 'none' : content;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async keep(sha256, made) {
      const place = placeOf(sha256);
      await mkdir(place, { recursive: true });
      for (const size of SIZES) {
        const partial = join(place, `${randomBytes(8).toString('hex')}.partial`);
        await writeFile(partial, made === 'none' ? '' : made[size]);
        await rename(partial, join(place, `${sha256}-${size}.jpg`));
      }
    },
    async sweep(before) {
      for (const part of await listNames(root)) {
        for (const name of await listNames(join(root, part))) {
          const path = join(root, part, name);
          const found = await stat(path).catch(() => undefined);
          if (found !== undefined && BigInt(Math.trunc(found.mtimeMs)) * 1_000n < before)
            await rm(path, { force: true });
        }
      }
    },
  };
};

const listNames = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};
