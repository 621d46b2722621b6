import type { ItemPage, ItemSummary } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { aliasLabel, type Metadata, parseAlias } from '@perene/core/item';
import { parseSearch, type Search, snippetOf } from '@perene/core/search';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { ItemOrder, ListedDetails, ListedItem, ListPlace } from '../../../ports/archive/finding/listing.ts';
import type { ListRequest } from '../archive-operations.ts';
import { summarizeItem } from '../items/view-item.ts';
import { addThumbnails } from '../thumbnails/item-thumbnail.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
/** Making snippets takes time, and nobody reads more of them. */
const MAX_SNIPPETS = 50;

/** Returns a page of items, or of those that a search finds, with what they can be narrowed by if that is asked for. */
export const listItems = async (
  catalogue: Catalogue,
  request: ListRequest,
  { resolverUrl, today }: { readonly resolverUrl: string; readonly today: string },
): Promise<ItemPage> => {
  const { words = '', facets = {}, sort, cursor, limit, isOpenOnly = false, hasCounts = false, hasDetails } = request;
  const { state, owner } = request;
  const isNarrowed = Object.values(facets).some(Boolean);
  const isOfDesk = state !== undefined || owner !== undefined || hasDetails === true;
  const named = words === '' || isNarrowed || isOfDesk ? undefined : await findByAlias(catalogue, words);
  if (named !== undefined) {
    const isHidden = isOpenOnly && (named.item.access.description === 'closed' || named.item.withdrawal !== undefined);
    const summary = summarizeItem(named.item, named.described, resolverUrl);
    return { items: await addThumbnails(catalogue, isHidden ? [] : [{ item: named.item, summary }], today) };
  }
  const search = words === '' && !isNarrowed ? undefined : parseSearch(words, facets);
  const order = orderOf(search, sort);
  const sought = { search, isOpenOnly, state, owner };
  const place = { sort: order, after: placeOf(cursor, order), limit: limitOf(limit) };
  const { entries, next } = await catalogue.list({ ...sought, ...place, hasDetails });
  const found = hasCounts ? await catalogue.summarize(sought) : undefined;
  const items = entries.map(({ item, described, details }, index) => {
    const snippet = search && index < MAX_SNIPPETS ? describeFound(described?.metadata ?? {}, search) : [];
    const summary = {
      ...summarizeItem(item, described, resolverUrl),
      ...(snippet.length > 0 && { snippet }),
      ...(details && { details: viewDetails(item, described, details) }),
    };
    return { item, summary };
  });
  return {
    items: await addThumbnails(catalogue, items, today),
    ...(next !== undefined && { next: cursorOf(next) }),
    ...(found && { found }),
  };
};

const viewDetails = (
  item: CatalogueItem,
  described: ListedItem['described'],
  { type, year, licence, ...details }: ListedDetails,
): NonNullable<ItemSummary['details']> => ({
  ...details,
  ...(type !== '' && { type }),
  ...(year !== '' && { year }),
  ...(licence !== '' && { licence }),
  ...(item.owner !== undefined && { owner: { id: item.owner } }),
  ...(item.withdrawal && { withdrawn: true }),
  revision: Number(item.revision + (described?.revision ?? 0n)),
});

/** All items are equally relevant to a search without words. */
const orderOf = (search: Search | undefined, sort: ItemOrder | undefined): ItemOrder => {
  const hasWords = search?.words.some(({ isExcluded, field }) => !isExcluded && field === undefined) ?? false;
  const isRelevance = sort === undefined || sort === 'relevance';
  if (!isRelevance) return sort;
  return hasWords ? 'relevance' : 'newest';
};

/** Finds the item whose alias the words are, unless it is deleted, because lists show no deleted items. */
const findByAlias = async (catalogue: Catalogue, words: string): Promise<ListedItem | undefined> => {
  const alias = parseAlias(words);
  const item = alias.ok ? await catalogue.find(aliasLabel(alias.value)) : undefined;
  if (item === undefined || item.content !== 'Data' || item.state.kind === 'deleted') return undefined;
  return { item, described: item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy) };
};

/** What a list shows beside the snippet. */
const SHOWN_ANYWAY = ['title', 'creator'];
const MAX_TEXTS = 20;

/** Looks for the words in the fields that say most, then in all others. */
const describeFound = (metadata: Metadata, search: Search) => {
  const { description = [], abstract = [], ...others } = metadata;
  const rest = Object.entries(others).filter(([name]) => !SHOWN_ANYWAY.includes(name));
  const values = [...abstract, ...description, ...rest.flatMap(([, found]) => found)];
  return snippetOf(
    values.slice(0, MAX_TEXTS).map(({ value }) => value),
    search,
  );
};

const CURSOR = /^(?:(\d)-|(\d{1,18})_)?(\d{1,18})$/;

const cursorOf = ({ number, rank, key }: ListPlace): string =>
  `${rank === undefined ? '' : `${rank}-`}${key === undefined ? '' : `${key}_`}${number}`;

/** Orders whose places have a key, so that a list goes on where it was, whatever became of its items. */
const KEYED: readonly ItemOrder[] = ['changed', 'size'];

/** Pages in the order of relevance go on within a group. */
const placeOf = (cursor: string | undefined, order: ItemOrder): ListPlace | undefined => {
  if (cursor === undefined) return undefined;
  const [, rank, key, number] = CURSOR.exec(cursor) ?? [];
  const isOfOrder = (rank !== undefined) === (order === 'relevance') && (key !== undefined) === KEYED.includes(order);
  if (number === undefined || !isOfOrder) throw refuse('cursor-invalid', { cursor });
  return {
    number: BigInt(number),
    ...(rank !== undefined && { rank: Number(rank) }),
    ...(key !== undefined && { key: BigInt(key) }),
  };
};

export const limitOf = (limit = DEFAULT_LIMIT): number => Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT);
