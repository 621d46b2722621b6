import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDiskItemFiles } from '../../packages/server/src/adapters/disk/disk-item-files.ts';
import { createLineFiles } from '../../packages/server/src/adapters/disk/line-files.ts';
import { createSourceFolder } from '../../packages/server/src/adapters/disk/source-folder.ts';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/sql-catalogue.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/sql-database.ts';
import { createSqlMintingState } from '../../packages/server/src/adapters/sql/sql-minting-state.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import {
  type ImportNeeds,
  type ImportSummary,
  importItems,
  type RefusedLine,
} from '../../packages/server/src/services/archive/import-items.ts';
import { createIbiMinter } from '../../packages/server/src/services/minter/mint-ibis.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

/** A whole Archive of the test's own: its database, its documents, and a folder of files to take in. */
export interface TestStore extends ImportNeeds {
  readonly database: SqlDatabase;
  readonly dataFolder: string;
  readonly sourceFolder: string;
}

const AUTHOR = { who: 'tests' };

export const createTestStore = (database: SqlDatabase, dataFolder = createTemporaryFolder()): TestStore => {
  const sourceFolder = createTemporaryFolder();
  const clock = createSystemClock();
  const minter = createIbiMinter({
    state: createSqlMintingState(database),
    clock,
    subsystem: { repositoryPrefix: 'example.org/archive', ibipPrefix: undefined },
    granularity: 'auto',
    clockTolerance: 1_000_000n,
  });
  return {
    database,
    dataFolder,
    sourceFolder,
    catalogue: createSqlCatalogue(database),
    files: createDiskItemFiles({ folder: dataFolder }),
    sources: createSourceFolder({ folder: sourceFolder }),
    clock,
    mint: (count) => minter.mint(count),
    maxFileBytes: 1_000_000,
  };
};

export const writeSource = ({ sourceFolder }: TestStore, path: string, content: string): void => {
  const file = join(sourceFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};

export interface ImportOutcome extends ImportSummary {
  readonly refusals: readonly RefusedLine[];
}

/** Imports records, or lines as they are, by way of a file. */
export const importRecords = async (
  store: TestStore,
  records: readonly (object | string)[],
): Promise<ImportOutcome> => {
  const path = join(createTemporaryFolder(), 'items.jsonl');
  const lines = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return importFile(store, path);
};

export const importFile = async (store: TestStore, path: string): Promise<ImportOutcome> => {
  const refusals: RefusedLine[] = [];
  const summary = await importItems(store, createLineFiles().read(path), {
    author: AUTHOR,
    onRefused: (refused) => {
      refusals.push(refused);
    },
  });
  return { ...summary, refusals: refusals.toSorted((one, other) => one.line - other.line) };
};
