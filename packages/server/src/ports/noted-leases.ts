import type { ArchiveTime, LeaseGrant, NotedLease } from '@perene/core/federation';

/** A lease that binds this Archive, and the clock that measures it. */
export interface BindingLease {
  /** The resolver that granted it; empty where that is no longer known. */
  readonly resolver: string;
  readonly lease: NotedLease;
  readonly now: ArchiveTime;
}

/** The leases that this Archive has noted, for every process that writes to it. */
export interface NotedLeases {
  /** The leases after all earlier commits. */
  list(): Promise<readonly BindingLease[]>;
  /** The lease is durable when this resolves; `term` is used if no lease of that resolver is noted. */
  note(resolver: string, grant: LeaseGrant, term: string): Promise<NotedLease>;
  /** Notes that the resolver knows the changes of labels up to that number. */
  raise(resolver: string, announced: number): Promise<void>;
  /** Ends the lease, if it is still the same one. */
  end(binding: BindingLease): Promise<void>;
}
