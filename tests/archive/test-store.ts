import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readLines } from '../../packages/server/src/adapters/disk/line-files.ts';
import { createSourceFolder } from '../../packages/server/src/adapters/disk/source-folder.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import {
  type ImportSummary,
  importItems,
  type RefusedLine,
} from '../../packages/server/src/services/archive/importing/import-items.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { openTestNode, settingsOf } from '../fixtures/test-node.ts';

/** The name of another node than the first: each mints the label of its own service. */
export const OTHER_NAME = { repositoryPrefix: 'example.org/other', ibipPrefix: undefined };

export type TestStore = Awaited<ReturnType<typeof createTestStore>>;

const AUTHOR = { who: 'tests' };

/** Makes a whole node of the test's own: its database, its documents, and a folder of files to import. */
export const createTestStore = async (
  database: SqlDatabase,
  dataFolder = createTemporaryFolder(),
  prefixes?: Parameters<typeof settingsOf>[1],
) => {
  const sourceFolder = createTemporaryFolder();
  const node = await openTestNode(settingsOf({ data: dataFolder, 'max-file-bytes': '1000000' }, prefixes), {
    database,
  });
  return { ...node, dataFolder, sourceFolder, sources: createSourceFolder({ folder: sourceFolder }) };
};

export const writeSource = ({ sourceFolder }: TestStore, path: string, content: string): void => {
  const file = join(sourceFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};

export interface ImportOutcome extends ImportSummary {
  readonly refusals: readonly RefusedLine[];
}

/** Imports records, or unchanged lines, from a file. */
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
  const summary = await importItems(store, readLines(path), {
    author: AUTHOR,
    onRefused: (refused) => {
      refusals.push(refused);
    },
  });
  return { ...summary, refusals: refusals.toSorted((one, other) => one.line - other.line) };
};
