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
  /** Those of the labels that items here have. */
  held(labels: readonly Label[]): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

export type DatesOrWait =
  | { readonly kind: 'dates'; readonly dates: readonly bigint[] }
  | { readonly kind: 'wait'; readonly microseconds: bigint };
