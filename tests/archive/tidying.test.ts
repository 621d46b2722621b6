import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDiskItemFiles } from '../../packages/server/src/adapters/disk/documents/disk-item-files.ts';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import { startTidying } from '../../packages/server/src/compose/background/start-tidying.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const LONG_AGO_SECONDS = 1_000;

it.each(DATABASES)('a node forgets expired keys and uploads that nobody goes on with, over $name', async (tested) => {
  const folder = createTemporaryFolder();
  const database = await tested.openMigrated();
  const catalogue = createSqlCatalogue(database);
  const { accessCounts } = catalogue;
  const files = createDiskItemFiles({ folder });
  const { uploads } = files;
  const clock = createSystemClock();
  const announced = { owner: 'ana', path: 'a.txt', bytes: 10 };
  const [left, fresh] = [await uploads.begin(announced), await uploads.begin(announced)];
  utimesSync(join(folder, 'uploads', left.id), LONG_AGO_SECONDS, LONG_AGO_SECONDS);
  const access = { repository: repositoryLabel('a'), day: '2026-01-01', content: 'Data' } as const;
  await accessCounts.count({ ...access, urlKey: 'old', keyExpiresAt: clock.now() - 1n });
  await accessCounts.count({ ...access, urlKey: 'new', keyExpiresAt: clock.now() + 1_000_000_000n });

  const errors: unknown[] = [];
  let sweeps = 0;
  const sweepPeople = async (): Promise<void> => {
    sweeps += 1;
  };
  await startTidying({
    database,
    catalogue,
    files,
    clock,
    drafts: { sweep: sweepPeople },
    sweepPeople,
    thumbnails: { sweep: sweepPeople },
    onError: (error) => errors.push(error),
  })();

  expect([errors, sweeps]).toEqual([[], 3]);
  expect(await database.read((session) => session.all('select key from used_url_keys'))).toEqual([{ key: 'new' }]);
  expect(await uploads.find(left.id)).toBeUndefined();
  expect(await uploads.find(fresh.id)).toBeDefined();
});
