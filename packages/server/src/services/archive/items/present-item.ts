import type { RepositoryLabel } from '@perene/core';
import type { CatalogueItem, CatalogueSnapshot } from '../../../ports/archive/catalogue.ts';
import type { PresentedItem } from '../archive-operations.ts';
import { opensOf } from '../documents/document-url.ts';
import { timeOf, viewItem } from './view-item.ts';

const MAX_COUNTS = 1_000;
const MAX_HISTORY = 20;
const MAX_CITING = 20;

/** Reads what the page of an item shows: the item, its history, and how often it was opened. */
export const presentItem = async (
  snapshot: CatalogueSnapshot,
  item: CatalogueItem,
  { resolverUrl, from, to }: { readonly resolverUrl: string; readonly from: string; readonly to: string },
): Promise<PresentedItem> => {
  const { repository } = item;
  const [view, history, accesses, usage, citing, collections] = await Promise.all([
    viewItem(snapshot, item, resolverUrl),
    readHistory(snapshot, item),
    snapshot.accesses({ repository, from, to, limit: MAX_COUNTS }),
    snapshot.usage.sum({ repository, from, to, granularity: 'month' }),
    snapshot.usage.citing({ repository, limit: MAX_CITING }),
    snapshot.collectionsOf(repository),
  ]);
  const citedFrom = citing.map((one) => ({ ...one, url: `${resolverUrl}/${one.label}` }));
  return { item: view, opens: opensOf(item, collections), history, accesses, usage, citedFrom };
};

/** The history of the item and of its description, which was added with it, the latest first. */
const readHistory = async (
  snapshot: CatalogueSnapshot,
  { repository, describedBy }: CatalogueItem,
): Promise<PresentedItem['history']> => {
  const read = async (name: RepositoryLabel) => (await snapshot.history(name, { limit: MAX_HISTORY })).entries;
  const own = await read(repository);
  const described = describedBy === undefined ? [] : await read(describedBy);
  return [...own, ...described.filter(({ action }) => action !== 'added')]
    .map(({ at, action }) => ({ at: timeOf(at), action }))
    .sort((one, other) => other.at.localeCompare(one.at));
};
