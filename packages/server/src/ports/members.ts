import type { ArchiveState } from '@perene/api';

/** The states of a member: a request that waits for the operator, registered, and taking part in resolution or not. */
export type MemberState = ArchiveState;

/** An Archive that takes part in resolution, or wants to. */
export interface Member {
  /** Label of its Archive service, in canonical spelling. */
  readonly service: string;
  /** From 0 to 65,535; given at the registration, for ever. */
  readonly number: number | undefined;
  readonly state: MemberState;
  /** A salted hash; empty for the Archive of this node, which needs no key. */
  readonly keyHash: string;
  /** Host and, unless it is 80, port; undefined until the first inclusion. */
  readonly address: string | undefined;
  readonly ip: string | undefined;
  readonly platformVersion: string | undefined;
  readonly administratorEmail: string | undefined;
  /** Whether it answered when the resolver asked back. */
  readonly isConfirmed: boolean;
  readonly requestedAt: bigint;
  readonly registeredAt: bigint | undefined;
  readonly changedAt: bigint;
  /**
   * When it was first excluded or revoked, even if that was repeated since; undefined if it takes part, or never did.
   */
  readonly awaySince: bigint | undefined;
  /** Every change of any member gives it a revision larger than all before; 0 as long as it has no number. */
  readonly revision: bigint;
}

export type MemberDetails = Omit<Member, 'number' | 'revision' | 'awaySince'>;

/** The change of a member; undefined changes nothing. */
type MemberChange = { readonly kind: 'keep'; readonly member: MemberDetails } | { readonly kind: 'forget' } | undefined;

export interface Members {
  find(service: string): Promise<Member | undefined>;
  /**
   * Decides and writes in one transaction, and returns the member after that. A member that is no longer `requested`
   * gets a number if it has none; if all numbers are taken, the change is refused with `archives-full`. A member with a
   * number is never forgotten.
   */
  change(
    service: string,
    decide: (member: Member | undefined, facts: { readonly requested: number }) => MemberChange,
  ): Promise<Member | undefined>;
  /** The members after that label, in the order of labels. */
  list(page: { readonly after: string; readonly limit: number }): Promise<readonly Member[]>;
  /** The members that changed after that revision, the earliest change first. */
  changesSince(revision: bigint, limit: number): Promise<readonly Member[]>;
}
