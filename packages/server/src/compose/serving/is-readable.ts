import type { SqlDatabase } from '../../adapters/sql/engine/sql-database.ts';

/** Reads from the tables themselves, because a damaged file still answers queries that need no table. */
export const isReadable = async (database: SqlDatabase): Promise<boolean> => {
  try {
    await database.read(async (session) => {
      await session.all('select version from schema_version');
      await session.all('select number from items order by number desc limit 1');
    });
    return database.isSound();
  } catch {
    return false;
  }
};
