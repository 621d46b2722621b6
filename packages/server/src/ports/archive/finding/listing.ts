import type { FacetName, Search } from '@perene/core/search';
import type { CatalogueItem } from '../catalogue.ts';

export type ItemOrder = 'relevance' | 'newest' | 'oldest' | 'title' | 'changed' | 'size';

/** Which items are listed by their state; `kept` are all but those that were removed. */
export type ListedState = 'kept' | 'original' | 'copy' | 'withdrawn' | 'removed' | 'all';

/** `isOpenOnly` leaves out items whose description is closed, and withdrawn ones. */
export interface SummaryRequest {
  readonly search?: Search | undefined;
  readonly isOpenOnly?: boolean | undefined;
  /** Without it, those that are kept. */
  readonly state?: ListedState | undefined;
  /** The person whom the items belong to; the empty text stands for nobody. */
  readonly owner?: string | undefined;
}

export interface ListedPage extends SummaryRequest {
  /** The newest first, unless another order is asked for; without words, all items are equally relevant. */
  readonly sort?: ItemOrder | undefined;
  /** The place of the last item of the page before. */
  readonly after?: ListPlace | undefined;
  readonly limit: number;
  /** Whether entries have what the desk shows beside them. */
  readonly hasDetails?: boolean | undefined;
}

/** The place of an item in a list; in the order of relevance, with the group that it is in. */
export interface ListPlace {
  readonly number: bigint;
  readonly rank?: number | undefined;
  /** What the list is in the order of: when the item changed, or how large it is. */
  readonly key?: bigint | undefined;
}

/** What the desk shows of an item in a list. */
export interface ListedDetails {
  readonly type: string;
  readonly year: string;
  readonly licence: string;
  readonly bytes: number;
  readonly files: number;
  /** Names of the collections that it is in. */
  readonly collections: readonly string[];
}

export interface ListedItem {
  readonly item: CatalogueItem;
  /** What its description says, and when it was last changed. */
  readonly described: Pick<CatalogueItem, 'metadata' | 'updatedAt' | 'revision'> | undefined;
  readonly details?: ListedDetails | undefined;
}

export interface ListedItems {
  readonly entries: readonly ListedItem[];
  /** The place that the next page begins after; undefined at the end. */
  readonly next: ListPlace | undefined;
}

export interface FoundSummary {
  readonly count: number;
  /** Whether there are more, which are not counted. */
  readonly isMore: boolean;
  /** The values that most of the counted items have. */
  readonly facets: Readonly<Record<FacetName, readonly FacetCount[]>>;
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface SearchIndex {
  /** How many items were indexed by an earlier version. */
  countOutdated(): Promise<number>;
  /** Indexes some of them anew, the newest first. Returns how many; 0 if none is left. It takes a bounded time. */
  renewSome(): Promise<number>;
}
