import type { RepositoryLabel } from '@perene/core';

/**
 * Accesses by day (YYYY-MM-DD, UTC): redirects that were given, whoever asked for them, each counted once for its URL
 * key.
 */
export interface AccessCounts {
  /** Returns whether it was counted: it is not if the key was used before. */
  count(access: {
    readonly urlKey: string;
    readonly keyExpiresAt: bigint;
    readonly repository: RepositoryLabel;
    readonly day: string;
    readonly content: 'Data' | 'Metadata';
  }): Promise<boolean>;
  /**
   * Adds accesses to which this node itself redirected, which need no key. Those to metadata count for the described
   * item.
   */
  add(counts: readonly DailyCount[]): Promise<void>;
  /** Forgets keys that have expired, which are refused anyway. */
  forgetExpired(now: bigint): Promise<void>;
  read(query: CountQuery & { readonly limit: number }): Promise<readonly DailyCount[]>;
  /** The sums over all items, in the order of days. */
  sumByDay(query: CountQuery & { readonly limit: number }): Promise<readonly Omit<DailyCount, 'repository'>[]>;
  /** The sums over all days of the items that were accessed most, in descending order. */
  sumByItem(query: CountQuery & { readonly top: number }): Promise<readonly Omit<DailyCount, 'day'>[]>;
}

export interface CountQuery {
  readonly repository?: RepositoryLabel | undefined;
  readonly from: string;
  readonly to: string;
}

export interface DailyCount {
  readonly repository: RepositoryLabel;
  readonly day: string;
  readonly content: 'Data' | 'Metadata';
  readonly accesses: number;
}
