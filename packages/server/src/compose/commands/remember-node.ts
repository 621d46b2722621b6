import { existsSync } from 'node:fs';
import type { SqlDatabase } from '../../adapters/sql/engine/sql-database.ts';
import { createSqlNodeFacts } from '../../adapters/sql/node/sql-node-facts.ts';
import { parseRemembered, type RememberedSettings } from '../../config/remembered-settings.ts';
import type { Settings } from '../../config/settings.ts';
import { connectDatabase } from '../open-storage.ts';

const FACT = 'settings';

/**
 * Returns what the data folder remembers of its node: nothing if there is no node yet, or if the command acts on
 * another node.
 */
export const recallNode = async (settings: Pick<Settings, 'database' | 'remote'>): Promise<RememberedSettings> => {
  const isNew = settings.database.kind === 'sqlite' && !existsSync(settings.database.path);
  if (isNew || settings.remote !== undefined) return {};
  let database: SqlDatabase | undefined;
  try {
    database = await connectDatabase(settings);
    const text = await createSqlNodeFacts(database).find(FACT);
    return text === undefined ? {} : parseRemembered(text);
  } catch {
    // The next opening reports a failure; a new database has no tables yet.
    return {};
  } finally {
    await database?.close();
  }
};

export const rememberNode = async (settings: Settings, remembered: RememberedSettings): Promise<void> => {
  const database = await connectDatabase(settings);
  try {
    await createSqlNodeFacts(database).replace(FACT, JSON.stringify(remembered));
  } finally {
    await database.close();
  }
};
