import type { Readable } from 'node:stream';
import { Refusal, refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';

/** Opens only files in the catalogue. A file that the disk lacks is this node's fault, not the client's. */
export const openCatalogued = async (
  files: Pick<ItemFiles, 'open'>,
  repository: RepositoryLabel,
  { path, bytes }: ItemFile,
  range = { start: 0, end: bytes - 1 },
): Promise<Readable> => {
  try {
    return await files.open(repository, path, range);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'file-missing') throw error;
    throw refuse('disk-failed', { reason: 'gone', path, label: repository });
  }
};
