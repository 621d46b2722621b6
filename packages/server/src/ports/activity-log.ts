/** What was done to items, by whom; nothing of it is ever changed or taken away. */
export interface ActivityLog {
  /** The latest first, after that place; as many as match all that is asked for. */
  read(query: ActivityQuery): Promise<readonly Activity[]>;
}

export interface ActivityQuery {
  /** Of any of these items. */
  readonly repositories?: readonly string[] | undefined;
  /** As the log tells it, whole. */
  readonly who?: string | undefined;
  /** Microseconds since 1970, itself included. */
  readonly from?: bigint | undefined;
  /** Microseconds since 1970, itself not included. */
  readonly until?: bigint | undefined;
  readonly after?: ActivityPlace | undefined;
  readonly limit: number;
}

export interface ActivityPlace {
  readonly at: bigint;
  readonly number: bigint;
}

export interface Activity extends ActivityPlace {
  readonly repository: string;
  readonly who: string;
  readonly action: string;
}
