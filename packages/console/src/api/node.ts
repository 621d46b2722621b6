import type { AnswerOf, ApiKey, RequestOf } from '@perene/api';
import type { ApiClient } from './client.ts';
import type { Page } from './types.ts';

export type { ApiKey } from '@perene/api';

type Count = AnswerOf<'countAccesses'>['counts'][number];
export type DayCount = Omit<Count, 'repository' | 'day'> & { readonly day: string };
export type ItemCount = Omit<Count, 'repository' | 'day'> & { readonly repository: string };

/** Days of the calendar (YYYY-MM-DD, UTC), both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const countByDay = async (
  { api }: ApiClient,
  { from, to }: Period,
  item: string | undefined,
): Promise<readonly DayCount[]> => {
  const { counts } = await api.countAccesses({ from, to, group: 'day', item });
  return counts.map(({ day = '', ...count }) => ({ day, ...count }));
};

export const countByItem = async (
  { api }: ApiClient,
  { from, to }: Period,
  top: number,
): Promise<readonly ItemCount[]> => {
  const { counts } = await api.countAccesses({ from, to, group: 'item', top });
  return counts.map(({ repository = '', ...count }) => ({ repository, ...count }));
};

export const listKeys = async ({ api }: ApiClient): Promise<readonly ApiKey[]> => (await api.listKeys()).keys;

export const createKey = ({ api }: ApiClient, key: RequestOf<'createKey'>): Promise<AnswerOf<'createKey'>> =>
  api.createKey(key);

export const revokeKey = async ({ api }: ApiClient, id: string): Promise<void> => {
  await api.revokeKey({ id });
};

export type Activity = AnswerOf<'readLog'>['entries'][number];
export type ActivityFilter = Pick<RequestOf<'readLog'>, 'item' | 'who' | 'from' | 'to'>;

export const readActivity = async (
  { api }: ApiClient,
  filter: ActivityFilter,
  cursor: string | undefined,
): Promise<Page<Activity>> => {
  const { entries, next } = await api.readLog({ ...filter, cursor, limit: 50 });
  return { entries, next };
};

export type NodeFacts = AnswerOf<'showNode'>;

export const showNode = ({ api }: ApiClient): Promise<NodeFacts> => api.showNode();

export type Joining = AnswerOf<'showJoining'>;

export const showJoining = ({ api }: ApiClient): Promise<Joining> => api.showJoining();

/** Whether the node reports that it can serve. */
export const isReady = async (): Promise<boolean> => {
  try {
    return (await fetch('/ready')).ok;
  } catch {
    return false;
  }
};
