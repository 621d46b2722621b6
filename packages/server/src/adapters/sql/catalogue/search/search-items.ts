import { refuse } from '@perene/api/refusals';
import { FACET_NAMES, type FacetName, planSearch, type Search, type SearchPlan } from '@perene/core/search';
import type {
  FacetCount,
  FoundSummary,
  ItemOrder,
  ListedPage,
  ListedState,
  ListPlace,
  SummaryRequest,
} from '../../../../ports/archive/finding/listing.ts';
import type { SqlDatabase, SqlDialect } from '../../engine/sql-database.ts';
import { checkRow, readFirst } from '../../engine/typed-rows.ts';
import { type SqlPart, selectMatching } from './match-terms.ts';

const MAX_STARS = 4;
const MAX_SOUGHT_WORDS = 32;

/** More than these are not counted. */
const MAX_COUNTED = 10_000;
const VALUES_PER_FACET = 10;

interface Deadline {
  readonly deadlineMs: number;
}

type Numbers = readonly ListPlace[];

/**
 * Finds the places of the items of a page and one more, in their order. A search over millions of items may take longer
 * than others can wait, so it is made aside.
 */
export const searchNumbers = async (database: SqlDatabase, page: ListedPage, limits: Deadline): Promise<Numbers> => {
  const { sort = 'newest' } = page;
  const search = page.search && (await numberCollections(database, page.search));
  const plan = search && planWithin(search);
  if (search !== undefined && plan === undefined) return [];
  const after = page.after === undefined ? undefined : await refusePlace(database, page.after, sort);
  const request = { ...page, after, plan };
  const isRanked = sort === 'relevance' && plan !== undefined;
  const { text, values } = isRanked
    ? selectRanked({ ...request, plan }, database.dialect)
    : selectSorted(request, database.dialect);
  const rows = await database.readAside(text, values, limits);
  return rows.map((row) => {
    const { number, place } = checkRow(row, { number: 'integer', place: 'integer' });
    if (isRanked) return { number, rank: Number(place) };
    return KEYS[sort] === undefined ? { number } : { number, key: place };
  });
};

/** No collection has this number. */
const NO_COLLECTION = '0';

/** Puts the numbers of collections in place of their names, which the index does not have, because they change. */
const numberCollections = async (database: SqlDatabase, search: Search): Promise<Search> => {
  if (!search.facets.some(({ facet }) => facet === 'collection')) return search;
  const query = 'select collection from collection_names where name = ?';
  const numberOf = async (name: string): Promise<string> => {
    const row = await database.read((session) => readFirst(session, { collection: 'integer' }, query, [name]));
    return row === undefined ? NO_COLLECTION : String(row.collection);
  };
  const facets = search.facets.map(async (sought) =>
    sought.facet === 'collection' ? { ...sought, keys: await Promise.all(sought.keys.map(numberOf)) } : sought,
  );
  return { ...search, facets: await Promise.all(facets) };
};

/** Refuses what would cost too much, however rare the words are. */
const planWithin = (search: Search): SearchPlan | undefined => {
  if (search.words.filter(({ match }) => match === 'beginning').length > MAX_STARS) {
    throw refuse('search-too-wide', { reason: 'stars', max: MAX_STARS });
  }
  if (search.words.flatMap(({ words }) => words).length + search.facets.length > MAX_SOUGHT_WORDS) {
    throw refuse('search-too-wide', { reason: 'words', max: MAX_SOUGHT_WORDS });
  }
  return planSearch(search);
};

/** A place is that of an item; in the order of titles, the list goes on only from one that is still there. */
const refusePlace = async (
  database: SqlDatabase,
  place: ListPlace,
  sort: ListedPage['sort'],
): Promise<ListPlace & { readonly title: string }> => {
  if (sort !== 'title') return { ...place, title: '' };
  const query = 'select title from search_index_facts where number = ?';
  const row = await database.read((session) => readFirst(session, { title: 'text' }, query, [place.number]));
  if (row === undefined) throw refuse('cursor-invalid', { cursor: String(place.number) });
  return { ...place, title: row.title };
};

type Request = Omit<ListedPage, 'after'> & {
  readonly plan: SearchPlan | undefined;
  readonly after: (ListPlace & { readonly title: string }) | undefined;
};

/** The facts in whose order items are listed, the greatest first. */
const KEYS: Readonly<Partial<Record<ItemOrder, string>>> = { changed: 'f.changed_at', size: 'f.bytes' };

const STATES: Readonly<Record<ListedState, string>> = {
  kept: ` and f.state <> 'deleted'`,
  original: ` and f.state in ('original', 'releasing')`,
  copy: ` and f.state in ('copy', 'receiving')`,
  withdrawn: ` and f.state = 'withdrawn'`,
  removed: ` and f.state = 'deleted'`,
  all: '',
};

/** The conditions on facts that are not looked for as terms. */
const narrow = ({ isOpenOnly, state = 'kept', owner }: SummaryRequest): SqlPart => ({
  text: `${isOpenOnly ? ' and f.is_open = 1' : ''}${STATES[state]}${owner === undefined ? '' : ' and f.owner = ?'}`,
  values: owner === undefined ? [] : [owner],
});

/** Selects all that the plan finds, or all items. */
const selectFound = (plan: SearchPlan | undefined, request: SummaryRequest, dialect: SqlDialect) => {
  const found =
    plan === undefined
      ? {
          number: 'f.number',
          text: 'select f.number as number from search_index_facts f where f.number > 0',
          values: [],
        }
      : selectMatching(plan.condition, plan, dialect);
  const { text, values } = narrow(request);
  return { ...found, text: `${found.text}${text}`, values: [...found.values, ...values] };
};

const selectSorted = ({ plan, sort = 'newest', after, limit, ...request }: Request, dialect: SqlDialect): SqlPart => {
  const { number, text, values } = selectFound(plan, request, dialect);
  const key = KEYS[sort];
  const withPlace = text.replace(' as number', ` as number, ${key ?? 0} as place`);
  if (key !== undefined) {
    return {
      text: `${withPlace} ${after ? `and (${key}, f.number) < (?, ?)` : ''} order by ${key} desc, f.number desc limit ?`,
      values: [...values, ...(after ? [after.key ?? 0n, after.number] : []), BigInt(limit)],
    };
  }
  if (sort === 'title') {
    return {
      text: `${withPlace} ${after ? 'and (f.title, f.number) > (?, ?)' : ''} order by f.title, f.number limit ?`,
      values: [...values, ...(after ? [after.title, after.number] : []), BigInt(limit)],
    };
  }
  const [beyond, order] = sort === 'oldest' ? ['>', 'asc'] : ['<', 'desc'];
  return {
    text: `${withPlace} ${after ? `and ${number} ${beyond} ?` : ''} order by ${number} ${order} limit ?`,
    values: [...values, ...(after ? [after.number] : []), BigInt(limit)],
  };
};

/** One group of relevance after the other, the newest of each first. */
const selectRanked = (
  { plan, after, limit, ...request }: Request & { readonly plan: SearchPlan },
  dialect: SqlDialect,
): SqlPart => {
  const first = after?.rank ?? 0;
  const narrowed = narrow(request);
  const parts = plan.ranks.slice(first).map((condition, index) => {
    const { number, text, values } = selectMatching(condition, plan, dialect);
    const before = index === 0 ? after : undefined;
    return {
      text: `select ${first + index} as place, number from (${text}${narrowed.text}
        ${before ? `and ${number} < ?` : ''} order by ${number} desc limit ?) rank_${first + index}`,
      values: [...values, ...narrowed.values, ...(before ? [before.number] : []), BigInt(limit)],
    };
  });
  // SQLite carries the parts out in their order, and only as many as the limit needs.
  const order = dialect === 'sqlite' ? '' : 'order by place, number desc';
  return {
    text: `${parts.map(({ text }) => text).join(' union all ')} ${order} limit ?`,
    values: [...parts.flatMap(({ values }) => values), BigInt(limit)],
  };
};

const COLUMNS: Readonly<Record<Exclude<FacetName, 'person' | 'collection'>, string>> = {
  type: 'f.type',
  year: 'f.year',
  language: 'f.language',
  licence: 'f.licence',
};

const countFacet = (facet: FacetName): string => {
  const best = `order by items desc, value limit ${VALUES_PER_FACET}`;
  if (facet === 'person') {
    return `select * from (select 'person' as facet, min(p.name) as value, count(*) as items from found
      cross join search_index_people p where p.number = found.number group by p.person ${best}) people`;
  }
  if (facet === 'collection') {
    return `select * from (select 'collection' as facet, min(c.name) as value, count(*) as items from found
      cross join collection_members m join collections c on c.number = m.collection
      where m.item = found.number group by m.collection ${best}) of_collection`;
  }
  return `select * from (select '${facet}' as facet, ${COLUMNS[facet]} as value, count(*) as items from facts f
    where ${COLUMNS[facet]} <> '' group by ${COLUMNS[facet]} ${best}) of_${facet}`;
};

const COUNTED = { facet: 'text', value: 'text', items: 'integer' } as const;

/** Counts what is found, and what it can be narrowed by: exactly, or among the newest of more than can be counted. */
export const summarizeFound = async (
  database: SqlDatabase,
  { search: asked, ...request }: SummaryRequest,
  limits: Deadline,
): Promise<FoundSummary> => {
  const search = asked && (await numberCollections(database, asked));
  const plan = search && planWithin(search);
  if (search !== undefined && plan === undefined) return { count: 0, isMore: false, facets: facetsOf([]) };
  const { number, text, values } = selectFound(plan, request, database.dialect);
  const query = `with all_found as materialized (${text} order by ${number} desc limit ?),
    found as materialized (select number from all_found order by number desc limit ${MAX_COUNTED}),
    facts as materialized (select f.* from found cross join search_index_facts f where f.number = found.number)
    select '' as facet, '' as value, count(*) as items from all_found
    union all ${FACET_NAMES.map(countFacet).join(' union all ')}`;
  const rows = await database.readAside(query, [...values, BigInt(MAX_COUNTED + 1)], limits);
  const [{ items: count } = { items: 0n }, ...counted] = rows.map((row) => checkRow(row, COUNTED));
  return {
    count: Math.min(Number(count), MAX_COUNTED),
    isMore: Number(count) > MAX_COUNTED,
    facets: facetsOf(counted.map(({ facet, value, items }) => ({ facet, value, count: Number(items) }))),
  };
};

type Counted = FacetCount & { readonly facet: string };

const facetsOf = (counted: readonly Counted[]): FoundSummary['facets'] => {
  const valuesOf = (name: FacetName): readonly FacetCount[] =>
    counted
      .filter(({ facet }) => facet === name)
      .map(({ value, count }) => ({ value, count }))
      .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
  return {
    collection: valuesOf('collection'),
    type: valuesOf('type'),
    year: valuesOf('year'),
    language: valuesOf('language'),
    licence: valuesOf('licence'),
    person: valuesOf('person'),
  };
};
