import type { Access, Collection as CollectionView } from '@perene/api';
import type { RepositoryLabel } from '@perene/core';
import type { CollectionName } from '@perene/core/item';
import type { Authorship } from '../catalogue.ts';
import type { ListedItems } from '../finding/listing.ts';

export type CollectionKind = CollectionView['kind'];

/** What the persistent URL of an item leads to: its main file, as the standard has it, or its page. */
export type Opens = 'file' | 'page';

/** What those who look after an item change of it. */
export interface DeskChange {
  readonly opens?: Opens | null | undefined;
  /** The person whom the item belongs to from now on; null: nobody. */
  readonly owner?: string | null | undefined;
  readonly collections?: readonly bigint[] | undefined;
}

/** A text in one language of the pages, or in both. */
export type InLanguages = CollectionView['title'];

export interface CollectionDefaults {
  readonly license?: string | undefined;
  readonly language?: string | undefined;
  readonly access?: Access | undefined;
  readonly opens?: Opens | undefined;
}

/** What people say of a collection. */
export interface CollectionDescription {
  readonly name: CollectionName;
  readonly kind: CollectionKind;
  readonly title: InLanguages;
  readonly description: InLanguages;
  readonly defaults: CollectionDefaults;
  /** Whether items come into it only after one of its reviewers has looked at them. */
  readonly review: CollectionView['review'];
}

/** Dates are microseconds since 1970. */
export interface Collection extends CollectionDescription {
  /** It stays when the name changes, and is never given again. */
  readonly number: bigint;
  readonly formerNames: readonly CollectionName[];
  readonly createdAt: bigint;
  readonly updatedAt: bigint;
  readonly revision: bigint;
}

/** A collection that an item comes into; without a place, after all others. */
export interface Membership {
  readonly collection: bigint;
  readonly place?: bigint | undefined;
}

export interface ItemOrderChange {
  readonly items: readonly RepositoryLabel[];
  /** The item that they come before; without it, they come last. */
  readonly before?: RepositoryLabel | undefined;
}

/** Collections and what is in them. A name that a collection had before leads to it as well. */
export interface Collections {
  find(name: string): Promise<Collection | undefined>;
  /** In the order of their names. */
  list(page: { readonly after?: string | undefined; readonly limit: number }): Promise<readonly Collection[]>;
  /** How many items of each are listed; undefined if counting takes too long. */
  count(
    numbers: readonly bigint[],
    options: { readonly isOpenOnly: boolean },
  ): Promise<ReadonlyMap<bigint, number> | undefined>;
  /** Refuses a name that another one has, or had. */
  create(description: CollectionDescription, at: bigint): Promise<Collection>;
  /** Refuses if it has changed since it was read. */
  change(
    expected: Pick<Collection, 'number' | 'name' | 'revision'>,
    change: Partial<CollectionDescription>,
    at: bigint,
  ): Promise<void>;
  /** Its items stay, and its names are free. */
  delete(number: bigint): Promise<void>;
  /** In their order. */
  members(
    number: bigint,
    page: { readonly after?: bigint | undefined; readonly limit: number; readonly isOpenOnly: boolean },
  ): Promise<Omit<ListedItems, 'next'> & { readonly next: bigint | undefined }>;
  /** Refuses items that are not here, that have no files, or are in too many collections; all are changed, or none. */
  changeMembers(
    number: bigint,
    change: { readonly add: readonly RepositoryLabel[]; readonly remove: readonly RepositoryLabel[] },
    authorship: Authorship,
  ): Promise<void>;
  /** Refuses items that are not in it. */
  order(number: bigint, change: ItemOrderChange): Promise<void>;
}
