import { openPostgresDatabase } from '../adapters/sql/engine/postgres-database.ts';
import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { openSqliteDatabase } from '../adapters/sql/engine/sqlite-database.ts';
import { migrate } from '../adapters/sql/migrations/migrations.ts';
import type { Settings } from '../config/settings.ts';

/** Opens the database without changing it; an empty one stays empty. */
export const connectDatabase = async ({ database: setting }: Pick<Settings, 'database'>): Promise<SqlDatabase> =>
  setting.kind === 'sqlite' ? openSqliteDatabase(setting.path) : openPostgresDatabase(setting.url);

/** Opens the database and brings its tables up to date. */
export const openDatabase = async (settings: Pick<Settings, 'database'>): Promise<SqlDatabase> => {
  const database = await connectDatabase(settings);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};
