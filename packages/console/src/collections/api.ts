import type { Collection, RequestOf } from '@perene/api';
import type { ApiClient } from '../api/client.ts';
import type { ItemSummary, Page } from '../api/types.ts';

export type { Collection } from '@perene/api';

export type NewCollection = RequestOf<'createCollection'>;

const MOST = 500;

/** All collections that a person can choose from, in the order of their names. */
export const listCollections = async ({ api }: ApiClient): Promise<readonly Collection[]> =>
  (await api.listCollections({ limit: MOST })).collections;

export const showCollection = ({ api }: ApiClient, collection: string): Promise<Collection> =>
  api.showCollection({ collection });

export const createCollection = ({ api }: ApiClient, collection: NewCollection): Promise<Collection> =>
  api.createCollection(collection);

export const editCollection = (
  { api }: ApiClient,
  { name, revision }: Pick<Collection, 'name' | 'revision'>,
  change: NewCollection,
): Promise<Collection> => api.editCollection({ ...change, collection: name, revision });

export const deleteCollection = async ({ api }: ApiClient, collection: string): Promise<void> => {
  await api.deleteCollection({ collection });
};

export const listMembers = async (
  { api }: ApiClient,
  collection: string,
  cursor: string | undefined,
): Promise<Page<ItemSummary>> => {
  const { items, next } = await api.listCollectionItems({ collection, cursor, limit: 50 });
  return { entries: items, next };
};

export const addMember = ({ api }: ApiClient, collection: string, label: string): Promise<Collection> =>
  api.changeCollectionItems({ collection, add: [label] });

export const removeMember = ({ api }: ApiClient, collection: string, label: string): Promise<Collection> =>
  api.changeCollectionItems({ collection, remove: [label] });

export const placeMember = (
  { api }: ApiClient,
  collection: string,
  label: string,
  before: string | undefined,
): Promise<Collection> => api.orderCollectionItems({ collection, items: [label], before });
