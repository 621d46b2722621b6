import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { BroughtRecord, ItemPast, ToldEntry } from '../../../../ports/archive/catalogue-records.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { groupRows, type Row, readFirst, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';

const HISTORY_PER_STEP = 10;
const ITEMS_PER_STEP = 1_000;
/** A line of an export has at most 64 MiB, and needs room for the item itself and its description. */
const MAX_DETAIL_CHARACTERS = 8 * 1_048_576;

/** Runs in the same transaction as the item. */
export const keepBrought = async (
  session: SqlSession,
  repository: string,
  { history, claims }: BroughtRecord,
): Promise<void> => {
  await session.run('insert into brought_records (repository, history, claims) values (?, ?, ?)', [
    repository,
    JSON.stringify(history),
    JSON.stringify(claims),
  ]);
};

/** From here on, what happens to imported items is their history. */
export const settleBrought = async (database: SqlDatabase): Promise<void> => {
  for (;;) {
    const settled = await database.transaction((session) =>
      readRows(
        session,
        { repository: 'repository' },
        `update brought_records set settled_at = (select coalesce(max(number), 0) from history)
         where repository in (select repository from brought_records where settled_at is null limit ${ITEMS_PER_STEP})
         returning repository`,
      ),
    );
    if (settled.length < ITEMS_PER_STEP) return;
  }
};

/** Beyond this, the past of an item is read alone, so that those of many items together stay small. */
const MAX_CHARACTERS_TOGETHER = 65_536;

/**
 * All that is known of the past of an item: what it brought along, then what happened here. The first call reads the
 * past of all these items, most of which are short, with a few statements.
 */
export const createPastReader = (
  session: SqlSession,
  repositories: readonly string[],
): ((repository: string) => Promise<ItemPast>) => {
  let reading: Promise<ReadonlyMap<string, ItemPast>> | undefined;
  return async (repository) => {
    reading ??= readShort(session, repositories);
    return (await reading).get(repository) ?? readPast(session, repository);
  };
};

const readShort = async (
  session: SqlSession,
  repositories: readonly string[],
): Promise<ReadonlyMap<string, ItemPast>> => {
  const marks = repositories.map(() => '?').join(', ');
  const long = await readRows(
    session,
    { repository: 'text' },
    `select repository from (
       select repository, length(history) + length(claims) as characters from brought_records where repository in (${marks})
       union all select repository, length(statement) from claims where repository in (${marks})
       union all select repository, length(detail) from history where repository in (${marks})) pieces
     group by repository having sum(characters) > ${MAX_CHARACTERS_TOGETHER}`,
    [...repositories, ...repositories, ...repositories],
  );
  const isLong = new Set(long.map(({ repository }) => repository));
  const short = repositories.filter((repository) => !isLong.has(repository));
  if (short.length === 0) return new Map();
  const places = short.map(() => '?').join(', ');
  const select = (table: string, order: string): string =>
    `select * from ${table} where repository in (${places}) order by ${order}`;
  const brought = await readRows(session, TABLES.brought_records, select('brought_records', 'repository'), short);
  const statements = await readRows(session, TABLES.claims, select('claims', 'repository, place'), short);
  const entries = await readRows(session, TABLES.history, select('history', 'number'), short);
  const broughtOf = new Map(brought.map((row) => [row.repository as string, row]));
  const statementsOf = groupRows(statements, ({ repository }) => repository as string);
  const entriesOf = groupRows(entries, ({ repository }) => repository as string);
  return new Map(
    short.map((repository) => {
      const found = broughtOf.get(repository);
      const after = afterImport(found);
      const own = (entriesOf.get(repository) ?? []).filter(({ number }) => after !== undefined && number > after);
      return [
        repository,
        pastOf(found, {
          entries: own.map((row) => toldEntry(row)),
          statements: (statementsOf.get(repository) ?? []).map(({ statement }) => statement),
        }),
      ];
    }),
  );
};

type Brought = Row<typeof TABLES.brought_records>;

const readPast = async (session: SqlSession, repository: string): Promise<ItemPast> => {
  const found = await readFirst(session, TABLES.brought_records, 'select * from brought_records where repository = ?', [
    repository,
  ]);
  const statements = await readRows(
    session,
    TABLES.claims,
    'select * from claims where repository = ? order by place',
    [repository],
  );
  const after = afterImport(found);
  return pastOf(found, {
    entries: after === undefined ? [] : await readEntries(session, repository, after),
    statements: statements.map(({ statement }) => statement),
  });
};

/** The number after which the history of the item here begins; undefined while the import that brought it runs. */
const afterImport = (found: Brought | undefined): bigint | undefined =>
  found === undefined ? 0n : (found.settled_at ?? undefined);

const pastOf = (
  found: Brought | undefined,
  { entries, statements }: { readonly entries: readonly ToldEntry[]; readonly statements: readonly string[] },
): ItemPast => {
  if (found === undefined) return { history: entries, claims: statements };
  const brought: BroughtRecord = {
    history: JSON.parse(found.history) as ToldEntry[],
    claims: JSON.parse(found.claims) as string[],
  };
  return {
    history: [...brought.history, ...entries],
    // The first claim here is of the item as it came, and says nothing but who holds it now.
    claims: [...brought.claims, ...statements.slice(1)],
  };
};

const toldEntry = (
  { at, who, action, detail }: Row<typeof TABLES.history>,
  { isDetailed = true }: { readonly isDetailed?: boolean } = {},
): ToldEntry => ({
  at: formatTime(dateFromMicroseconds(at)),
  who,
  action,
  ...(isDetailed && { detail: JSON.parse(detail) as unknown }),
});

/** Later entries keep their details, if all of them are too long. */
const readEntries = async (session: SqlSession, repository: string, after: bigint): Promise<readonly ToldEntry[]> => {
  const entries: ToldEntry[] = [];
  let characters = 0;
  let last: bigint | undefined;
  for (;;) {
    const rows = await readRows(
      session,
      TABLES.history,
      `select * from history where repository = ? and number > ? ${last === undefined ? '' : 'and number < ?'}
       order by number desc limit ${HISTORY_PER_STEP}`,
      [repository, after, ...(last === undefined ? [] : [last])],
    );
    for (const row of rows) {
      characters += row.detail.length;
      entries.push(toldEntry(row, { isDetailed: characters <= MAX_DETAIL_CHARACTERS }));
    }
    last = rows.at(-1)?.number;
    if (rows.length < HISTORY_PER_STEP) return entries.toReversed();
  }
};
