import type { RepositoryLabel } from '@perene/core';
import type { ItemContent, Page } from './catalogue.ts';
import type { WalkedData } from './catalogue-records.ts';

/** A change of an item, in the order of commits. */
export interface NumberedChange {
  /** Later changes have higher numbers. */
  readonly number: bigint;
  /** Shows whether the change with that number is still the same one: it differs after an older state was restored. */
  readonly mark: bigint;
  /** When it got its number, in microseconds since 1970; later changes have no earlier dates. */
  readonly at: bigint;
  readonly repository: RepositoryLabel;
  /** As in the history of the item. */
  readonly action: string;
  /** The item as it is now; undefined if it is not here any more. */
  readonly item:
    | { readonly content: ItemContent; readonly state: string; readonly describes: RepositoryLabel | undefined }
    | undefined;
}

/** How far the sequence has come. */
export interface Horizon {
  /** A date, in microseconds since 1970, that no change numbered later comes before; some seconds ago at most. */
  readonly at: bigint;
  /** Whether every change that was committed before has its number. */
  readonly isComplete: boolean;
}

/** The sequence of all changes of items. Whoever reads it up to a number has seen every change up to there. */
export interface Changes {
  /** Numbers the changes that were committed since; returns whether none is left. */
  settle(): Promise<boolean>;
  /** Does the same, and tells from which date on there may be others. */
  horizon(): Promise<Horizon>;
  after(number: bigint, limit: number): Promise<readonly NumberedChange[]>;
  find(number: bigint): Promise<Pick<NumberedChange, 'number' | 'mark' | 'at'> | undefined>;
  last(): Promise<bigint>;
  readonly records: HarvestRecords;
}

/** The items that harvesters see: originals of this Archive, and those that were. */
export interface HarvestRecords {
  /** In the order of their last changes; a page may end early if its records are large. */
  list(query: RecordQuery): Promise<Page<HarvestRecord>>;
  find(repository: RepositoryLabel): Promise<HarvestRecord | undefined>;
  /** How many records a list has; undefined if counting takes too long. */
  count(query: Omit<RecordQuery, 'after' | 'limit' | 'isBare'>): Promise<number | undefined>;
  /** The parts that have shown records, if all records are parted by the numbers of their last changes. */
  parts(size: number): Promise<readonly RecordPart[]>;
  /** Shown records whose last changes have these numbers, in their order. */
  addresses(range: NumberRange): Promise<readonly RecordAddress[]>;
  /** Changes of items that are shown, or were, in their order. */
  changes(range: NumberRange): Promise<readonly RecordChange[]>;
  /** The languages and kinds that some record has. */
  values(column: RecordColumn): Promise<readonly string[]>;
}

/** Where a shown record is found. */
export interface RecordAddress extends Pick<HarvestRecord, 'repository' | 'number' | 'at'> {
  /** The label that the item is shown by. */
  readonly label: string;
}

/** A change that harvesters see. */
export interface RecordChange extends RecordAddress {
  readonly kind: 'created' | 'updated' | 'deleted';
}

/** Numbers of changes, both ends exclusive. */
export interface NumberRange {
  readonly after: bigint;
  readonly before: bigint;
  readonly limit: number;
}

/** The records whose last changes have numbers from `part * size` on, and less than `(part + 1) * size`. */
export interface RecordPart {
  readonly part: number;
  /** The date of the last of these changes. */
  readonly at: bigint;
}

export type RecordColumn = 'language' | 'kind';

export interface RecordQuery {
  /** Only records whose last change has a higher number. */
  readonly after: bigint;
  readonly limit: number;
  /** Microseconds since 1970, inclusive. */
  readonly from?: bigint | undefined;
  /** Microseconds since 1970, exclusive. */
  readonly before?: bigint | undefined;
  /** Only records that have all of these values. */
  readonly having?: readonly { readonly column: RecordColumn; readonly value: string }[] | undefined;
  /** Only records of items in the collection of this name. */
  readonly collection?: string | undefined;
  /** Whether the records come without their items. */
  readonly isBare?: boolean | undefined;
}

export interface HarvestRecord {
  readonly repository: RepositoryLabel;
  readonly number: bigint;
  /** The date of the last change, in microseconds since 1970. */
  readonly at: bigint;
  /** The primary language of the item; empty if it is not known. */
  readonly language: string;
  readonly kind: string;
  /** The names of the collections that the item is in. */
  readonly collections: readonly string[];
  /** Whether it was neither removed nor handed over to another Archive. */
  readonly isShown: boolean;
  /** The item, if it is shown. */
  readonly data: WalkedData | undefined;
}
