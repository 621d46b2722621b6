import type { RepositoryLabel } from '@perene/core';
import type { Claim, Signed, Transfer } from '@perene/core/trust';

/** What became of the items of an Archive that was restored from an older backup. */
export interface RestoredCounts {
  /** Statements that were signed after the backup, and came back from the log. */
  readonly statements: number;
  /** Items that were removed after the backup, and are removed again. */
  readonly removed: number;
  /** Originals that were handed over after the backup, and are copies again. */
  readonly handedOver: number;
  /** Items that came after the backup, and are not here. */
  readonly lost: number;
}

export type Restoration =
  /** Items up to that number are not claimed: the log may have later claims of them than this Archive. */
  | { readonly step: 'reading'; readonly upTo: string; readonly from?: number }
  /** The items after this one are still to be compared with what the log had. */
  | { readonly step: 'comparing'; readonly upTo: string; readonly after: string; readonly counts: RestoredCounts }
  | { readonly step: 'done'; readonly counts: RestoredCounts };

/** A statement from the log: of this Archive, or the transfer to it that its next statement follows. */
export interface LoggedStatement {
  readonly isOwn: boolean;
  readonly signed: Signed<Claim | Transfer>;
}

/** An item, and what this Archive has signed of it last. */
export interface ComparedItem {
  readonly number: bigint;
  readonly repository: RepositoryLabel;
  readonly last: Claim | Transfer | undefined;
}

/** The claims of an Archive that was restored from an older backup, while it learns what it had signed since. */
export interface RestoredClaims {
  /** Undefined if the Archive was never restored. */
  find(): Promise<Restoration | undefined>;
  save(restoration: Restoration): Promise<void>;
  /** The number of the last item. */
  lastNumber(): Promise<bigint>;
  /** Keeps what is not known here, after all that is; returns how many, and how many of them begin items that are lost. */
  keep(statements: readonly LoggedStatement[]): Promise<Pick<RestoredCounts, 'statements' | 'lost'>>;
  /** The next items after that number, in order. */
  after(number: bigint): Promise<readonly ComparedItem[]>;
  /** Claims each of them as it is now, unless its last claim says the same. */
  sign(repositories: readonly RepositoryLabel[], at: bigint): Promise<void>;
}
