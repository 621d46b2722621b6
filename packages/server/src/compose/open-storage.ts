import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import { createDiskItemFiles } from '../adapters/disk/documents/disk-item-files.ts';
import { createObjectItemFiles } from '../adapters/objects/object-item-files.ts';
import { createCopySource } from '../adapters/sql/copy/copy-source.ts';
import { openDatabaseCopy } from '../adapters/sql/copy/database-copy.ts';
import { withCopy } from '../adapters/sql/copy/with-copy.ts';
import { connectPostgres } from '../adapters/sql/engine/postgres/postgres-connection.ts';
import { describeAddress, openPostgresDatabase } from '../adapters/sql/engine/postgres/postgres-database.ts';
import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { openSqliteDatabase } from '../adapters/sql/engine/sqlite/sqlite-database.ts';
import { migrate } from '../adapters/sql/migrations/migrations.ts';
import { readTableLayouts } from '../adapters/sql/node/table-layout.ts';
import type { Settings } from '../config/settings.ts';
import type { ItemFiles } from '../ports/archive/item-files.ts';
import type { NodeOverrides } from './parts/node-overrides.ts';

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

/** Opens the database, and with a PostgreSQL also the copy of it that answers readers while it is gone. */
export const openWithCopy = async (
  settings: Pick<Settings, 'database' | 'dataFolder' | 'outageMs'>,
  onError: (error: unknown, what: string) => void,
): Promise<Pick<NodeOverrides, 'database' | 'copyStanding'>> => {
  const database = await openDatabase(settings);
  const { database: setting, dataFolder, outageMs: maxAgeMs } = settings;
  if (setting.kind === 'sqlite' || maxAgeMs === 0) return { database };
  try {
    const source = createCopySource(() => connectPostgres(setting.url, describeAddress(setting.url)));
    const copy = await openDatabaseCopy({ folder: join(dataFolder, 'copy'), source, maxAgeMs, onError });
    return { database: withCopy(database, copy), copyStanding: copy.standing };
  } catch (error) {
    onError(error, 'the copy of the database cannot be kept');
    return { database };
  }
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
