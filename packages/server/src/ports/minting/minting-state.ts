import type { Label } from '@perene/core';

/** The last date that this node gave, so that it is never given again. */
export interface MintingState {
  /**
   * Lets `decide` choose the dates after the last one, while no other process on the same store can. Returns the dates
   * only once the newest of them is stored durably; stores nothing if `decide` asks to wait.
   */
  give(decide: (last: bigint | undefined) => DatesOrWait): Promise<DatesOrWait>;
  /** The newest date that was given; undefined before the first. */
  last(): Promise<bigint | undefined>;
  /** Those of the labels that items here have, or that are reserved. */
  held(labels: readonly Label[]): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

/** Which dates this node gave, so that it is known which are free. */
export interface GivenDates {
  /** Whether the date was given, or may have been: of times before there were records, nothing is known. */
  mayBeGiven(date: bigint): Promise<boolean>;
  /**
   * Goes on from a time before the last date, if the records prove that no date was given from then on until another one,
   * which is returned; before that one is given again, minting goes on after the last. Returns undefined, and changes
   * nothing, if there is no such proof.
   */
  goOnFrom(now: bigint): Promise<bigint | undefined>;
}

export type DatesOrWait =
  | { readonly kind: 'dates'; readonly dates: readonly bigint[] }
  | { readonly kind: 'wait'; readonly microseconds: bigint };
