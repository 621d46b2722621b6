import { misfit, refuse } from '@perene/api/refusals';
import { createItemPaths, type ItemPaths, MAX_FILES_PER_ITEM } from '@perene/core/item';

/** The names that the files of one item have. */
interface FileNames extends Pick<ItemPaths, 'release'> {
  /** Takes a path, and returns it as it is kept. */
  take(path: string): string;
}

export const createFileNames = (): FileNames => {
  const { take, release } = createItemPaths();
  return {
    release,
    take(path) {
      const taken = take(path);
      if (taken.ok) return taken.value;
      switch (taken.problem) {
        case 'file-path/taken':
          throw refuse('file-name-taken', { reason: 'case', path });
        case 'file-path/too-many':
          throw refuse('too-many-files', { max: MAX_FILES_PER_ITEM });
        default:
          throw refuse('file-name-invalid', { reason: 'unfit', path, ...misfit(taken) });
      }
    },
  };
};
