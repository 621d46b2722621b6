import type { Label, RepositoryLabel } from '@perene/core';
import type { AccessMethod, UsageCount, UsageNumbers } from '@perene/core/usage';
import type { CountQuery } from './access-counts.ts';

/** How items were used, by the rules of COUNTER, and from which items they were followed. */
export interface UsageCounts {
  add(counts: readonly UsageCount[]): Promise<void>;
  /** The sums over all items, in the order of periods. */
  sum(query: PeriodQuery): Promise<readonly PeriodUsage[]>;
  /** The sums of each item, in the order of items and periods; at most `limit` items, after the one of that name. */
  sumByItem(
    query: PeriodQuery & { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly (PeriodUsage & { readonly repository: RepositoryLabel })[]>;
  /** Counts each once. Of an item, at most a thousand citing items are kept: those followed most, then the latest. */
  addCiting(counts: readonly CitingCount[]): Promise<void>;
  /** The items from which an item was followed most. */
  citing(query: { readonly repository: RepositoryLabel; readonly limit: number }): Promise<readonly CitingItem[]>;
}

/** One link that was followed from `citing`, on a day (YYYY-MM-DD, UTC). */
export interface CitingCount {
  readonly repository: RepositoryLabel;
  readonly citing: Label;
  readonly day: string;
}

export interface CitingItem {
  readonly label: Label;
  readonly follows: number;
  /** The day on which it was last followed. */
  readonly lastDay: string;
}

export interface PeriodQuery extends CountQuery {
  readonly granularity: Granularity;
}

export type Granularity = 'month' | 'day';

/** The use in one period: YYYY-MM or YYYY-MM-DD. */
export interface PeriodUsage extends UsageNumbers {
  readonly period: string;
  readonly method: AccessMethod;
}
