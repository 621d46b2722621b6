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
import type { SqlDatabase } from '../adapters/sql/sql-database.ts';
import type { MinterStore } from '../ports/minter-store.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { MinterFolder } from '../transports/cli/noid/run-noid.ts';

const FOLDER_NAME = 'NOID';
const FILE_NAME = 'noid.bdb';
/** As the original: whoever may write to the folder, and the web server, may mint. */
const SHARED_MODE = 0o666;
const SQLITE_BEGINNING = 'SQLite format 3\0';

/** The minter of one folder, in a SQLite file where the original has its Berkeley DB. */
export const openMinterFolder = (folder: string): MinterFolder => {
  const directory = `${folder}/${FOLDER_NAME}`;
  const path = `${directory}/${FILE_NAME}`;
  let database: SqlDatabase | undefined;

  const openStore = async (): Promise<MinterStore> => {
    const [{ openSqliteDatabase }, { createSqlMinterStore }, { migrate, MINTER_MIGRATIONS }] = await Promise.all([
      import('../adapters/sql/sqlite-database.ts'),
      import('../adapters/sql/sql-minter-store.ts'),
      import('../adapters/sql/migrations.ts'),
    ]);
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
    throw new Refusal('data-folder-unusable', `couldn't create database directory\n${directory}: ${reason}\n`);
  }
};

const refuseBerkeleyDatabase = (path: string): void => {
  const file = openSync(path, 'r');
  const beginning = Buffer.alloc(SQLITE_BEGINNING.length);
  const length = readSync(file, beginning);
  closeSync(file);
  if (length === 0 || beginning.toString('latin1') === SQLITE_BEGINNING) return;
  throw new Refusal(
    'data-folder-unusable',
    `${path} is no SQLite file; if it is a minter of the Perl program, move it with: db_dump -p ${path} | noid -f NEWDIR import`,
  );
};
