import type { SqlDatabase } from './sql-database.ts';

/** A process that has heard nothing for half of this time forgets everything. */
export const TOUCHES_LIFETIME_SECONDS = 3_600;

const AGO = {
  sqlite: `unixepoch() - ${TOUCHES_LIFETIME_SECONDS}`,
  postgres: `cast(extract(epoch from clock_timestamp()) as bigint) - ${TOUCHES_LIFETIME_SECONDS}`,
};

export const tidyTouches = (database: Pick<SqlDatabase, 'transaction' | 'dialect'>): Promise<void> =>
  database.transaction((session) => session.run(`delete from touched where at < ${AGO[database.dialect]}`), {
    exclusive: ['touches'],
    mayRepeat: true,
  });
