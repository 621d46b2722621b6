import type { AlertClaim } from '../../ports/alerts.ts';
import type { MemberState } from '../../ports/members.ts';

/** What people do with the Archives of a resolver. */
export interface MembershipOperations {
  /** Anybody may ask; what the operator registers is approved. */
  register(request: RegistrationRequest, by: Registrar): Promise<DecidedArchive>;
  approve(service: string): Promise<DecidedArchive>;
  /** A request that waits is forgotten, a registered Archive stays known as revoked. */
  revoke(service: string): Promise<ArchiveView>;
  /** In the order of labels. */
  list(page: PageRequest): Promise<ArchivePage>;
  /** Originals that several Archives claim, the last seen first. */
  alerts(page: PageRequest): Promise<AlertPage>;
}

export type Registrar = { readonly kind: 'operator' } | { readonly kind: 'anyone'; readonly address: string };

export interface RegistrationRequest {
  /** Label of the Archive service, in any spelling. */
  readonly service: string;
  readonly registrationKey: string;
  readonly email?: string | undefined;
}

interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Dates in ISO 8601. */
export interface ArchiveView {
  readonly service: string;
  readonly number?: number;
  readonly state: MemberState;
  readonly address?: string;
  readonly confirmed: boolean;
  readonly platformVersion?: string;
  readonly ip?: string;
  readonly administratorEmail?: string;
  readonly requested: string;
  readonly registered?: string;
  readonly changed: string;
  /** Of included ones: whether it answers the process that tells this. */
  readonly health?: { readonly kind: 'answering' } | SilentView;
}

interface SilentView {
  readonly kind: 'silent';
  readonly since: string;
  readonly nextTry: string;
}

/** With what became of the e-mail to its administrator: `none` where none was to be sent. */
export interface DecidedArchive extends ArchiveView {
  readonly mail: 'sent' | 'failed' | 'none';
}

export interface ArchivePage {
  readonly archives: readonly ArchiveView[];
  /** Absent at the end. */
  readonly next?: string | undefined;
}

export interface AlertView {
  readonly ibi: string;
  readonly claims: readonly AlertClaim[];
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly times: number;
}

export interface AlertPage {
  readonly alerts: readonly AlertView[];
  readonly next?: string | undefined;
}

export async function* walkArchives({ list }: Pick<MembershipOperations, 'list'>): AsyncGenerator<ArchiveView> {
  let cursor: string | undefined;
  do {
    const page = await list({ cursor });
    yield* page.archives;
    cursor = page.next;
  } while (cursor !== undefined);
}

export async function* walkAlerts({ alerts }: Pick<MembershipOperations, 'alerts'>): AsyncGenerator<AlertView> {
  let cursor: string | undefined;
  do {
    const page = await alerts({ cursor });
    yield* page.alerts;
    cursor = page.next;
  } while (cursor !== undefined);
}
