import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { BroughtRecord, ItemPast, ToldEntry } from '../../../../ports/archive/catalogue-records.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { readFirst, readRows } from '../../engine/typed-rows.ts';
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

/** All that is known of the past of an item: what it brought along, then what happened here. */
export const readPast = async (session: SqlSession, repository: string): Promise<ItemPast> => {
  const found = await readFirst(session, TABLES.brought_records, 'select * from brought_records where repository = ?', [
    repository,
  ]);
  const brought: BroughtRecord = found
    ? { history: JSON.parse(found.history) as ToldEntry[], claims: JSON.parse(found.claims) as string[] }
    : { history: [], claims: [] };
  const statements = await readRows(
    session,
    TABLES.claims,
    'select * from claims where repository = ? order by place',
    [repository],
  );
  const own = statements.map(({ statement }) => statement);
  return {
    history: [
      ...brought.history,
      ...(found?.settled_at === null ? [] : await readEntries(session, repository, found?.settled_at ?? 0n)),
    ],
    // The first claim here is of the item as it came, and says nothing but who holds it now.
    claims: found === undefined ? own : [...brought.claims, ...own.slice(1)],
  };
};

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
    for (const { at, who, action, detail } of rows) {
      characters += detail.length;
      const told = { at: formatTime(dateFromMicroseconds(at)), who, action };
      entries.push(characters > MAX_DETAIL_CHARACTERS ? told : { ...told, detail: JSON.parse(detail) as unknown });
    }
    last = rows.at(-1)?.number;
    if (rows.length < HISTORY_PER_STEP) return entries.toReversed();
  }
};
