import { INDEX_VERSION } from '@perene/core/search';
import type { Catalogue } from '../../../../ports/archive/catalogue.ts';
import type { ListedItem, ListedItems, ListedPage } from '../../../../ports/archive/finding/listing.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { readOne, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { lockOfLabel } from '../catalogue-locks.ts';
import { ITEM_COLUMNS, itemOf, metadataOf } from '../catalogue-rows.ts';
import { withDetails } from './listed-details.ts';
import { INDEXED, INDEXED_ITEMS, indexRow, unindexItem } from './search-index.ts';
import { searchNumbers, summarizeFound } from './search-items.ts';

const ITEMS_PER_STEP = 10;
const MAX_LIST_CHARACTERS = 1_048_576;
const INDEXED_PER_STEP = 50;

/** Lists and searches. */
export const listCatalogue = (
  database: SqlDatabase,
  limits: { readonly deadlineMs: number },
): Pick<Catalogue, 'list' | 'summarize' | 'searchIndex'> => ({
  list: (page) => listItems(database, page, limits),
  summarize: (request) => summarizeFound(database, request, limits),
  searchIndex: {
    countOutdated: () =>
      database.read(async (session) => {
        const query = 'select count(*) as items from search_index_facts where version < ?';
        return Number((await readOne(session, { items: 'integer' }, query, [BigInt(INDEX_VERSION)])).items);
      }),
    async renewSome() {
      const outdated = await database.read((session) =>
        readRows(session, OUTDATED_ITEM, OUTDATED, [BigInt(INDEX_VERSION)]),
      );
      if (outdated.length === 0) return 0;
      // An item that changes meanwhile is indexed by its change.
      const locks = { exclusive: outdated.map(({ repository, number }) => lockOfLabel(repository ?? `${number}`)) };
      await database.transaction((session) => renew(session, database, outdated), locks);
      return outdated.length;
    },
  },
});

const listItems = async (
  database: SqlDatabase,
  page: ListedPage,
  limits: { readonly deadlineMs: number },
): Promise<ListedItems> => {
  const request = { ...page, limit: page.limit + 1 };
  const isSimple = page.search === undefined && isByNumber(page) && isOfKept(page);
  const found = isSimple ? undefined : await searchNumbers(database, request, limits);
  return database.read(async (session) => {
    const places = found ?? (await listNumbers(session, request));
    const { entries, taken } = await readListed(
      session,
      places.slice(0, page.limit).map(({ number }) => number),
      { hasRemoved: !isOfKept(page) },
    );
    return {
      entries: page.hasDetails ? await withDetails(session, entries) : entries,
      next: taken < places.length ? places[taken - 1] : undefined,
    };
  });
};

const isByNumber = ({ sort = 'newest' }: ListedPage): boolean => ['newest', 'oldest', 'relevance'].includes(sort);

const isOfKept = ({ state = 'kept', owner }: ListedPage): boolean => state === 'kept' && owner === undefined;

const listNumbers = (session: SqlSession, { sort, after, limit, isOpenOnly }: ListedPage) => {
  const [beyond, order] = sort === 'oldest' ? ['>', 'asc'] : ['<', 'desc'];
  return readRows(
    session,
    { number: 'integer' },
    `select number from items where content = 'Data' and state <> 'deleted'
     ${isOpenOnly ? `and description = 'open' and withdrawn_at is null` : ''} ${after ? `and number ${beyond} ?` : ''} order by number ${order} limit ?`,
    [...(after ? [after.number] : []), BigInt(limit)],
  );
};

const LISTED = {
  ...TABLES.items,
  described: 'text?',
  described_at: 'integer?',
  described_revision: 'integer?',
} as const;

/** One statement for any number of items up to its own, so that it is prepared once. */
const LISTED_ITEMS = `select ${ITEM_COLUMNS}, m.metadata as described, m.updated_at as described_at,
  m.revision as described_revision from items i
  left join items m on m.repository = i.described_by
  where i.number in (${Array(ITEMS_PER_STEP).fill('?').join(', ')}) and i.content = 'Data'`;

const LISTED_KEPT = `${LISTED_ITEMS} and i.state <> 'deleted'`;

/** Ends early if the metadata are long; `taken` is how many of the numbers the entries are for. */
export const readListed = async (
  session: SqlSession,
  numbers: readonly bigint[],
  { hasRemoved = false }: { readonly hasRemoved?: boolean } = {},
): Promise<{ readonly entries: readonly ListedItem[]; readonly taken: number }> => {
  const entries: ListedItem[] = [];
  let characters = 0;
  for (let start = 0; start < numbers.length; start += ITEMS_PER_STEP) {
    const step = numbers.slice(start, start + ITEMS_PER_STEP);
    const unused = Array<null>(ITEMS_PER_STEP - step.length).fill(null);
    const rows = await readRows(session, LISTED, hasRemoved ? LISTED_ITEMS : LISTED_KEPT, [...step, ...unused]);
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    for (const [index, number] of step.entries()) {
      const row = byNumber.get(number);
      if (row === undefined) continue;
      characters += row.described?.length ?? 0;
      if (entries.length > 0 && characters > MAX_LIST_CHARACTERS) return { entries, taken: start + index };
      const { described, described_at: updatedAt, described_revision: revision } = row;
      entries.push({
        item: itemOf(row),
        described:
          updatedAt === null ? undefined : { metadata: metadataOf(described), updatedAt, revision: revision ?? 0n },
      });
    }
  }
  return { entries, taken: numbers.length };
};

const OUTDATED_ITEM = { number: 'integer', repository: 'text?' } as const;
const OUTDATED = `select f.number, i.repository from search_index_facts f left join items i on i.number = f.number
  where f.version < ? order by f.version desc, f.number desc limit ${INDEXED_PER_STEP}`;

const renew = async (
  session: SqlSession,
  { dialect }: Pick<SqlDatabase, 'dialect'>,
  outdated: readonly { readonly number: bigint }[],
): Promise<void> => {
  for (const { number } of outdated) {
    const [row] = await readRows(session, INDEXED, `${INDEXED_ITEMS} and i.number = ?`, [number]);
    await (row === undefined ? unindexItem(session, dialect, number) : indexRow(session, dialect, row));
  }
};
