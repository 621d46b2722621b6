import { ITEM_ORDERS } from '@perene/api';
import { FACET_NAMES, type FacetName } from '@perene/core/search';
import type { ItemOrder } from '../../../../ports/archive/finding/listing.ts';

/** What an address of a search asks for. */
export interface AskedSearch {
  readonly words: string;
  readonly facets: Readonly<Partial<Record<FacetName, string>>>;
  readonly sort: ItemOrder | undefined;
  readonly cursor: string | undefined;
  /** Parameters that mean nothing here, as they were written. */
  readonly leftOut: readonly string[];
}

const MAX_TEXT_LENGTH = 1_000;
const MAX_LEFT_OUT = 5;
/** Matches half a character at the end of a text that was cut. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;
const KNOWN: readonly string[] = ['q', ...FACET_NAMES, 'sort', 'cursor', 'lang'];

const cut = (text: string): string => text.slice(0, MAX_TEXT_LENGTH).replace(HALF_CHARACTER, '').trim();

const isOrder = (text: string): text is ItemOrder => (ITEM_ORDERS as readonly string[]).includes(text);

export const readText = (url: string, name: string): string =>
  cut(new URL(url, 'http://localhost').searchParams.get(name) ?? '');

export const readSearch = (url: string): AskedSearch => {
  const { searchParams } = new URL(url, 'http://localhost');
  const facets = FACET_NAMES.map((name) => [name, readText(url, name)] as const).filter(([, value]) => value !== '');
  const sort = readText(url, 'sort');
  const unknown = [...searchParams].filter(
    ([name, value]) => !KNOWN.includes(name) || (name === 'sort' && value !== '' && !isOrder(sort)),
  );
  return {
    words: readText(url, 'q'),
    facets: Object.fromEntries(facets),
    sort: isOrder(sort) ? sort : undefined,
    cursor: readText(url, 'cursor') || undefined,
    leftOut: unknown.slice(0, MAX_LEFT_OUT).map(([name, value]) => cut(`${name}=${value}`).slice(0, 100)),
  };
};

/** The query of a search, whose parameters always come in the same order. */
const queryOf = ({ words, facets, sort, cursor }: Omit<AskedSearch, 'leftOut'>): string => {
  const query = new URLSearchParams();
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') query.set(name, value);
  };
  add('q', words);
  for (const name of FACET_NAMES) add(name, facets[name]);
  add('sort', sort);
  add('cursor', cursor);
  return query.size === 0 ? '' : `?${query}`;
};

/** The address of a search; the first page of it, unless a cursor is given. */
export const searchAddress = (search: AskedSearch, change: Partial<Omit<AskedSearch, 'leftOut'>> = {}): string => {
  const asked = { ...search, cursor: undefined, ...change };
  return `${asked.words === '' ? '/items' : '/search'}${queryOf(asked)}`;
};

/** The address of the feed of what a search finds, the newest first. */
export const feedAddress = (search: AskedSearch): string =>
  `/feed.atom${queryOf({ ...search, sort: undefined, cursor: undefined })}`;
