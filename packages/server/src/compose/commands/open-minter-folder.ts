import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import type { SqlDatabase } from '../../adapters/sql/engine/sql-database.ts';
import { openSqliteDatabase } from '../../adapters/sql/engine/sqlite/sqlite-database.ts';
import { MINTER_MIGRATIONS, migrate } from '../../adapters/sql/migrations/migrations.ts';
import { createSqlMinterStore } from '../../adapters/sql/minters/sql-minter-store.ts';
import type { MinterStore } from '../../ports/minting/minter-store.ts';
import type { MinterFolder } from '../../transports/cli/noid/run-noid.ts';

const FOLDER_NAME = 'NOID';
const FILE_NAME = 'noid.bdb';
/** As in the original, everyone who may write to the folder may mint, and so may the web server. */
const SHARED_MODE = 0o666;
const SQLITE_BEGINNING = 'SQLite format 3\0';

/** Opens the minter of one folder, in a SQLite file where the original has its Berkeley DB. */
export const openMinterFolder = (folder: string): MinterFolder => {
  const directory = `${folder}/${FOLDER_NAME}`;
  const path = `${directory}/${FILE_NAME}`;
  let database: SqlDatabase | undefined;

  const openStore = async (): Promise<MinterStore> => {
    database ??= openSqliteDatabase(path, { mode: SHARED_MODE });
    await migrate(database, MINTER_MIGRATIONS);
    return createSqlMinterStore(database);
  };

  return {
    database: path,
    async open() {
      if (!existsSync(path)) return undefined;
      refuseBerkeleyDatabase(path);
      return openStore();
    },
    async create() {
      makeFolder(directory);
      if (existsSync(path)) refuseBerkeleyDatabase(path);
      return openStore();
    },
    writeReport: (report) => writeFileSync(join(directory, 'README'), report),
    appendLog(lines) {
      const log = join(directory, 'log');
      const isNew = !existsSync(log);
      appendFileSync(log, lines.map((line) => `${line}\n`).join(''));
      if (isNew) chmodSync(log, SHARED_MODE);
    },
    close: async () => database?.close(),
  };
};

const makeFolder = (directory: string): void => {
  if (existsSync(directory)) return;
  try {
    mkdirSync(directory);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse('data-folder-unusable', { reason: 'not-made', path: directory, cause: reason });
  }
};

const refuseBerkeleyDatabase = (path: string): void => {
  const file = openSync(path, 'r');
  const beginning = Buffer.alloc(SQLITE_BEGINNING.length);
  const length = readSync(file, beginning);
  closeSync(file);
  if (length === 0 || beginning.toString('latin1') === SQLITE_BEGINNING) return;
  throw refuse('data-folder-unusable', { reason: 'berkeley', path });
};
