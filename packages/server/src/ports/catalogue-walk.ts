import type { Label } from '@perene/core';
import type { CatalogueItem } from './catalogue.ts';
import type { ItemFile } from './item-files.ts';

export interface NeighbouringLabel {
  readonly label: Label;
  readonly language: string | undefined;
  /** Number of the item, if its original is held here. */
  readonly number: bigint | undefined;
  /** Whether only the item names the other: no chain and no family has both. */
  readonly isTold: boolean;
}

/** An item with the items that it is directly related to. */
export interface WalkedItem {
  readonly item: CatalogueItem;
  readonly previousEdition: NeighbouringLabel | undefined;
  readonly nextEdition: NeighbouringLabel | undefined;
  /** The item itself is not among them. */
  readonly translations: readonly NeighbouringLabel[];
}

export interface WalkedData extends WalkedItem {
  readonly files: readonly ItemFile[];
  readonly description: WalkedItem | undefined;
}

/** The whole catalogue, in steps. */
export interface CatalogueWalk {
  /**
   * Visits all items with data, including deleted ones, in the order in which they came and in one consistent state.
   */
  walk(visit: (data: WalkedData) => Promise<void>): Promise<void>;
  /** Every contradiction in the catalogue. */
  findContradictions(): AsyncIterable<Contradiction>;
  total(): Promise<{ readonly items: number; readonly files: number; readonly bytes: number }>;
}

export interface Contradiction {
  /** A label, mostly a repository name. */
  readonly label: string;
  readonly problem: string;
}
