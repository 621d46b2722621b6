import { foldFilePath, parseItemFilePath } from '@perene/core/item';
import { Refusal } from '../../refusals/refusal.ts';

const MAX_FILES_PER_ITEM = 10_000;

/** The names that the files of one item have taken. */
export interface FileNames {
  /** The path as it is kept; refuses what would be, on some system, the same name as another file or folder. */
  take(path: string): string;
  release(path: string): void;
}

export const createFileNames = (): FileNames => {
  const files = new Set<string>();
  const folders = new Map<string, number>();

  const countFolders = (key: string, step: 1 | -1): void => {
    for (const folder of foldersOf(key)) folders.set(folder, (folders.get(folder) ?? 0) + step);
  };

  return {
    take(path) {
      const parsed = parseItemFilePath(path);
      if (!parsed.ok) {
        const { position, expected } = parsed;
        throw new Refusal(
          'file-name-invalid',
          `${JSON.stringify(path)}, character ${position + 1}: expected ${expected}`,
        );
      }
      const key = foldFilePath(parsed.value);
      const isTaken =
        files.has(key) || (folders.get(key) ?? 0) > 0 || foldersOf(key).some((folder) => files.has(folder));
      if (isTaken) {
        throw new Refusal(
          'file-name-taken',
          `${parsed.value}: another file has this name, letter case aside; rename one`,
        );
      }
      if (files.size >= MAX_FILES_PER_ITEM) {
        throw new Refusal('too-many-files', `an item has at most ${MAX_FILES_PER_ITEM} files: pack some into one`);
      }
      files.add(key);
      countFolders(key, 1);
      return parsed.value;
    },
    release(path) {
      const key = foldFilePath(path);
      files.delete(key);
      countFolders(key, -1);
    },
  };
};

/** `a/b/c` is in `a` and in `a/b`. */
const foldersOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'));
