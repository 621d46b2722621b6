import type { GivenLease, HeldLeaseName, LeaseGrant } from '@perene/core/federation';

/** A message of an Archive, and the lease that it gets. */
export interface HeardArchive {
  /** Number of the member. */
  readonly member: number;
  readonly held: HeldLeaseName | undefined;
  readonly grant?: LeaseGrant | undefined;
  readonly announcement?: LabelAnnouncement | undefined;
}

interface LabelAnnouncement {
  /** A set of fingerprints, as in the message; undefined where it lists none. */
  readonly added: string | undefined;
}

/** The place up to which leases and announcements were read. */
export interface LeasePlace {
  readonly revision: bigint;
  readonly number: bigint;
}

export interface LeaseNews {
  readonly place: LeasePlace;
  readonly leases: readonly { readonly member: number; readonly given: GivenLease }[];
  readonly announcements: readonly (LabelAnnouncement & { readonly member: number })[];
  /** Whether some announcements are no longer kept. */
  readonly hasGaps: boolean;
}

/** Leases that the resolver gave, and announcements of Archives, for all its processes. */
export interface GivenLeases {
  /** Durable when it resolves. */
  hear(heard: HeardArchive): Promise<void>;
  /** All that came after a place; without one, all that is kept. */
  readSince(place: LeasePlace | undefined): Promise<LeaseNews>;
}
