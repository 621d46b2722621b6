import type { RepositoryLabel } from '@perene/core';

/** A row of the history, beside its link in the chain of hashes. */
export interface HistoryLink {
  readonly number: bigint;
  readonly hash: string | undefined;
  /** Undefined if the row is gone, and only its link is left. */
  readonly repository: RepositoryLabel | undefined;
  /** `unlinked`: it has no link. */
  readonly finding: 'sound' | 'changed' | 'gone' | 'unlinked';
  /** Whether a later row has a link. */
  readonly isBeforeLinked: boolean;
}

/** The hashes by which a changed or deleted row of the history is noticed. */
export interface HistoryChain {
  /** Links some of the rows that have no link yet, and signs the end, in a bounded time; returns whether none is left. */
  linkSome(): Promise<boolean>;
  /** All rows and links, in the order of their numbers. */
  walk(): AsyncIterable<HistoryLink>;
  /** Items of which the history does not say how they came. */
  itemsWithoutBeginning(): AsyncIterable<RepositoryLabel>;
}
