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
  /** Forgets keys that have expired: they are refused anyhow. */
  forgetExpired(now: bigint): Promise<void>;
  read(query: {
    readonly repository?: string | undefined;
    readonly from: string;
    readonly to: string;
    readonly limit: number;
  }): Promise<readonly DailyCount[]>;
}

interface DailyCount {
  readonly repository: string;
  readonly day: string;
  readonly content: 'Data' | 'Metadata';
  readonly accesses: number;
}
