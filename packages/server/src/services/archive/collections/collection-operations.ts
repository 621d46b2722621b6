import type { BodyOf, Collection, CollectionPage, ItemPage } from '@perene/api';
import type { Author } from '../archive-operations.ts';

/** What readers are shown depends on whether they have a key. */
export interface Reading {
  readonly isOpenOnly?: boolean | undefined;
}

interface PageAsked extends Reading {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** The operations on collections: of this node, or of another node that is reached over HTTP. */
export interface CollectionOperations {
  create(request: BodyOf<'createCollection'>): Promise<Collection>;
  list(request: PageAsked): Promise<CollectionPage>;
  show(name: string, reading: Reading): Promise<Collection>;
  edit(name: string, change: BodyOf<'editCollection'>): Promise<Collection>;
  delete(name: string): Promise<void>;
  items(name: string, request: PageAsked): Promise<ItemPage>;
  changeItems(name: string, change: BodyOf<'changeCollectionItems'>, author: Author): Promise<Collection>;
  order(name: string, change: BodyOf<'orderCollectionItems'>): Promise<Collection>;
}

/** The collections of this node, which also has what pages for readers show. */
export interface LocalCollections extends CollectionOperations {
  /** The titles of collections by their names; names that are unknown are left out. */
  titles(names: readonly string[]): Promise<ReadonlyMap<string, Collection['title']>>;
}
