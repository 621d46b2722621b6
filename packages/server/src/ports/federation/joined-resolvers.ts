import type { Said } from '@perene/api/refusals';
import type { ArchiveTime, LeaseGrant, NotedLease } from '@perene/core/federation';

/** What this Archive last heard from a resolver that it joins. */
export type JoinState =
  | { readonly kind: 'included'; readonly confirmed: boolean; readonly key?: 'known' | 'other' }
  | { readonly kind: 'excluded' }
  | { readonly kind: 'refused'; readonly why: Said }
  | { readonly kind: 'unreachable'; readonly why: Said };

export interface JoinedResolver {
  readonly state: JoinState;
  /** The address that was sent to the resolver. */
  readonly address: string;
  readonly at: bigint;
}

/** A lease that binds this Archive, and the clock that measures it. */
export interface BindingLease {
  /** The resolver that granted it; empty if that is no longer known. */
  readonly resolver: string;
  readonly lease: NotedLease;
  readonly now: ArchiveTime;
}

/** The resolvers that this Archive joins and the leases that it noted, for every process that writes to it. */
export interface JoinedResolvers {
  find(resolver: string): Promise<JoinedResolver | undefined>;
  save(resolver: string, joined: JoinedResolver): Promise<void>;
  /** The leases after all earlier commits. */
  leases(): Promise<readonly BindingLease[]>;
  /** The lease is durable when this resolves; `term` is used if no lease of that resolver is noted. */
  noteLease(resolver: string, grant: LeaseGrant, term: string): Promise<NotedLease>;
  /** Notes that the resolver knows the changes of labels up to that number. */
  raiseLease(resolver: string, announced: number): Promise<void>;
  /** Ends the lease, if it is still the same one. */
  endLease(binding: BindingLease): Promise<void>;
}
