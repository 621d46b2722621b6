import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryLabel } from '@perene/core';
import { parseSearch } from '@perene/core/search';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFileFolder } from '../../packages/server/src/adapters/disk/file-folder.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { createSqlNodeFacts } from '../../packages/server/src/adapters/sql/node/sql-node-facts.ts';
import { createSqlTableStore } from '../../packages/server/src/adapters/sql/node/sql-table-store.ts';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import { signUnsignedItems } from '../../packages/server/src/services/archive/upkeep/sign-unsigned-items.ts';
import type { BackupManifest } from '../../packages/server/src/services/backup/backup-manifest.ts';
import { makeBackup } from '../../packages/server/src/services/backup/make-backup.ts';
import { restoreBackup } from '../../packages/server/src/services/backup/restore-backup.ts';
import { expectSound, readStatements } from '../fixtures/claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';
import { openTestMinters } from '../fixtures/minters.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { createTestStore, importRecords, type TestStore, writeSource } from './test-store.ts';

const label = (index: number): RepositoryLabel =>
  repositoryLabel(`sid.inpe.br/mtc-m18/2009/07.21.13.${String(10 + index)}`);

const needsOf = (store: TestStore, folder: string) => ({
  tables: createSqlTableStore(store.database),
  files: store.files,
  facts: createSqlNodeFacts(store.database),
  clock: store.clock,
  secrets: createQuickSecrets(),
  folder: createFileFolder({ folder }),
  version: '0.0.0',
});

const backUp = (store: TestStore, folder: string, isFull = false): Promise<BackupManifest> =>
  makeBackup(needsOf(store, folder), { isFull });

const restore = (store: TestStore, folder: string): Promise<BackupManifest> =>
  restoreBackup({ ...store, tables: createSqlTableStore(store.database), folder: createFileFolder({ folder }) }, {});

const restoreInto = async (database: SqlDatabase, folder: string): Promise<TestStore> => {
  const store = await createTestStore(database);
  await restore(store, folder);
  return store;
};

const openRestored = async ({ openMigrated }: (typeof DATABASES)[number], folder: string): Promise<TestStore> =>
  restoreInto(await openMigrated(), folder);

const tableOf = (folder: string, { snapshot }: BackupManifest, table: string): string =>
  join(folder, 'snapshots', snapshot, 'tables', `${table}.jsonl`);

/** Returns every row of every table except the last date, which a restore raises. */
const readDump = async (store: TestStore): Promise<Readonly<Record<string, readonly string[]>>> => {
  const folder = createTemporaryFolder();
  const manifest = await backUp(store, folder);
  return Object.fromEntries(
    Object.keys(manifest.tables)
      .filter((table) => !['minting_state', 'given_dates'].includes(table))
      .map((table) => [
        table,
        readFileSync(tableOf(folder, manifest, table), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.stringify(Object.entries(JSON.parse(line) as object).toSorted()))
          .toSorted(),
      ]),
  );
};

const fill = async (store: TestStore): Promise<void> => {
  writeSource(store, 'a.txt', 'content of a');
  writeSource(store, 'b.txt', 'content of b');
  await importRecords(store, [
    {
      repository: label(0),
      ibips: ['8JMKD3MGP8W/35MME4E'],
      files: ['a.txt', { path: 'x/é.txt', from: 'b.txt' }],
      nextEdition: label(1),
      metadata: { fields: { title: 'Água', creator: ['Ana "Lima"\n', '日本'] } },
    },
    { repository: label(1), language: 'en', files: ['b.txt'], translations: { pt: label(7) } },
    {
      repository: label(2),
      state: 'Copy',
      copyOf: 'https://example.org/',
      files: ['a.txt'],
      access: { networks: ['::1/128'] },
    },
    { repository: label(3), state: 'Deleted', removed: { at: '2020-01-01T00:00:00Z', reason: 'by mistake' } },
  ]);
  await store.mint(3);
  const minters = openTestMinters(store.database);
  await minters.create({ name: 'thesis', template: 't.reedk', policy: 'for ever', contact: 'tests' });
  const bound = [
    { element: 'where', value: Buffer.from('https://example.org/ç') },
    { element: 'raw', value: Buffer.from([0, 255]) },
  ];
  const { ids } = await minters.mint('thesis', { count: 20, elements: bound, isPeppered: true, contact: 'tests' });
  await minters.queue('thesis', { ids: ids.slice(0, 2), when: '30d', contact: 'tests' });
};

describe.each(DATABASES)('backup from $name', (database) => {
  let store: TestStore;
  let folder: string;

  beforeEach(async () => {
    store = await createTestStore(await database.openMigrated());
    folder = createTemporaryFolder();
    await fill(store);
  });

  it.each(DATABASES)('is restored into $name, and back, with every row and file', async (other) => {
    const manifest = await backUp(store, folder);
    expect(manifest).toMatchObject({ files: { lines: 4, bytes: 48 }, missing: { lines: 0 } });
    const restored = await restoreInto(await other.openEmpty(), folder);
    expect(await readDump(restored)).toEqual(await readDump(store));
    expect(await restored.files.hash(label(0), 'x/é.txt')).toEqual(await store.files.hash(label(0), 'x/é.txt'));

    const second = createTemporaryFolder();
    await backUp(restored, second);
    const back = await openRestored(database, second);
    expect(await readDump(back)).toEqual(await readDump(store));
  });

  it('is a whole Archive after it was restored: it finds, numbers and mints', async () => {
    const [before] = await store.mint(1);
    await backUp(store, folder);
    const [lost] = await store.mint(1);
    const restored = await openRestored(database, folder);
    const found = await restored.catalogue.list({ search: parseSearch('agua lima 本'), limit: 10 });
    expect(found.entries.map(({ item }) => item.repository)).toEqual([label(0)]);
    const [after] = await restored.mint(1);
    expect(after?.repository).not.toBe(lost?.repository);
    expect([before, lost, after].map((minted) => minted?.repository)).toEqual(
      [before, lost, after].map((minted) => minted?.repository).toSorted(),
    );
    writeSource(restored, 'c.txt', 'content of c');
    expect(await importRecords(restored, [{ repository: label(4), files: ['c.txt'] }])).toMatchObject({ imported: 1 });
    const numbers = await Promise.all([0, 1, 2, 3, 4].map((index) => restored.catalogue.find(label(index))));
    expect(new Set(numbers.map((item) => item?.number)).size).toBe(5);
  });

  it('brings back the key and what was signed, and the chains go on', async () => {
    await store.serviceLabel();
    const parts = { items: store.unsignedItems, facts: store.facts, clock: store.clock };
    await signUnsignedItems(parts, { isStopped: () => false });
    await backUp(store, folder);
    const restored = await openRestored(database, folder);
    const before = await readStatements(store.catalogue, label(0));
    expect(before).toHaveLength(1);
    expect(await readStatements(restored.catalogue, label(0))).toEqual(before);
    await restored.archive.edit(named(label(0)), { metadata: { title: 'Água doce' } }, { who: 'tests' });
    const after = await readStatements(restored.catalogue, label(0));
    expect(after).toHaveLength(2);
    expectSound(after.map(({ signed }) => signed));
    expect(after[1]?.signed.key).toBe(before[0]?.signed.key);
  });

  it('brings back minters that go on where they stood', async () => {
    await backUp(store, folder);
    const [before, after] = [
      openTestMinters(store.database),
      openTestMinters((await openRestored(database, folder)).database),
    ];
    expect(await after.show('thesis')).toEqual(await before.show('thesis'));
    const mint = { count: 50, contact: 'tests' };
    expect(await after.mint('thesis', mint)).toEqual(await before.mint('thesis', mint));
    expect(await after.create({ name: 'next', contact: 'tests' })).toMatchObject({ name: 'next' });
    expect(await after.fetch('next', { id: 't', elements: [] })).toMatchObject({ elements: [] });
  });

  it('brings back the largest of values', async () => {
    const minters = openTestMinters(store.database);
    await minters.create({ name: 'any', contact: 'tests' });
    const value = Buffer.alloc(10 * 1_048_576, 1);
    await minters.bind('any', { how: 'set', id: 'x', element: 'e', value, contact: 'tests' });
    await backUp(store, folder);
    const restored = openTestMinters((await openRestored(database, folder)).database);
    const [element] = (await restored.fetch('any', { id: 'x', elements: ['e'] })).elements;
    expect(value.equals(element?.value ?? Buffer.alloc(0))).toBe(true);
  });

  it('brings back the largest of changes', async () => {
    const metadata = { title: [{ value: 't' }], subject: new Array(15).fill({ value: '"'.repeat(65_000) }) };
    const item = await store.catalogue.find(repositoryLabel((await store.catalogue.find(label(0)))?.describedBy ?? ''));
    if (item === undefined) throw new Error('no item describes it');
    const edited = { who: 'tests', at: 1n, action: 'edited' };
    await store.catalogue.change([{ item, change: { metadata } }], edited);
    const changed = { ...item, revision: item.revision + 1n };
    await store.catalogue.change([{ item: changed, change: { metadata } }], edited);
    await backUp(store, folder);
    expect(await readDump(await openRestored(database, folder))).toEqual(await readDump(store));
  });

  it('has the files of every item that it has, while others are added and removed', async () => {
    let isOver = false;
    const depositAll = async () => {
      for (let index = 0; !isOver; index += 1) {
        const repository = `sid.inpe.br/mtc-m18/2010/07.21.13.23.00.${index + 1}`;
        await importRecords(store, [{ repository, files: ['a.txt'] }]);
        const item = index % 3 === 0 ? await store.catalogue.find(repositoryLabel(repository)) : undefined;
        if (item === undefined) continue;
        const state = { kind: 'deleted', at: 1n, reason: 'a test' } as const;
        await store.catalogue.change([{ item, change: { state } }], { who: 'tests', at: 1n, action: 'removed' });
        await store.files.remove(repositoryLabel(repository));
      }
    };
    const depositing = depositAll();
    const folders = Array.from({ length: 5 }, createTemporaryFolder);
    try {
      for (const each of folders) expect((await backUp(store, each)).missing.lines).toBe(0);
    } finally {
      isOver = true;
      await depositing;
    }
    for (const each of folders) {
      const restored = await openRestored(database, each);
      let files = 0;
      for await (const { repository, path, sha256 } of restored.catalogue.walkFiles()) {
        files += 1;
        expect(await restored.files.hash(repository, path)).toMatchObject({ sha256 });
      }
      expect(files).toBeGreaterThan(3);
    }
  });

  it('is not restored into data that are in use', async () => {
    await backUp(store, folder);
    await expect(restore(store, folder)).rejects.toMatchObject({ code: 'restore-not-empty' });
    const minted = await createTestStore(await database.openMigrated());
    await minted.mint(1);
    await expect(restore(minted, folder)).rejects.toMatchObject({ code: 'restore-not-empty' });
    const withFiles = await createTestStore(await database.openEmpty());
    writeSource(withFiles, 'a.txt', 'another');
    const incoming = await withFiles.files.begin();
    await incoming.receive('a.txt', await withFiles.sources.open('a.txt'), { maxBytes: 100 });
    await incoming.keep(label(9));
    await expect(restore(withFiles, folder)).rejects.toMatchObject({ code: 'restore-not-empty' });
  });

  it('is restored again where it was cut short', async () => {
    await backUp(store, folder);
    const target = await createTestStore(await database.openEmpty());
    const place = join(folder, 'col', label(2), 'doc', 'a.txt');
    renameSync(place, `${place}.away`);
    await expect(restore(target, folder)).rejects.toMatchObject({ code: 'backup-unusable' });
    expect(await target.catalogue.total()).toMatchObject({ items: 0, files: 0 });
    renameSync(`${place}.away`, place);
    await restore(target, folder);
    expect(await readDump(target)).toEqual(await readDump(store));
  });
});

/** What is only a matter of folders and files is tried with one database. */
describe.each(DATABASES.slice(0, 1))('the folder of a backup from $name', (database) => {
  let store: TestStore;
  let folder: string;

  beforeEach(async () => {
    store = await createTestStore(await database.openMigrated());
    folder = createTemporaryFolder();
    await fill(store);
  });

  it('is taken again into its folder, copying only what is new', async () => {
    const first = await backUp(store, folder);
    const copy = join(folder, 'col', label(0), 'doc', 'a.txt');
    writeFileSync(copy, 'CONTENT OF A');
    writeSource(store, 'c.txt', 'content of c');
    await importRecords(store, [{ repository: label(4), files: ['c.txt'] }]);
    const second = await backUp(store, folder);
    expect(readFileSync(copy, 'utf8')).toBe('CONTENT OF A');
    expect(readdirSync(join(folder, 'snapshots'))).toEqual([second.snapshot]);
    expect(second.snapshot).not.toBe(first.snapshot);
    await expect(openRestored(database, folder)).rejects.toMatchObject({ code: 'backup-unusable' });
    await backUp(store, folder, true);
    expect(readFileSync(copy, 'utf8')).toBe('content of a');
    const restored = await openRestored(database, folder);
    expect(await restored.files.hash(label(4), 'c.txt')).toMatchObject({ bytes: 12 });
  });

  it('is refused in a folder of something else, or of another node', async () => {
    writeFileSync(join(folder, 'letter.txt'), 'not a backup');
    await expect(backUp(store, folder)).rejects.toMatchObject({ code: 'backup-unusable' });
    rmSync(join(folder, 'letter.txt'));
    await backUp(store, folder);
    const other = await createTestStore(await database.openMigrated());
    await expect(backUp(other, folder)).rejects.toMatchObject({ code: 'backup-unusable' });
    await expect(restore(store, createTemporaryFolder())).rejects.toMatchObject({ code: 'backup-unusable' });
  });

  it('stays whole while a later one is under way, also where files have changed', async () => {
    await backUp(store, folder);
    const before = await readDump(store);
    const item = await store.catalogue.find(label(2));
    if (item === undefined) throw new Error('not there');
    const incoming = await store.files.begin();
    writeSource(store, 'c.txt', 'content of c');
    const file = await incoming.receive('a.txt', await store.sources.open('c.txt'), { maxBytes: 100 });
    await store.catalogue.change([{ item, change: { files: [file] } }], {
      ...{ who: 'tests', at: 1n, action: 'refreshed' },
      beforeCommit: () => incoming.replace(label(2)),
    });
    await incoming.discard();

    const needs = needsOf(store, folder);
    const writeText = async (path: string, text: string): Promise<void> => {
      if (path === 'backup.json') throw new Error('cut short');
      await needs.folder.writeText(path, text);
    };
    const cutShort = makeBackup({ ...needs, folder: { ...needs.folder, writeText } }, { isFull: false });
    await expect(cutShort).rejects.toThrow('cut short');
    const earlier = await openRestored(database, folder);
    expect(await readDump(earlier)).toEqual(before);
    expect(await earlier.files.hash(label(2), 'a.txt')).not.toMatchObject({ sha256: file.sha256 });

    for (const isFull of [false, true]) {
      await backUp(store, folder, isFull);
      const restored = await openRestored(database, folder);
      expect(await restored.files.hash(label(2), 'a.txt')).toMatchObject({ sha256: file.sha256 });
    }
  });

  it('finds files that were removed meanwhile, and notes those that are lost', async () => {
    const needs = needsOf(store, folder);
    const tables = {
      ...needs.tables,
      dump: async (visitor: Parameters<typeof needs.tables.dump>[0]) => {
        const version = await needs.tables.dump(visitor);
        await store.files.remove(label(1));
        return version;
      },
    };
    rmSync(join(store.dataFolder, 'col', label(0), 'doc', 'a.txt'));
    const missing: string[] = [];
    const manifest = await makeBackup(
      { ...needs, tables },
      { isFull: false, onMissing: ({ path }) => missing.push(path) },
    );
    expect(manifest.missing.lines).toBe(1);
    expect(missing).toEqual(['a.txt']);
    const restored = await openRestored(database, folder);
    expect(await restored.files.hash(label(1), 'b.txt')).toMatchObject({ bytes: 12 });
    expect(await restored.files.hash(label(0), 'a.txt')).toBeUndefined();
    expect(await restored.files.hash(label(0), 'x/é.txt')).toMatchObject({ bytes: 12 });
  });

  it.each([
    ['cut short', (path: string) => truncateSync(path, 10)],
    ['longer', (path: string) => appendFileSync(path, '{}\n')],
    ['edited', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('original', 'copied..'))],
    ['missing', (path: string) => rmSync(path)],
  ])('is refused where a table is %s', async (_how, damage) => {
    const manifest = await backUp(store, folder);
    damage(tableOf(folder, manifest, 'items'));
    await expect(openRestored(database, folder)).rejects.toMatchObject({ code: 'backup-unusable' });
  });

  it.each(['garbage', 'null', '5', '{}', '{"repository":"x","path":"a","bytes":1,"sha256":"ab"}'])(
    'is refused where somebody has written %s into a list, with the right hash',
    async (line) => {
      const manifest = await backUp(store, folder);
      const lines = `${line}\n`;
      const listed = { lines: 1, sha256: createHash('sha256').update(lines).digest('hex') };
      const forge = (path: string, changed: object): void => {
        writeFileSync(path, lines);
        writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...manifest, ...changed }));
      };
      const snapshot = join(folder, 'snapshots', manifest.snapshot);
      forge(join(snapshot, 'missing.jsonl'), { missing: { ...manifest.missing, ...listed } });
      await expect(openRestored(database, folder)).rejects.toMatchObject({ code: 'backup-unusable' });
      writeFileSync(join(snapshot, 'missing.jsonl'), '');
      forge(join(snapshot, 'files.jsonl'), { files: { ...manifest.files, ...listed } });
      await expect(openRestored(database, folder)).rejects.toMatchObject({ code: 'backup-unusable' });
    },
  );

  it.each(['garbage', 'null', '5'])('is refused where a table has %s, with the right hash', async (line) => {
    const manifest = await backUp(store, folder);
    const lines = `${line}\n`;
    const listed = { lines: 1, sha256: createHash('sha256').update(lines).digest('hex') };
    writeFileSync(tableOf(folder, manifest, 'alerts'), lines);
    const tables = { ...manifest.tables, alerts: listed };
    writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...manifest, tables }));
    await expect(openRestored(database, folder)).rejects.toMatchObject({ code: 'backup-unusable' });
  });

  it('is refused if its list of contents is not one, or is of a newer program', async () => {
    const manifest = await backUp(store, folder);
    writeFileSync(join(folder, 'backup.json'), '{');
    await expect(openRestored(database, folder)).rejects.toMatchObject({ code: 'backup-unusable' });
    writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...manifest, schemaVersion: 1_000 }));
    await expect(openRestored(database, folder)).rejects.toMatchObject({ code: 'database-newer' });
  });
});
