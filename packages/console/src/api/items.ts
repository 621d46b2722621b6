import type { RequestOf } from '@perene/api';
import type { ApiClient } from './client.ts';
import type { HistoryEntry, Item, Page, Principal } from './types.ts';

export const whoAmI = ({ api }: ApiClient): Promise<Principal> => api.whoAmI();

export const showItem = ({ api }: ApiClient, ibi: string): Promise<Item> => api.showItem({ ibi });

export const readHistory = async (
  { api }: ApiClient,
  ibi: string,
  cursor: string | undefined,
): Promise<Page<HistoryEntry>> => {
  const { entries, next } = await api.readHistory({ ibi, cursor, limit: 20 });
  return { entries, next };
};

/** The parts that are not named stay as they are. */
export type ItemChange = Omit<RequestOf<'editItem'>, 'ibi' | 'revision'>;

/** Edits the item only if nobody else has changed it since it was read. */
export const editItem = (
  { api }: ApiClient,
  { repository, revision }: Pick<Item, 'repository' | 'revision'>,
  change: ItemChange,
): Promise<Item> => api.editItem({ ...change, ibi: repository, revision });

export const withdrawItem = ({ api }: ApiClient, ibi: string, reason: string): Promise<Item> =>
  api.withdrawItem({ ibi, reason });

export const restoreItem = ({ api }: ApiClient, ibi: string): Promise<Item> => api.restoreItem({ ibi });

export const removeItem = ({ api }: ApiClient, ibi: string, reason: string): Promise<Item> =>
  api.removeItem({ ibi, reason });
