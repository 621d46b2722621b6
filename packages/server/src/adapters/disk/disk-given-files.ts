import type { GivenFiles } from '../../ports/node/given-files.ts';
import { createFileFolder } from './file-folder.ts';
import { createLines, isFolder, readLines, sizeOfFile } from './line-files.ts';

export const createGivenFiles = (): GivenFiles => ({
  size: sizeOfFile,
  isFolder,
  readLines,
  createLines,
  openFolder: (folder) => createFileFolder({ folder }),
});
