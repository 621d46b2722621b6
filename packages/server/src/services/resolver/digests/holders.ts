import type { Label } from '@perene/core';
import type { ItemName } from '../../../ports/archive/catalogue.ts';
import type { AwayArchive, IncludedArchive } from '../members/member-directory.ts';

interface Holders {
  /** Included Archives whose digests have the label. */
  readonly named: readonly number[];
  /** Included Archives whose digests do not count: each must be asked before a "no". Some may be in `named` as well. */
  readonly open: readonly number[];
  /** Archives that are switched off or revoked and may have had the label. */
  readonly away: readonly AwayHolder[];
}

/** A revoked Archive is listed only if it is known to have had the label. */
export interface AwayHolder {
  readonly number: number;
  readonly service: Label;
  readonly address: string;
  readonly state: 'excluded' | 'revoked';
  /** When it left, in microseconds since 1970. */
  readonly since: bigint;
  /** Whether its last digest or answer has the label; otherwise it is not known whether it has the label. */
  readonly isKnown: boolean;
}

/** Finds the Archives that may hold a label, except the Archive of this node. */
export interface HolderIndex {
  /** An Archive that answered for a label before counts as a holder, whether it gives digests or not. */
  holdersOf(labels: readonly ItemName[], answeredBefore?: number): Holders;
  /** Whether an Archive knows messages beyond the standard: it gave a digest, refused to, or has not answered yet. */
  kinshipOf(archive: number): 'ours' | 'foreign' | 'unknown';
  /**
   * Afterwards `holdersOf` knows what Archives announced, and the digests of those that left. Awaited before a "no".
   */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export const isAway = (archive: IncludedArchive | AwayArchive): archive is AwayArchive => 'state' in archive;

export const tellAway = ({ number, service, address, state, since }: AwayArchive, isKnown: boolean): AwayHolder => ({
  number,
  service,
  address,
  state,
  since,
  isKnown,
});
