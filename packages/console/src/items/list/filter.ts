import type { RequestOf } from '@perene/api';
import { pathTo } from '../../shell/paths.ts';

/** What the list is narrowed and sorted by; the address has the same, so that it can be kept and sent. */
const FILTERS = ['q', 'state', 'type', 'year', 'language', 'licence', 'collection', 'owner', 'sort'] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filter = Readonly<Partial<Record<FilterName, string>>>;

const STATES = ['kept', 'original', 'copy', 'withdrawn', 'removed', 'all'];
export const ORDERS = ['newest', 'changed', 'title', 'size', 'oldest'] as const;

/** Reads the query of an address; what it cannot mean is left out. */
export const readFilter = (query: URLSearchParams): Filter => {
  const given = FILTERS.flatMap((name) => {
    const value = query.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(
    given.filter(
      ([name, value]) =>
        (name !== 'state' || STATES.includes(value)) &&
        (name !== 'sort' || value === 'relevance' || (ORDERS as readonly string[]).includes(value)),
    ),
  );
};

export const addressOf = (filter: Filter): string => pathTo('items', {}, withoutEmpty(filter));

export const queryOf = (filter: Filter): string => new URLSearchParams(withoutEmpty(filter)).toString();

const withoutEmpty = (filter: Filter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''));

/** Whether anything but the order is chosen. */
export const isNarrowed = ({ sort: _, ...filter }: Filter): boolean => Object.keys(withoutEmpty(filter)).length > 0;

/** The filter as the API takes it. */
export const requestOf = (filter: Filter): RequestOf<'listItems'> => withoutEmpty(filter);
