import type { ApiClient } from '../../api/client.ts';
import type { Page, Role } from '../../api/types.ts';

export interface DayCount {
  readonly day: string;
  readonly content: 'Data' | 'Metadata';
  readonly accesses: number;
}

export interface ItemCount {
  readonly repository: string;
  readonly content: 'Data' | 'Metadata';
  readonly accesses: number;
}

/** Days of the calendar (YYYY-MM-DD, UTC), both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const countByDay = async (
  client: ApiClient,
  { from, to }: Period,
  item: string | undefined,
): Promise<readonly DayCount[]> => {
  const answer = await client.get<{ counts: readonly DayCount[] }>('/statistics', { from, to, group: 'day', item });
  return answer.counts;
};

export const countByItem = async (
  client: ApiClient,
  { from, to }: Period,
  top: number,
): Promise<readonly ItemCount[]> => {
  const answer = await client.get<{ counts: readonly ItemCount[] }>('/statistics', { from, to, group: 'item', top });
  return answer.counts;
};

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly created: string;
  readonly revoked?: string;
}

export const listKeys = async (client: ApiClient): Promise<readonly ApiKey[]> =>
  (await client.get<{ keys: readonly ApiKey[] }>('/keys')).keys;

export const createKey = (
  client: ApiClient,
  key: { readonly name: string; readonly role: Role },
): Promise<ApiKey & { readonly key: string }> => client.send('POST', '/keys', { body: key });

export const revokeKey = async (client: ApiClient, id: string): Promise<void> => {
  await client.send('DELETE', `/keys/${encodeURIComponent(id)}`);
};

export interface Activity {
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly repository: string;
  /** Of a description: label of what it describes. */
  readonly describes?: string;
  readonly title?: string;
}

export interface ActivityFilter {
  readonly item?: string | undefined;
  readonly who?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const readActivity = async (
  client: ApiClient,
  filter: ActivityFilter,
  cursor: string | undefined,
): Promise<Page<Activity>> => {
  const { entries, next } = await client.get<{ entries: readonly Activity[]; next?: string }>('/log', {
    ...filter,
    cursor,
    limit: 50,
  });
  return { entries, next };
};

export interface NodeFacts {
  readonly version: string;
  readonly roles: readonly string[];
  readonly isReadingPublic: boolean;
  readonly maxFileBytes: number;
}

export const showNode = (client: ApiClient): Promise<NodeFacts> => client.get('/node');

/** Whether the node says that it can serve. */
export const isReady = async (): Promise<boolean> => {
  try {
    return (await fetch('/ready')).ok;
  } catch {
    return false;
  }
};
