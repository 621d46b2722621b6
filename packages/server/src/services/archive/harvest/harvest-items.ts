import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type {
  Changes,
  HarvestRecord,
  NumberRange,
  RecordAddress,
  RecordChange,
  RecordColumn,
  RecordPart,
  RecordQuery,
} from '../../../ports/archive/changes.ts';
import type { Collections } from '../../../ports/archive/desk/collections.ts';
import type { ItemView } from '../archive-operations.ts';
import { viewWalked } from './view-walked.ts';

/** As many as a sitemap may have. */
const PART_SIZE = 50_000;
const SIZE = BigInt(PART_SIZE);
const ENTRIES_A_STEP = 500;
const PARTS_LIFETIME_MS = 10_000;
const MAX_SETS = 1_000;

/** The items of this Archive for programs that copy its records, in the order of their last changes. */
export interface Harvest {
  /** Refuses with `changes-unready` until all items have their place. */
  list(query: RecordQuery): Promise<HarvestPage>;
  /** How many items all pages have together; undefined if counting takes too long. */
  count(query: Omit<RecordQuery, 'after' | 'limit' | 'isBare'>): Promise<number | undefined>;
  find(repository: RepositoryLabel): Promise<HarvestedItem | undefined>;
  values(column: RecordColumn): Promise<readonly string[]>;
  /** The collections, each with its title in English, or else in Portuguese. */
  collections(): Promise<readonly { readonly name: string; readonly title: string }[]>;
  /** Whether the place is one that a page gave, and no older state was restored since. */
  isPlace(place: HarvestPlace): Promise<boolean>;
  /** The parts of a list of all shown items, each of at most `PART_SIZE`. */
  parts(): Promise<readonly RecordPart[]>;
  /** The shown items of one part, in steps. */
  walkPart(part: number): AsyncIterable<readonly RecordAddress[]>;
  /** The parts of a list of all changes, each with the dates between which they came; the last one is open. */
  changeParts(): Promise<readonly ChangePart[]>;
  walkChanges(part: number): AsyncIterable<readonly RecordChange[]>;
  /** The place of the last change of all; undefined if there is none. */
  last(): Promise<HarvestPlace | undefined>;
  /** The date of the first change of all, in microseconds since 1970; undefined if there is none. */
  firstDate(): Promise<bigint | undefined>;
}

/** Dates are microseconds since 1970. */
interface ChangePart {
  readonly part: number;
  readonly from: bigint;
  readonly until: bigint | undefined;
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
  collections,
  resolverUrl,
}: {
  readonly changes: Changes;
  readonly collections: Pick<Collections, 'list'>;
  readonly resolverUrl: string;
}): Harvest => {
  const { records } = changes;
  // A description may have been closed since the last change that was numbered.
  const view = ({ data, ...record }: HarvestRecord): HarvestedItem =>
    data?.item.access.description === 'closed'
      ? { ...record, isShown: false, item: undefined }
      : { ...record, item: data && viewWalked(data, resolverUrl) };
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
    collections: async () =>
      (await collections.list({ limit: MAX_SETS })).map(({ name, title: { en, pt } }) => ({
        name,
        title: en ?? pt ?? name,
      })),
    isPlace: async ({ number, mark }) => (await changes.find(number))?.mark === mark,
    parts: remember(async () => {
      await changes.settle();
      return records.parts(PART_SIZE);
    }, PARTS_LIFETIME_MS),
    walkPart: (part) => walk(part, records.addresses),
    async changeParts() {
      await changes.settle();
      const last = await changes.last();
      const numbers = Array.from({ length: Number(last / SIZE) + 1 }, (_, part) => BigInt(part) * SIZE);
      const dates: bigint[] = [];
      for (const number of numbers) dates.push((await changes.find(number || 1n))?.at ?? 0n);
      return last === 0n ? [] : dates.map((from, part) => ({ part, from, until: dates[part + 1] }));
    },
    walkChanges: (part) => walk(part, records.changes),
    async last() {
      await changes.settle();
      return changes.find(await changes.last());
    },
    firstDate: async () => (await changes.find(1n))?.at,
  };
};

/** Reads one part in steps. */
async function* walk<Entry extends { readonly number: bigint }>(
  part: number,
  read: (range: NumberRange) => Promise<readonly Entry[]>,
): AsyncGenerator<readonly Entry[]> {
  const before = BigInt(part + 1) * SIZE;
  let after = BigInt(part) * SIZE - 1n;
  for (;;) {
    const step = await read({ after, before, limit: ENTRIES_A_STEP });
    if (step.length > 0) yield step;
    const last = step.at(-1);
    if (last === undefined || step.length < ENTRIES_A_STEP) return;
    after = last.number;
  }
}

/** Asks at most once in that time, however many want to know. */
const remember = <Result>(ask: () => Promise<Result>, lifetimeMs: number): (() => Promise<Result>) => {
  let known: { readonly result: Promise<Result>; readonly since: number } | undefined;
  return () => {
    if (known === undefined || performance.now() - known.since > lifetimeMs) {
      const result = ask();
      const asked = { result, since: performance.now() };
      known = asked;
      result.catch(() => {
        if (known === asked) known = undefined;
      });
    }
    return known.result;
  };
};
