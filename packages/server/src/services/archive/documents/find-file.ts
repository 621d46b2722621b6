import type { RepositoryLabel } from '@perene/core';
import { readingsOfPath } from '@perene/core/item';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';

/** The file that a path of a URL names, however its letters were encoded there. */
export const findFile = async (
  catalogue: Pick<Catalogue, 'file'>,
  repository: RepositoryLabel,
  path: string,
): Promise<ItemFile | undefined> => {
  for (const reading of readingsOfPath(path)) {
    const file = await catalogue.file(repository, reading);
    if (file !== undefined) return file;
  }
  return undefined;
};
