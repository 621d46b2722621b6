import type { RepositoryLabel } from '@perene/core';
import type { Authorship, Catalogue } from '../../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';

/** Runs while nobody else writes, so that the documents of an item that comes again meanwhile stay. */
export const removeUncatalogued = (
  { catalogue, files }: { readonly catalogue: Catalogue; readonly files: ItemFiles },
  repository: RepositoryLabel,
  authorship: Authorship & { readonly action: string },
): Promise<void> =>
  catalogue.change([], {
    ...authorship,
    async beforeCommit(asWritten) {
      if ((await asWritten.find(repository)) === undefined) await files.remove(repository);
    },
  });
