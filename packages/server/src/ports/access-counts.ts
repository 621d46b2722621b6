/** Accesses by day (YYYY-MM-DD, UTC), each counted once for the URL key that it was given with. */
export interface AccessCounts {
  /** Whether it was counted: not if the key was used before. */
  count(access: {
    readonly urlKey: string;
    readonly keyExpiresAt: bigint;
    readonly repository: string;
    readonly day: string;
    readonly content: 'Data' | 'Metadata';
  }): Promise<boolean>;
  /** Accesses that this node itself redirected to, which needed no key; those to metadata are the described item's. */
  add(counts: readonly DailyCount[]): Promise<void>;
  /** Forgets keys that have expired: they are refused anyhow. */
  forgetExpired(now: bigint): Promise<void>;
  read(query: CountQuery & { readonly limit: number }): Promise<readonly DailyCount[]>;
  /** Items summed; in the order of days. */
  sumByDay(query: CountQuery & { readonly limit: number }): Promise<readonly Omit<DailyCount, 'repository'>[]>;
  /** Days summed; of the items that were accessed most, the first first. */
  sumByItem(query: CountQuery & { readonly top: number }): Promise<readonly Omit<DailyCount, 'day'>[]>;
}

interface CountQuery {
  readonly repository?: string | undefined;
  readonly from: string;
  readonly to: string;
}

export interface DailyCount {
  readonly repository: string;
  readonly day: string;
  readonly content: 'Data' | 'Metadata';
  readonly accesses: number;
}
