import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createDiskDumps } from '../../packages/server/src/adapters/disk/disk-dumps.ts';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createHarvest } from '../../packages/server/src/services/archive/harvest/harvest-items.ts';
import { makeDump } from '../../packages/server/src/services/archive/harvest/make-dump.ts';
import { AUTHORSHIP, createItem, describing, EDITED, nameOf } from '../fixtures/catalogue-items.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const DAY = 86_400_000_000n;
const FILE = { path: 'secret.txt', bytes: 1, sha256: 'ab', mediaType: 'text/plain' };

const open = async () => {
  const folder = createTemporaryFolder();
  const database = await DATABASES[0]?.openMigrated();
  if (database === undefined) throw new Error('no database');
  const catalogue = createSqlCatalogue(database);
  const dumps = createDiskDumps({ folder });
  const harvest = createHarvest({ ...catalogue, resolverUrl: 'http://example.org' });
  let days = 0n;
  const clock = { now: () => BigInt(Date.now()) * 1_000n + days * DAY };
  const parts = { harvest, dumps, clock: clock as never };
  return {
    folder,
    catalogue,
    harvest,
    dumps,
    dump: (isStopped = false) => makeDump(parts, { isStopped: () => isStopped }),
    wait: (more: bigint) => {
      days += more;
    },
    edit: async (language: string) => {
      const item = await catalogue.find(nameOf(1));
      if (item === undefined) throw new Error('no item');
      await catalogue.change([{ item, change: { language } }], EDITED);
    },
  };
};

it('a dump has every record as everybody may see it, a day after the first change', async () => {
  const { folder, catalogue, dumps, dump, wait } = await open();
  await dump();
  const closed = { files: [FILE], target: FILE.path, access: { fileList: 'closed' } as const };
  await catalogue.add([createItem(1, closed), describing(1), createItem(2, { files: [FILE] })], AUTHORSHIP);
  const access = { fileList: 'open', description: 'closed' } as const;
  await catalogue.add([createItem(3, { access, files: [FILE] }), describing(3)], AUTHORSHIP);
  const state = { kind: 'deleted', at: 5n, reason: 'a test' } as const;
  const item = await catalogue.find(nameOf(2));
  if (item === undefined) throw new Error('no item');
  await dump();
  expect(await dumps.list()).toEqual([]);
  await catalogue.change([{ item, change: { state } }], EDITED);
  wait(2n);
  await dump();
  const [made] = await dumps.list();
  expect(made).toMatchObject({ records: 2, cursor: expect.stringMatching(/^6-\d+$/) });
  const lines = zstdDecompressSync(readFileSync(join(folder, 'dumps', made?.name ?? '')))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { repository: nameOf(1), title: 'A title', files: [] },
    { repository: nameOf(2), state: 'Deleted' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

it('dumps are made once a day if something changed, and the last three are kept', async () => {
  const { catalogue, dumps, dump, wait, edit } = await open();
  await catalogue.add([createItem(1), describing(1)], AUTHORSHIP);
  wait(2n);
  await dump();
  const [first] = await dumps.list();
  await edit('pt');
  await dump();
  expect(await dumps.list()).toEqual([first]);
  for (const language of ['en', 'es', 'fr']) {
    wait(1n);
    await edit(language);
    await dump();
  }
  wait(1n);
  await dump();
  const kept = await dumps.list();
  expect(kept).toHaveLength(3);
  expect(kept).not.toContainEqual(first);
});

it('a dump that is not finished is none, and leaves nothing behind', async () => {
  const { folder, catalogue, dumps, dump, wait } = await open();
  await catalogue.add([createItem(1)], AUTHORSHIP);
  wait(2n);
  await dump(true);
  expect(await dumps.list()).toEqual([]);
  await dump();
  const [made] = await dumps.list();
  expect(readdirSync(join(folder, 'dumps')).toSorted()).toEqual([made?.name, `${made?.name}.json`]);
});

it('nothing of a description is shown once it is closed, even before that change is numbered', async () => {
  const { catalogue, harvest } = await open();
  await catalogue.add([createItem(1), describing(1)], AUTHORSHIP);
  expect(await harvest.find(nameOf(1))).toMatchObject({ isShown: true, item: { title: 'A title' } });
  // More changes than are numbered at a time come before.
  const others = Array.from({ length: 1_001 }, (_, index) => createItem(index + 2));
  await catalogue.add(others, AUTHORSHIP);
  const item = await catalogue.find(nameOf(1));
  if (item === undefined) throw new Error('no item');
  await catalogue.change([{ item, change: { access: { fileList: 'open', description: 'closed' } } }], EDITED);
  expect(await harvest.find(nameOf(1))).toMatchObject({ isShown: false, item: undefined });
});
