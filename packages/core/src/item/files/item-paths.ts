import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { MAX_FILES_PER_ITEM } from '../limits.ts';
import { foldFilePath, parseItemFilePath } from './file-path.ts';

/** The paths that the files of one item have. */
export interface ItemPaths {
  /**
   * Returns the path as it is kept. Refuses a path that would be, on some system, the same name as another file or
   * folder.
   */
  take(path: string): Answer<string>;
  release(path: string): void;
}

export const createItemPaths = (): ItemPaths => {
  const files = new Set<string>();
  const folders = new Map<string, number>();

  const countFolders = (key: string, step: 1 | -1): void => {
    for (const folder of foldersOf(key)) folders.set(folder, (folders.get(folder) ?? 0) + step);
  };
  const isTaken = (key: string): boolean =>
    files.has(key) || (folders.get(key) ?? 0) > 0 || foldersOf(key).some((folder) => files.has(folder));

  return {
    take(path) {
      const parsed = parseItemFilePath(path);
      if (!parsed.ok) return parsed;
      const key = foldFilePath(parsed.value);
      if (isTaken(key)) return refuse('file-path/taken', 0, 'a name that no other file has, letter case aside');
      if (files.size >= MAX_FILES_PER_ITEM) {
        return refuse('file-path/too-many', 0, `at most ${MAX_FILES_PER_ITEM} files`);
      }
      files.add(key);
      countFolders(key, 1);
      return accept(parsed.value);
    },
    release(path) {
      const key = foldFilePath(path);
      if (files.delete(key)) countFolders(key, -1);
    },
  };
};

/** `a/b/c` is in `a` and in `a/b`. */
const foldersOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'));
