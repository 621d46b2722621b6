/** From a request that waits for the operator, over registration, to taking part in resolution or not. */
export type MemberState = 'requested' | 'registered' | 'included' | 'excluded' | 'revoked';

/** An Archive that takes part in resolution, or wants to. */
export interface Member {
  /** Label of its Archive service, in canonical spelling. */
  readonly service: string;
  /** Given when it is registered, for ever; from 0 to 65,535. */
  readonly number: number | undefined;
  readonly state: MemberState;
  /** Salted; empty for the Archive of this node, which needs no key. */
  readonly keyHash: string;
  /** Host and, unless it is 80, port; undefined until it was included for the first time. */
  readonly address: string | undefined;
  readonly ip: string | undefined;
  readonly platformVersion: string | undefined;
  readonly administratorEmail: string | undefined;
  /** Whether it answered when the resolver asked back. */
  readonly isConfirmed: boolean;
  readonly requestedAt: bigint;
  readonly registeredAt: bigint | undefined;
  readonly changedAt: bigint;
  /** Larger than all before after every change of any member; 0 as long as it has no number. */
  readonly revision: bigint;
}

export type MemberDetails = Omit<Member, 'number' | 'revision'>;

/** What becomes of a member: nothing where it is undefined. */
type MemberChange = { readonly kind: 'keep'; readonly member: MemberDetails } | { readonly kind: 'forget' } | undefined;

export interface Members {
  find(service: string): Promise<Member | undefined>;
  /**
   * Decides and writes in one transaction, and answers what is there then. A member that is no longer `requested` gets a
   * number if it has none; where all of them are given, it is refused with `archives-full`. One with a number is never forgotten.
   */
  change(
    service: string,
    decide: (member: Member | undefined, facts: { readonly requested: number }) => MemberChange,
  ): Promise<Member | undefined>;
  /** In the order of labels, after that one. */
  list(page: { readonly after: string; readonly limit: number }): Promise<readonly Member[]>;
  /** Those that changed after that revision, the earliest change first. */
  changesSince(revision: bigint, limit: number): Promise<readonly Member[]>;
}
