import type { HistoryPage, ItemSummary, Principal } from '@perene/api';

export type { Access, Item, ItemFile, ItemSummary, Principal } from '@perene/api';

export type Role = Principal['role'];
export type ItemState = ItemSummary['state'];
export type HistoryEntry = HistoryPage['entries'][number];

/** One page of a list; `next` is the cursor of the following one. */
export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly next: string | undefined;
}
