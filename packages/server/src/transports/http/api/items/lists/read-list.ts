import type { ItemPage, QueryOf } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { Principal } from '../../../../../ports/people/principal.ts';
import type { ListRequest } from '../../../../../services/archive/archive-operations.ts';
import type { PeopleOperations } from '../../../../../services/people/people-operations.ts';

/** Reads the query of a list. States, owners and details are for those who have a key. */
export const readList = (query: QueryOf<'listItems'>, principal: Principal | undefined): ListRequest => {
  const { q: words, sort, facets: counts, cursor, limit, state, owner, details, ...facets } = query;
  const isOfDesk = state !== undefined || owner !== undefined || details === 'yes';
  if (isOfDesk && principal === undefined) throw refuse('key-missing', { reason: 'none' });
  return {
    words,
    facets,
    sort,
    state,
    owner: owner === undefined ? undefined : readOwner(owner, principal),
    hasDetails: details === 'yes',
    hasCounts: counts === 'yes',
    cursor,
    limit,
    isOpenOnly: principal === undefined,
  };
};

/** Nobody is the empty text. A key that belongs to nobody owns nothing. */
const readOwner = (owner: string, principal: Principal | undefined): string => {
  if (owner === 'none') return '';
  return owner === 'me' ? (principal?.person ?? principal?.id ?? '') : owner;
};

/** Shows the owners of listed items by name; each is looked up once. */
export const nameOwners = async (people: Pick<PeopleOperations, 'show'>, page: ItemPage): Promise<ItemPage> => {
  const ids = new Set(page.items.flatMap(({ details }) => details?.owner?.id ?? []));
  if (ids.size === 0) return page;
  const named = await Promise.all(
    [...ids].map(async (id) => [id, (await people.show(id).catch(() => undefined))?.name] as const),
  );
  const names = new Map(named);
  const items = page.items.map((item) => {
    const id = item.details?.owner?.id;
    const name = id === undefined ? undefined : names.get(id);
    return item.details === undefined || id === undefined || name === undefined
      ? item
      : { ...item, details: { ...item.details, owner: { id, name } } };
  });
  return { ...page, items };
};
