import type { RepositoryLabel } from '@perene/core';

/** When documents were stored. */
export interface DocumentAges {
  /** Microseconds since 1970; undefined where there are none. */
  keptAt(repository: RepositoryLabel): Promise<bigint | undefined>;
}
