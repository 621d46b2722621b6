import type { AlertPage, AlertView, AnswerOf, ArchivePage, MemberArchive as DecidedArchive } from '@perene/api';
import type { ApiClient } from './client.ts';
import type { Page } from './types.ts';

export type { ArchiveState, MemberArchive as DecidedArchive, TraceStep } from '@perene/api';

export type MemberArchive = ArchivePage['archives'][number];
export type Alert = AlertPage['alerts'][number];

export type Resolution = AnswerOf<'resolveUrl'>;

export const listArchives = async ({ api }: ApiClient, cursor: string | undefined): Promise<Page<MemberArchive>> => {
  const { archives, next } = await api.listArchives({ cursor });
  return { entries: archives, next };
};

export const listAlerts = async ({ api }: ApiClient, cursor: string | undefined): Promise<Page<Alert>> => {
  const { alerts, next } = await api.listAlerts({ cursor });
  return { entries: alerts, next };
};

export const showAlert = ({ api }: ApiClient, ibi: string): Promise<AlertView> => api.showAlert({ ibi });

export const decideArchive = (
  { api }: ApiClient,
  ibi: string,
  decision: 'approve' | 'revoke',
): Promise<DecidedArchive> => (decision === 'approve' ? api.approveArchive({ ibi }) : api.revokeArchive({ ibi }));

export const registerArchive = (
  { api }: ApiClient,
  registration: { readonly service: string; readonly registrationKey: string; readonly email?: string },
): Promise<DecidedArchive> => api.registerArchive(registration);

export const traceResolution = ({ api }: ApiClient, url: string): Promise<Resolution> =>
  api.resolveUrl({ url, trace: 'yes' });
