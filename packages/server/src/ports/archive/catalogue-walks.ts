import type { RepositoryLabel } from '@perene/core';
import type { FoundContradiction, ItemPast, WalkedData } from './catalogue-records.ts';
import type { ItemFile } from './item-files.ts';
import type { ItemPictures } from './thumbnails/thumbnails.ts';

/** The methods that concern the whole catalogue. */
export interface CatalogueWalks extends ItemPictures {
  /**
   * Visits items with data, including deleted ones, in the order of their names and in one consistent state: all of
   * them, or only those. `readPast` tells the past of an item in the same state.
   */
  walk(
    visit: (data: WalkedData, readPast: (repository: RepositoryLabel) => Promise<ItemPast>) => Promise<void>,
    only?: readonly RepositoryLabel[],
  ): Promise<void>;
  /** An import is over: what happens to its items from now on belongs to their history. */
  settleBrought(): Promise<void>;
  /** Every file in the catalogue, in steps, for checks of the whole Archive. */
  walkFiles(): AsyncIterable<ItemFile & { readonly repository: RepositoryLabel }>;
  findContradictions(): AsyncIterable<FoundContradiction>;
  /** The number of all items, and of the files of those that are not deleted. */
  total(): Promise<{ readonly items: number; readonly files: number; readonly bytes: number }>;
}
