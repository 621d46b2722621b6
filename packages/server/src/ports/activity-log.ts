import type { RepositoryLabel } from '@perene/core';

/** Who did what to which item; entries are never changed or removed. */
export interface ActivityLog {
  /** The entries after that place that match the whole query, the latest first. */
  read(query: ActivityQuery): Promise<readonly Activity[]>;
}

export interface ActivityQuery {
  /** Entries of any of these items. */
  readonly repositories?: readonly string[] | undefined;
  /** The whole name, as the log has it. */
  readonly who?: string | undefined;
  /** Microseconds since 1970, inclusive. */
  readonly from?: bigint | undefined;
  /** Microseconds since 1970, exclusive. */
  readonly until?: bigint | undefined;
  readonly after?: ActivityPlace | undefined;
  readonly limit: number;
}

export interface ActivityPlace {
  readonly at: bigint;
  readonly number: bigint;
}

export interface Activity extends ActivityPlace {
  readonly repository: RepositoryLabel;
  readonly who: string;
  readonly action: string;
}
