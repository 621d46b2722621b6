import type { AlertPage, AlertView, ArchivePage, MemberArchive } from '@perene/api';
import type { Label } from '@perene/core';

/** The operations on the Archives of a resolver. */
export interface MembershipOperations {
  /** Anybody may ask for registration; an Archive that the operator registers is approved at once. */
  register(request: RegistrationRequest, by: Registrar): Promise<DecidedArchive>;
  approve(service: Label): Promise<DecidedArchive>;
  /** Forgets a request that waits; a registered Archive stays known as revoked. */
  revoke(service: Label): Promise<ArchiveView>;
  /** Returns Archives in the order of their labels. */
  list(page: PageRequest): Promise<ArchivePage>;
  /** Originals that several Archives claim, the last seen first. */
  alerts(page: PageRequest): Promise<AlertPage>;
  /** The alert about a label or an alias, with its evidence. */
  alert(ibi: string): Promise<AlertView>;
}

export type Registrar = { readonly kind: 'operator' } | { readonly kind: 'anyone'; readonly address: string };

export interface RegistrationRequest {
  /** Label of the Archive service. */
  readonly service: Label;
  readonly registrationKey: string;
  readonly email?: string | undefined;
}

interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Dates in ISO 8601. */
export type ArchiveView = ArchivePage['archives'][number];

/** The Archive, with the outcome of the e-mail to its administrator: `none` if none was to be sent. */
export type DecidedArchive = ArchiveView & { readonly mail?: MemberArchive['mail'] | undefined };

export async function* walkArchives({ list }: Pick<MembershipOperations, 'list'>): AsyncGenerator<ArchiveView> {
  let cursor: string | undefined;
  do {
    const page = await list({ cursor });
    yield* page.archives;
    cursor = page.next;
  } while (cursor !== undefined);
}

export async function* walkAlerts({
  alerts,
}: Pick<MembershipOperations, 'alerts'>): AsyncGenerator<AlertPage['alerts'][number]> {
  let cursor: string | undefined;
  do {
    const page = await alerts({ cursor });
    yield* page.alerts;
    cursor = page.next;
  } while (cursor !== undefined);
}
