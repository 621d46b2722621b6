import type { Label } from '@perene/core';

/** The signature of a witness under the head of one size. */
interface Cosignature {
  /** The Archive that is the witness. */
  readonly service: Label;
  /** Its line of the head (C2SP signed-note), without the line feed. */
  readonly line: string;
}

export interface CosignedHead {
  readonly size: number;
  /** In the order of the services. */
  readonly cosignatures: readonly Cosignature[];
}

/** The heads that a resolver shows its witnesses, and what they signed; only the last ones are kept. */
export interface LogWitnesses {
  /**
   * Returns the size of the head that witnesses sign now. All of them sign the same one for a while: one of this size
   * takes its place once it was made before `renewBefore`.
   */
  offer(head: { readonly size: number; readonly at: bigint; readonly renewBefore: bigint }): Promise<number>;
  /** Returns whether it was kept: not for a head that is not among the last ones, nor beyond the limit of witnesses. */
  keep(size: number, cosignature: Cosignature): Promise<boolean>;
  /** The last heads that somebody signed, the newest first. */
  cosigned(limits: { readonly limit: number }): Promise<readonly CosignedHead[]>;
}
