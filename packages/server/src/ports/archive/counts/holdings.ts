/** What an Archive holds. */
export interface Holdings {
  readonly kept: number;
  readonly removed: number;
  /** Of the files of items that are kept. */
  readonly bytes: number;
  /** How many items were deposited on which day (days since 1970, UTC), the earliest first. */
  readonly added: readonly { readonly day: number; readonly items: number }[];
}

export interface HoldingCounts {
  /** Counts items, and those that came since an instant; undefined if that takes too long. */
  count(since: bigint): Promise<Holdings | undefined>;
}
