import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { Changes, HarvestRecord, RecordColumn, RecordQuery } from '../../../ports/archive/changes.ts';
import type { ItemView } from '../archive-operations.ts';
import { viewWalked } from './view-walked.ts';

/** The items of this Archive for programs that copy its records, in the order of their last changes. */
export interface Harvest {
  /** Refuses with `changes-unready` until all items have their place. */
  list(query: RecordQuery): Promise<HarvestPage>;
  /** How many items all pages have together; undefined if counting takes too long. */
  count(query: Omit<RecordQuery, 'after' | 'limit' | 'isBare'>): Promise<number | undefined>;
  find(repository: RepositoryLabel): Promise<HarvestedItem | undefined>;
  values(column: RecordColumn): Promise<readonly string[]>;
  /** Whether the place is one that a page gave, and no older state was restored since. */
  isPlace(place: HarvestPlace): Promise<boolean>;
  /** The date of the first change of all, in microseconds since 1970; undefined if there is none. */
  firstDate(): Promise<bigint | undefined>;
}

/** Where a page ended. */
export interface HarvestPlace {
  readonly number: bigint;
  readonly mark: bigint;
}

interface HarvestPage {
  readonly items: readonly HarvestedItem[];
  /** Where the next page begins; undefined at the end. */
  readonly next: HarvestPlace | undefined;
  /** Items that change later have no earlier dates, in microseconds since 1970. */
  readonly horizon: bigint;
}

export interface HarvestedItem extends Omit<HarvestRecord, 'data'> {
  /** Undefined if it is not shown, or if the query asks for none. */
  readonly item: ItemView | undefined;
}

export const createHarvest = ({
  changes,
  resolverUrl,
}: {
  readonly changes: Changes;
  readonly resolverUrl: string;
}): Harvest => {
  const { records } = changes;
  const view = ({ data, ...record }: HarvestRecord): HarvestedItem => ({
    ...record,
    item: data && viewWalked(data, resolverUrl),
  });
  return {
    async list(query) {
      // Before the page is read, so that no change comes between them.
      const { at: horizon, isComplete } = await changes.horizon();
      if (!isComplete) throw refuse('changes-unready');
      const { entries, next } = await records.list(query);
      const end = next === undefined ? undefined : await changes.find(next);
      return { items: entries.map(view), next: end && { number: end.number, mark: end.mark }, horizon };
    },
    count: records.count,
    async find(repository) {
      await changes.settle();
      const record = await records.find(repository);
      return record && view(record);
    },
    values: records.values,
    isPlace: async ({ number, mark }) => (await changes.find(number))?.mark === mark,
    firstDate: async () => (await changes.find(1n))?.at,
  };
};
