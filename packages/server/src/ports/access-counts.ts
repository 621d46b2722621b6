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
  read(query: {
    readonly repository?: string | undefined;
    readonly from: string;
    readonly to: string;
    readonly limit: number;
  }): Promise<readonly DailyCount[]>;
}

export interface DailyCount {
  readonly repository: string;
  readonly day: string;
  readonly content: 'Data' | 'Metadata';
  readonly accesses: number;
}
