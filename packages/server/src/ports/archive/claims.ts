import type { Label, RepositoryLabel } from '@perene/core';
import type { Claim, Hash, HistoryEnd, PublicKey, Sha256, Signed, Transfer } from '@perene/core/trust';
import type { Signer } from '../system/signatures.ts';
import type { CatalogueItem } from './catalogue.ts';

/** Signs what this Archive says of its items. */
export interface ClaimSigner {
  /** The Archive service, by the label that answers to resolvers have. */
  readonly service: Label;
  readonly key: PublicKey;
  readonly sign: Signer['sign'];
  /** For what is no statement: the end of the history. */
  readonly signBytes: Signer['signBytes'];
  readonly sha256: Sha256;
  /** Whether claims may wait, because the Archive was restored and has not read the log of its resolver since. */
  readonly mayWait: boolean;
}

/** The fact that has the signed end of the history, as JSON; backups have it too. */
export const HISTORY_END = 'history.end';

export interface SignedHistoryEnd extends HistoryEnd {
  readonly key: string;
  /** In base 64. */
  readonly signature: string;
}

/** Undefined as long as the Archive service has no label. */
export type FindClaimSigner = () => Promise<ClaimSigner | undefined>;

/** A signed statement of an item, as this Archive keeps it. */
export interface KeptStatement {
  /** Later statements of the item have higher places. */
  readonly place: bigint;
  /** Whether this Archive has signed it; the others are transfers to this Archive. */
  readonly isOwn: boolean;
  /** As it was kept, with key and signature. */
  readonly text: string;
  /** The same, as far as it can be read: nobody has checked it since it was kept. */
  readonly signed: Signed<Claim | Transfer>;
  readonly hash: Hash;
}

/** An item, and the last claim about it; undefined where it is not signed yet. */
export interface ClaimedItem {
  readonly item: CatalogueItem;
  readonly claim: Signed<Claim> | undefined;
}

/** What is checked of claims long after they were made. */
export interface ClaimChecks {
  /** All items, in the order in which they came. */
  walkItems(): AsyncIterable<ItemStanding>;
  /** All statements, those of an item together and in their order. */
  walkStatements(): AsyncIterable<KeptStatement & { readonly repository: RepositoryLabel }>;
}

export interface ItemStanding {
  readonly number: bigint;
  readonly repository: RepositoryLabel;
  /** Whether the last claim is of the item as it is. */
  readonly claim: 'current' | 'outdated' | 'missing';
}

/** Items that came before this Archive signed. */
export interface UnsignedItems {
  /**
   * Claims some of the items after that number that have no claim. Returns the number up to which none is left, or
   * undefined at the end. It takes a bounded time.
   */
  signAfter(number: bigint, at: bigint): Promise<bigint | undefined>;
}
