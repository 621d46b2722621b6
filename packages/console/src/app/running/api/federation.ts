import type { ApiClient } from '../../api/client.ts';
import type { Page } from '../../api/types.ts';

export type ArchiveState = 'requested' | 'registered' | 'included' | 'excluded' | 'revoked';

export interface MemberArchive {
  readonly service: string;
  readonly number?: number;
  readonly state: ArchiveState;
  readonly address?: string;
  readonly confirmed: boolean;
  readonly platformVersion?: string;
  readonly ip?: string;
  readonly administratorEmail?: string;
  readonly requested: string;
  readonly registered?: string;
  readonly changed: string;
  readonly health?: { readonly kind: 'answering' | 'silent'; readonly since?: string; readonly nextTry?: string };
}

/** With what became of the e-mail to its administrator. */
export type DecidedArchive = MemberArchive & { readonly mail?: 'sent' | 'failed' | 'none' };

export interface Alert {
  readonly ibi: string;
  readonly claims: readonly {
    readonly service: string;
    readonly address: string;
    readonly url?: string;
    readonly timestamp?: string;
  }[];
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly times: number;
}

interface KnownArchive {
  readonly address: string;
  readonly service: string;
}

export type TraceStep =
  | { readonly kind: 'asked'; readonly archive: KnownArchive; readonly query: string; readonly why: string }
  | { readonly kind: 'answered'; readonly archive: KnownArchive; readonly milliseconds: number; readonly body: string }
  | { readonly kind: 'failed'; readonly archive: KnownArchive; readonly milliseconds: number; readonly reason: string }
  | { readonly kind: 'decided'; readonly because: string };

export type Outcome =
  | 'found'
  | 'malformed'
  | 'unknown'
  | 'untranslated'
  | 'removed'
  | 'disputed'
  | 'uncertain'
  | 'no-original'
  | 'endless';

export interface Resolution {
  readonly outcome: Outcome;
  readonly ibi?: string;
  readonly url?: string;
  readonly archive?: KnownArchive;
  readonly state?: string;
  readonly text?: string;
  readonly position?: number;
  readonly expected?: string;
  readonly steps?: readonly TraceStep[];
}

export const listArchives = async (client: ApiClient, cursor: string | undefined): Promise<Page<MemberArchive>> => {
  const { archives, next } = await client.get<{ archives: readonly MemberArchive[]; next?: string }>('/archives', {
    cursor,
  });
  return { entries: archives, next };
};

export const listAlerts = async (client: ApiClient, cursor: string | undefined): Promise<Page<Alert>> => {
  const { alerts, next } = await client.get<{ alerts: readonly Alert[]; next?: string }>('/alerts', { cursor });
  return { entries: alerts, next };
};

export const decideArchive = (
  client: ApiClient,
  service: string,
  decision: 'approve' | 'revoke',
): Promise<DecidedArchive> => client.send('POST', `/archives/${service}/${decision}`);

export const registerArchive = (
  client: ApiClient,
  registration: { readonly service: string; readonly registrationKey: string; readonly email?: string },
): Promise<DecidedArchive> => client.send('POST', '/archives', { body: registration });

export const traceResolution = (client: ApiClient, url: string): Promise<Resolution> =>
  client.get('/resolve', { url, trace: 'yes' });
