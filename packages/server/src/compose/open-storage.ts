import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import { createDiskItemFiles } from '../adapters/disk/documents/disk-item-files.ts';
import { createObjectItemFiles } from '../adapters/objects/object-item-files.ts';
import { openPostgresDatabase } from '../adapters/sql/engine/postgres/postgres-database.ts';
import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { openSqliteDatabase } from '../adapters/sql/engine/sqlite/sqlite-database.ts';
import { migrate } from '../adapters/sql/migrations/migrations.ts';
import { readTableLayouts } from '../adapters/sql/node/table-layout.ts';
import type { Settings } from '../config/settings.ts';
import type { ItemFiles } from '../ports/archive/item-files.ts';

/** Opens the database without changing it; an empty one stays empty. */
export const connectDatabase = async ({ database: setting }: Pick<Settings, 'database'>): Promise<SqlDatabase> =>
  setting.kind === 'sqlite' ? openSqliteDatabase(setting.path) : openPostgresDatabase(setting.url);

/** Opens the database and brings its tables up to date. */
export const openDatabase = async (settings: Pick<Settings, 'database' | 'dataFolder'>): Promise<SqlDatabase> => {
  const database = await connectDatabase(settings);
  try {
    await refuseEmptied(database, join(settings.dataFolder, 'col'));
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};

/** Documents without a catalogue are those of a node that has lost it: a new one beside them would mint their labels again. */
const refuseEmptied = async (database: SqlDatabase, documents: string): Promise<void> => {
  if (!hasEntries(documents)) return;
  const tables = await database.read((session) => readTableLayouts(session, database.dialect));
  if (tables.length === 0) throw refuse('data-folder-unusable', { reason: 'emptied', path: documents });
};

const hasEntries = (folder: string): boolean => {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
};

/** The files of items, in the data folder or in a store that nodes share. */
export const openFiles = ({
  dataFolder: folder,
  fileStore,
  areFilesLinked,
}: Pick<Settings, 'dataFolder' | 'fileStore' | 'areFilesLinked'>): ItemFiles =>
  fileStore === undefined
    ? createDiskItemFiles({ folder })
    : createObjectItemFiles(fileStore, { areLinked: areFilesLinked });
