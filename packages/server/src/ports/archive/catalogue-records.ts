import type { Contradiction } from '@perene/api/refusals';
import type { Label, RepositoryLabel } from '@perene/core';
import type { TransferOutcome } from '@perene/core/item';
import type { Authorship, CatalogueItem, ItemLinks } from './catalogue.ts';
import type { Collection } from './desk/collections.ts';
import type { ItemFile } from './item-files.ts';

export interface HistoryEntry {
  readonly number: bigint;
  readonly repository: RepositoryLabel;
  readonly at: bigint;
  readonly who: string;
  readonly action: string;
  /** The parts of the item that changed, before and after. */
  readonly detail: unknown;
}

/** The entries of the history that are asked for, whatever their item. */
export interface ActivityQuery {
  /** Entries of any of these items. */
  readonly repositories?: readonly string[] | undefined;
  /** The whole name, as the log has it. */
  readonly who?: string | undefined;
  /** Microseconds since 1970, inclusive. */
  readonly from?: bigint | undefined;
  /** Microseconds since 1970, exclusive. */
  readonly until?: bigint | undefined;
  readonly after?: ActivityPlace | undefined;
  readonly limit: number;
}

export interface ActivityPlace {
  readonly at: bigint;
  readonly number: bigint;
}

export interface Activity extends ActivityPlace {
  readonly repository: RepositoryLabel;
  readonly who: string;
  readonly action: string;
}

/** A label that was added to the Archive or removed from it; labels of deleted items stay. */
export interface LabelChange {
  /** Later changes have higher numbers. */
  readonly number: number;
  /** Shows whether the change with that number is still the same one. */
  readonly mark: string;
  readonly label: string;
  readonly kind: 'added' | 'removed';
  /** The number of labels that the Archive had after this change. */
  readonly held: number;
}

/** Every change of the labels of the Archive, for ever, in the order in which they were committed. */
export interface LabelChanges {
  /** Returns the number of the last change; 0 if there is none. */
  last(): Promise<number>;
  find(number: number): Promise<LabelChange | undefined>;
  /** The first changes after that number. */
  after(number: number, limit: number): Promise<readonly LabelChange[]>;
}

/** One line of an import; each import is a batch of its own. */
export interface LineOfBatch {
  readonly batch: string;
  readonly line: number;
}

/**
 * Links of imported items, kept beside them until all items of the import are here. So the lines may come in any order,
 * and an interrupted import finds the links again.
 */
export interface AwaitingLinks {
  /** Takes over the links that an earlier batch left unsettled, if there are any. */
  take(repository: RepositoryLabel, links: ItemLinks, line: LineOfBatch): Promise<void>;
  /** Returns items in the order of their lines. */
  list(
    batch: string,
    page: { readonly after: AwaitingItem | undefined; readonly limit: number },
  ): Promise<readonly AwaitingItem[]>;
  /** Links the item; if that is refused, its links stay unsettled. */
  settle(repository: RepositoryLabel, authorship: Pick<Authorship, 'who' | 'at' | 'linkOrigin'>): Promise<void>;
}

export interface AwaitingItem {
  readonly repository: RepositoryLabel;
  readonly line: number;
}

/** A translation elsewhere, of an original here, whose language nobody has said. */
export interface UnknownLanguage {
  readonly item: RepositoryLabel;
  readonly label: Label;
}

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
  /** In the order of their names. */
  readonly collections: readonly WalkedMembership[];
  readonly description: WalkedItem | undefined;
}

/** A collection that an item is in, and its place there. */
export interface WalkedMembership extends Pick<Collection, 'name' | 'kind' | 'title'> {
  readonly place: bigint;
}

/** An entry of the history as an export tells it; dates in ISO 8601. */
export interface ToldEntry {
  readonly at: string;
  readonly who: string;
  readonly action: string;
  /** Left out where a history is too long. */
  readonly detail?: unknown;
}

/** What an imported item brings along from where it was before. Nobody here vouches for it. */
export interface BroughtRecord {
  /** The earliest first. */
  readonly history: readonly ToldEntry[];
  /** Signed statements, as texts; the earliest first. */
  readonly claims: readonly string[];
}

/** The past of an item, wherever it happened. The import itself is no part of it. */
export type ItemPast = BroughtRecord;

export interface FoundContradiction {
  /** A label, mostly a repository name. */
  readonly label: string;
  readonly contradiction: Contradiction;
}

/**
 * What the receiver of a transfer records in the same transaction as its step: first `open`, then the outcome of an
 * open transfer. A record without an item is of a transfer that was unknown before.
 */
export interface TransferRecord {
  readonly id: string;
  readonly repository: RepositoryLabel | undefined;
  readonly outcome: TransferOutcome;
  /** Who began it here; kept with the first record. */
  readonly who?: string | undefined;
  /** The receipt that this Archive has signed; kept with the first record. */
  readonly receipt?: string | undefined;
}

/** Since when and why an original is out of reach; unlike a removal, it ends. */
export interface Withdrawal {
  /** Microseconds since 1970. */
  readonly at: bigint;
  readonly reason: string;
}
