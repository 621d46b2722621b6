import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlDatabase } from '../../adapters/sql/engine/sql-database.ts';

/** A database that says nothing for this long cannot serve. */
const DEADLINE_MS = 5_000;

/** Reads from the tables themselves, because a damaged file still answers queries that need no table. */
export const isReadable = async (database: SqlDatabase): Promise<boolean> => {
  const read = database.read(async (session) => {
    await session.all('select version from schema_version');
    await session.all('select number from items order by number desc limit 1');
  });
  try {
    const isRead = await Promise.race([read.then(() => true), sleep(DEADLINE_MS, false, { ref: false })]);
    return isRead && database.isSound();
  } catch {
    return false;
  }
};
