import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@perene/api/refusals';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { openSqliteDatabase } from '../engine/sqlite/sqlite-database.ts';
import { hasRows, readFirst, readRows } from '../engine/typed-rows.ts';
import { MIGRATIONS, migrate } from '../migrations/migrations.ts';
import { COPIED_TABLES } from './copied-tables.ts';

/** Where the copy stands. */
export interface CopyState {
  /** Which database it was made of: another one may have other rows under the same numbers of transactions. */
  readonly source: string;
  /** What is visible in this snapshot of PostgreSQL is in the copy, and nothing else. */
  readonly snapshot: string;
  /** Milliseconds by the clock of the node. */
  readonly asOf: number;
}

/** Tables of another version of the program are no copy for this one. */
const NAME = `tables-${MIGRATIONS.length}.sqlite`;
const STATE = 'copy_state';

/** Opens the copy of this version, and makes it anew if it cannot be used; copies of other versions are removed. */
export const openCopyFile = async (folder: string): Promise<SqlDatabase> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeFiles(folder, (name) => !name.startsWith(NAME));
  try {
    return await openWhole(join(folder, NAME));
  } catch (error) {
    // Another process makes the copy just now.
    if (error instanceof Refusal && error.code === 'database-busy') throw error;
    removeFiles(folder, () => true);
    return openWhole(join(folder, NAME));
  }
};

const removeFiles = (folder: string, isOld: (name: string) => boolean): void => {
  for (const name of readdirSync(folder)) {
    if (/^tables-\d+\.sqlite/.test(name) && isOld(name)) rmSync(join(folder, name), { force: true });
  }
};

const openWhole = async (path: string): Promise<SqlDatabase> => {
  const database = openSqliteDatabase(path);
  try {
    if (!(await database.read(isPrepared))) {
      await migrate(database);
      await database.transaction(leaveCopied);
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** Waits for nobody: to copy everything takes one long transaction. */
const isPrepared = (session: SqlSession): Promise<boolean> =>
  hasRows(session, 'select 1 from sqlite_master where name = ?', [STATE]);

/**
 * Drops what is not copied, so that nothing can be read from a table without rows, and the triggers, because nobody hears
 * of what the copy takes over.
 */
const leaveCopied = async (session: SqlSession): Promise<void> => {
  const kept = [...COPIED_TABLES.map(({ name }) => name), 'schema_version', STATE];
  const made = await readRows(
    session,
    { type: 'text', name: 'text' },
    `select type, name from sqlite_master where type in ('table', 'trigger') and name not like 'sqlite!_%' escape '!'`,
  );
  for (const { type, name } of made) {
    const isLeft = type === 'table' && (kept.includes(name) || name.startsWith('search_index_'));
    if (!isLeft) await session.run(`drop ${type} if exists ${name}`);
  }
  await session.run(
    `create table if not exists ${STATE} (id integer primary key, source text not null, snapshot text not null,
       as_of bigint not null)`,
  );
};

/** Undefined if the copy was never whole. */
export const readState = async (session: SqlSession): Promise<CopyState | undefined> => {
  const row = await readFirst(
    session,
    { source: 'text', snapshot: 'text', as_of: 'integer' },
    `select source, snapshot, as_of from ${STATE}`,
  );
  return row && { source: row.source, snapshot: row.snapshot, asOf: Number(row.as_of) };
};

export const writeState = async (session: SqlSession, { source, snapshot, asOf }: CopyState): Promise<void> => {
  await session.run(`insert or replace into ${STATE} (id, source, snapshot, as_of) values (1, ?, ?, ?)`, [
    source,
    snapshot,
    BigInt(Math.floor(asOf)),
  ]);
};
