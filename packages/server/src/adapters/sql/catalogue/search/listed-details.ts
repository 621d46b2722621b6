import type { ListedItem } from '../../../../ports/archive/finding/listing.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { readRows } from '../../engine/typed-rows.ts';

const FACTS = { number: 'integer', type: 'text', year: 'text', licence: 'text', bytes: 'integer' } as const;

/** Adds what the desk shows of the items of a page, in three statements for all of them. */
export const withDetails = async (
  session: SqlSession,
  entries: readonly ListedItem[],
): Promise<readonly ListedItem[]> => {
  if (entries.length === 0) return entries;
  const marks = entries.map(() => '?').join(', ');
  const numbers = entries.map(({ item }) => item.number);
  const facts = await readRows(
    session,
    FACTS,
    `select number, type, year, licence, bytes from search_index_facts where number in (${marks})`,
    numbers,
  );
  const files = await readRows(
    session,
    { repository: 'text', files: 'integer' },
    `select repository, count(*) as files from files where repository in (${marks}) group by repository`,
    entries.map(({ item }) => item.repository),
  );
  const members = await readRows(
    session,
    { item: 'integer', name: 'text' },
    `select m.item, c.name from collection_members m join collections c on c.number = m.collection
     where m.item in (${marks}) order by c.name`,
    numbers,
  );
  const factsOf = new Map(facts.map((row) => [row.number, row]));
  const filesOf = new Map(files.map((row) => [row.repository, Number(row.files)]));
  return entries.map((entry) => {
    const { number, repository } = entry.item;
    const { type = '', year = '', licence = '', bytes = 0n } = factsOf.get(number) ?? {};
    const collections = members.filter(({ item }) => item === number).map(({ name }) => name);
    const details = { type, year, licence, bytes: Number(bytes), files: filesOf.get(repository) ?? 0, collections };
    return { ...entry, details };
  });
};
