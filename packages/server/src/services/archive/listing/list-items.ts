import type { ItemPage } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { aliasLabel, type Metadata, parseAlias } from '@perene/core/item';
import { parseSearch, type Search, snippetOf } from '@perene/core/search';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { ItemOrder, ListedItem, ListPlace } from '../../../ports/archive/finding/listing.ts';
import type { ListRequest } from '../archive-operations.ts';
import { summarizeItem } from '../items/view-item.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
/** Making snippets takes time, and nobody reads more of them. */
const MAX_SNIPPETS = 50;

/** Returns a page of items, or of those that a search finds, with what they can be narrowed by if that is asked for. */
export const listItems = async (
  catalogue: Catalogue,
  { words = '', facets = {}, sort, cursor, limit, isOpenOnly = false, hasCounts = false }: ListRequest,
  resolverUrl: string,
): Promise<ItemPage> => {
  const isNarrowed = Object.values(facets).some(Boolean);
  const named = words === '' || isNarrowed ? undefined : await findByAlias(catalogue, words);
  if (named !== undefined) {
    const isHidden = isOpenOnly && named.item.access.description === 'closed';
    return { items: isHidden ? [] : [summarizeItem(named.item, named.described, resolverUrl)] };
  }
  const search = words === '' && !isNarrowed ? undefined : parseSearch(words, facets);
  const order = orderOf(search, sort);
  const page = { search, sort: order, after: placeOf(cursor, order), limit: limitOf(limit), isOpenOnly };
  const { entries, next } = await catalogue.list(page);
  const found = hasCounts ? await catalogue.summarize({ search, isOpenOnly }) : undefined;
  return {
    items: entries.map(({ item, described }, index) => {
      const snippet = search && index < MAX_SNIPPETS ? describeFound(described?.metadata ?? {}, search) : [];
      return { ...summarizeItem(item, described, resolverUrl), ...(snippet.length > 0 && { snippet }) };
    }),
    ...(next !== undefined && { next: cursorOf(next) }),
    ...(found && { found }),
  };
};

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

const CURSOR = /^(?:(\d)-)?(\d{1,18})$/;

const cursorOf = ({ number, rank }: ListPlace): string => (rank === undefined ? String(number) : `${rank}-${number}`);

/** Pages in the order of relevance go on within a group. */
const placeOf = (cursor: string | undefined, order: ItemOrder): ListPlace | undefined => {
  if (cursor === undefined) return undefined;
  const [, rank, number] = CURSOR.exec(cursor) ?? [];
  if (number === undefined || (rank !== undefined) !== (order === 'relevance')) {
    throw refuse('cursor-invalid', { cursor });
  }
  return { number: BigInt(number), ...(rank !== undefined && { rank: Number(rank) }) };
};

export const limitOf = (limit = DEFAULT_LIMIT): number => Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT);
