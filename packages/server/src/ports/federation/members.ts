import type { ArchiveState } from '@perene/api';
import type { Label, RepositoryLabel } from '@perene/core';
import type { GivenLease, HeldLeaseName, LeaseGrant } from '@perene/core/federation';
import type { ItemName } from '../archive/catalogue.ts';
import type { ArchiveAddress } from './messenger.ts';

/** The states of a member: a request that waits for the operator, registered, and taking part in resolution or not. */
export type MemberState = ArchiveState;

/** Where an Archive answered when it was asked back; no two Archives have the same address. */
export interface ConfirmedPlace {
  /** Host and, unless it is 80, port. */
  readonly address: string;
  /** The IP address that answered; of the Archive of this node, the one that its operator gave, if any. */
  readonly ips: readonly string[];
}

/** An Archive that takes part in resolution, or wants to. */
export interface Member {
  /** Label of its Archive service, in canonical spelling. */
  readonly service: Label;
  /** A number from 0 to 65,535, which is given at the registration, for ever. */
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
  /** Where it last did so. An address that it only declares says nothing of who it is. */
  readonly confirmed: ConfirmedPlace | undefined;
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

/** A message of an Archive, and the lease that it gets. */
export interface HeardArchive {
  /** Number of the member. */
  readonly member: number;
  readonly held: HeldLeaseName | undefined;
  readonly grant?: LeaseGrant | undefined;
  readonly announcement?: LabelAnnouncement | undefined;
}

interface LabelAnnouncement {
  /** A set of fingerprints, as in the message; undefined if it lists none. */
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

/** Archives that claim one original: what each of them says, for the operator to judge. */
export interface Alert {
  /** A label; or an alias, as it was written, that items of several Archives carry. */
  readonly ibi: string;
  readonly claims: readonly AlertClaim[];
  readonly firstSeenAt: bigint;
  readonly lastSeenAt: bigint;
  readonly times: number;
}

export interface AlertClaim extends ArchiveAddress {
  readonly url?: string | undefined;
  readonly timestamp?: string | undefined;
  /** The signed claim in its answer, as core writes it; undefined if there is none, empty if it cannot be read. */
  readonly signed?: string | undefined;
}

export interface AlertPlace {
  readonly lastSeenAt: bigint;
  readonly ibi: string;
}

/** Who was the first to answer for a name, as far as the resolver knows. */
export interface FirstHolder {
  /** Number of the member. */
  readonly archive: number;
  /** For an alias: the item that carries it. */
  readonly item: Label | undefined;
}

/** The Archives of a resolver, what it gave them, and what it noticed about them; for all its processes. */
export interface Members {
  find(service: Label): Promise<Member | undefined>;
  /**
   * Decides and writes in one transaction, and returns the member after that. A member that is no longer `requested`
   * gets a number if it has none; if all numbers are taken, the change is refused with `archives-full`. A member with a
   * number is never forgotten. Whoever is confirmed at an address takes it from whoever was confirmed there before.
   */
  change(
    service: Label,
    decide: (member: Member | undefined, facts: { readonly requested: number }) => MemberChange,
  ): Promise<Member | undefined>;
  /** The members after that label, in the order of labels. */
  list(page: { readonly after: string; readonly limit: number }): Promise<readonly Member[]>;
  /** The members that changed after that revision, the earliest change first. */
  changesSince(revision: bigint, limit: number): Promise<readonly Member[]>;
  /** Keeps a message of an Archive and the lease that it gets; durable when it resolves. */
  hear(heard: HeardArchive): Promise<void>;
  /** All leases and announcements after a place; without one, all that are kept. */
  leasesSince(place: LeasePlace | undefined): Promise<LeaseNews>;
  /** The repository names in the answers of members that were registered by an IBIp. */
  pinnedNames(): Promise<ReadonlyMap<Label, RepositoryLabel>>;
  /** Keeps the first name, even if another comes later; returns the name that is kept. */
  pinName(service: Label, repository: RepositoryLabel): Promise<RepositoryLabel>;
  /** The first holder of a label, or of an alias. */
  firstHolder(name: ItemName): Promise<FirstHolder | undefined>;
  /**
   * Keeps holders of names that have none, or of which `instead` was the first. A limited number is kept for each
   * Archive; what is beyond it is left out.
   */
  keepFirstHolders(
    holders: ReadonlyMap<ItemName, FirstHolder & { readonly instead: number | undefined }>,
  ): Promise<void>;
  /** Adds an alert, or renews an old one with the present claims. */
  noteAlert(alert: {
    readonly ibi: string;
    readonly claims: readonly AlertClaim[];
    readonly at: bigint;
  }): Promise<void>;
  findAlert(ibi: string): Promise<Alert | undefined>;
  /** The alerts after that place, the last seen first. */
  listAlerts(page: { readonly after: AlertPlace | undefined; readonly limit: number }): Promise<readonly Alert[]>;
}
