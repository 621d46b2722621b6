import type { ApiClient } from './client.ts';
import type { Access, HistoryEntry, Item, ItemSummary, Page, Principal } from './types.ts';

export const whoAmI = (client: ApiClient): Promise<Principal> => client.get('/whoami');

export const listItems = async (
  client: ApiClient,
  query: { readonly q?: string; readonly cursor?: string | undefined; readonly limit?: number },
): Promise<Page<ItemSummary>> => {
  const { items, next } = await client.get<{ items: readonly ItemSummary[]; next?: string }>('/items', query);
  return { entries: items, next };
};

export const showItem = (client: ApiClient, label: string): Promise<Item> => client.get(`/items/${label}`);

export const readHistory = async (
  client: ApiClient,
  label: string,
  cursor: string | undefined,
): Promise<Page<HistoryEntry>> => {
  const { entries, next } = await client.get<{ entries: readonly HistoryEntry[]; next?: string }>(
    `/items/${label}/history`,
    { cursor, limit: 20 },
  );
  return { entries, next };
};

/** What is not named stays as it is. */
export interface ItemChange {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly language?: string | null;
  readonly target?: string;
  readonly access?: Access;
}

/** Only if nobody else has changed the item since it was read. */
export const editItem = (
  client: ApiClient,
  { repository, revision }: Pick<Item, 'repository' | 'revision'>,
  change: ItemChange,
): Promise<Item> =>
  client.send('PATCH', `/items/${repository}`, { body: change, headers: { 'if-match': `"${revision}"` } });

export const removeItem = (client: ApiClient, label: string, reason: string): Promise<Item> =>
  client.send('DELETE', `/items/${label}`, { body: { reason } });
