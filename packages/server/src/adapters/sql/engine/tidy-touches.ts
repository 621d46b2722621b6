import type { SqlDatabase } from './sql-database.ts';

/** A process that has heard nothing for half of this time forgets everything. */
export const TOUCHES_LIFETIME_SECONDS = 3_600;
/** A copy that was not brought up to date for this time may have to be made anew. */
const CHANGES_LIFETIME_SECONDS = 4 * 3_600;

const ago = (seconds: number) => ({
  sqlite: `unixepoch() - ${seconds}`,
  postgres: `cast(extract(epoch from clock_timestamp()) as bigint) - ${seconds}`,
});
const TOUCHES_END = ago(TOUCHES_LIFETIME_SECONDS);

/** Leaves a row without a name, which tells up to which transaction rows were removed. */
const REMOVE_CHANGES = `with removed as (
    delete from changed_rows where at < ${ago(CHANGES_LIFETIME_SECONDS).postgres} returning writer
  )
  insert into changed_rows (writer, name, key) select max(writer), '', '' from removed having count(*) > 0`;

export const tidyTouches = (database: Pick<SqlDatabase, 'transaction' | 'dialect'>): Promise<void> =>
  database.transaction(
    async (session) => {
      await session.run(`delete from touched where at < ${TOUCHES_END[database.dialect]}`);
      if (database.dialect === 'postgres') await session.run(REMOVE_CHANGES);
    },
    { exclusive: ['touches'], mayRepeat: true },
  );
