import type { CatalogueItem } from './catalogue.ts';
import type { ItemFile } from './item-files.ts';

export interface NeighbouringLabel {
  readonly label: string;
  readonly language: string | undefined;
  /** Number of the item, if it is held here. */
  readonly number: bigint | undefined;
}

/** An item with what it is related to, directly. */
export interface WalkedItem {
  readonly item: CatalogueItem;
  readonly previousEdition: NeighbouringLabel | undefined;
  readonly nextEdition: NeighbouringLabel | undefined;
  /** Without itself. */
  readonly translations: readonly NeighbouringLabel[];
}

export interface WalkedData extends WalkedItem {
  readonly files: readonly ItemFile[];
  readonly description: WalkedItem | undefined;
}

/** The whole catalogue, in steps. */
export interface CatalogueWalk {
  /** Items with data, deleted ones too, in the order in which they came and in one consistent state. */
  walk(visit: (data: WalkedData) => Promise<void>): Promise<void>;
  /** Where the catalogue contradicts itself. */
  findContradictions(): AsyncIterable<Contradiction>;
  total(): Promise<{ readonly items: number; readonly files: number; readonly bytes: number }>;
}

export interface Contradiction {
  /** A label, mostly a repository name. */
  readonly label: string;
  readonly problem: string;
}
