/** The last date that this node gave, which forbids that it be given again. */
export interface MintingState {
  /**
   * Lets `decide` choose the dates to give after the last one, while nobody else on the same store can. The dates are
   * returned only once the newest of them is kept durably; nothing is kept where `decide` asks to wait.
   */
  give(decide: (last: bigint | undefined) => DatesOrWait): Promise<DatesOrWait>;
  close(): Promise<void>;
}

export type DatesOrWait =
  | { readonly kind: 'dates'; readonly dates: readonly bigint[] }
  | { readonly kind: 'wait'; readonly microseconds: bigint };
