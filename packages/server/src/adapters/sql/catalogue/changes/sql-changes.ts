import type { ItemContent } from '../../../../ports/archive/catalogue.ts';
import type { Changes, Horizon, NumberedChange } from '../../../../ports/archive/changes.ts';
import { joinCalls } from '../../engine/join-calls.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { hasRows, type Row, readFirst, readOne, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { numberChanges } from './number-changes.ts';
import { createSqlRecords } from './sql-records.ts';

/** A date that is this old is still good, and spares the lock of the writers. */
const MAX_AGE_MS = 1_000;

/** Writers do not take this lock. */
const NUMBERING = { exclusive: ['changes'] };

const CHANGE = { ...TABLES.changes, content: 'text?', state: 'text?', describes: 'repository?' } as const;

export const createSqlChanges = (database: SqlDatabase): Changes => {
  const read = database.read.bind(database);
  let known: { readonly at: bigint; readonly since: number } | undefined;

  const number = joinCalls(async (): Promise<Horizon> => {
    const since = performance.now();
    const horizon = await database.transaction((session) => numberChanges(session, database.dialect), NUMBERING);
    known = { at: horizon.at, since };
    return horizon;
  });
  const hasMade = (): Promise<boolean> =>
    read((session) => hasRows(session, 'select number from made_changes limit 1'));

  return {
    settle: async () => !(await hasMade()) || (await number()).isComplete,
    async horizon() {
      const recent = known !== undefined && performance.now() - known.since < MAX_AGE_MS ? known : undefined;
      return recent === undefined || (await hasMade()) ? number() : { at: recent.at, isComplete: true };
    },
    after: (number, limit) =>
      read(async (session) => {
        const rows = await readRows(
          session,
          CHANGE,
          `select c.*, i.content, i.state, i.describes from changes c left join items i on i.repository = c.repository
           where c.number > ? order by c.number limit ?`,
          [number, BigInt(limit)],
        );
        return rows.map(changeOf);
      }),
    find: (number) =>
      read((session) => readFirst(session, TABLES.changes, 'select * from changes where number = ?', [number])),
    last: () => read(lastNumber),
    records: createSqlRecords(database),
  };
};

const lastNumber = async (session: SqlSession): Promise<bigint> =>
  (await readOne(session, { last: 'integer' }, 'select coalesce(max(number), 0) as last from changes')).last;

const changeOf = ({ content, state, describes, ...change }: Row<typeof CHANGE>): NumberedChange => ({
  ...change,
  item:
    content === null || state === null
      ? undefined
      : { content: content as ItemContent, state, describes: describes ?? undefined },
});
