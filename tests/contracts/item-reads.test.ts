import { expect, it } from 'vitest';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { startApiServer } from '../api/api-server.ts';
import { deposit } from '../api/client.ts';
import { DATABASES } from '../fixtures/databases.ts';

/** Counts how many states of the data are read. */
const countReads = (database: SqlDatabase) => {
  let reads = 0;
  const counting: SqlDatabase = {
    ...database,
    read(work) {
      reads += 1;
      return database.read(work);
    },
  };
  return { counting, reads: () => reads };
};

const PATHS: readonly ((label: string) => string)[] = [
  (label) => `/items/${label}`,
  (label) => `/items/${label}/cite`,
  (label) => `/api/v1/items/${label}`,
  (label) => `/api/v1/items/${label}/files`,
];

it.each(DATABASES)('shows all of an item as it is at one moment, in $name', async ({ openMigrated }) => {
  const { counting, reads } = countReads(await openMigrated());
  const server = await startApiServer({ database: counting });
  const first = await deposit(server, { item: { metadata: { title: 'First' }, language: 'en' } });
  const { repository } = await deposit(server, {
    item: { metadata: { title: 'Second' }, language: 'pt', editionOf: first.repository },
  });
  const found: Record<string, number> = {};
  for (const pathOf of PATHS) {
    const start = reads();
    const { status } = await fetch(`${server.url}${pathOf(repository)}`);
    expect(status).toBe(200);
    found[pathOf('LABEL')] = reads() - start;
  }
  // The preview in the page is opened as every reader opens the file: the item, the file, and whether it is damaged.
  expect(found).toEqual({ ...Object.fromEntries(PATHS.map((pathOf) => [pathOf('LABEL'), 1])), '/items/LABEL': 4 });
});
