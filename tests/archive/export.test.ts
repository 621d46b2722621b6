import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryLabel } from '@perene/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileFolder } from '../../packages/server/src/adapters/disk/file-folder.ts';
import { createLines, readLines } from '../../packages/server/src/adapters/disk/line-files.ts';
import { createSourceFolder } from '../../packages/server/src/adapters/disk/source-folder.ts';
import {
  copyExportedFiles,
  exportItems,
  findMembers,
  inDataFolder,
  inOwnFolder,
  walkCollections,
} from '../../packages/server/src/services/archive/importing/export-items.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { createTestStore, importFile, importRecords, OTHER_NAME, type TestStore, writeSource } from './test-store.ts';

const label = (index: number): RepositoryLabel =>
  repositoryLabel(`sid.inpe.br/mtc-m18/2009/07.21.13.${String(10 + index)}`);

interface Exported {
  readonly file: string;
  readonly folder: string;
}

const exportAll = async ({ catalogue, files }: TestStore): Promise<Exported> => {
  const folder = createTemporaryFolder();
  const file = join(folder, 'items.jsonl');
  const collections = walkCollections(catalogue.collections);
  await exportItems(catalogue, await createLines(file), { placeOf: inOwnFolder, collections });
  await copyExportedFiles({ files, folder: createFileFolder({ folder }) }, readLines(file));
  return { file, folder };
};

const readExport = ({ file }: Exported): string => readFileSync(file, 'utf8');

const takeBack = (store: TestStore, { file, folder }: Exported) =>
  importFile({ ...store, sources: createSourceFolder({ folder }) }, file);

/** Returns all that the catalogue says of these items, except their numbers. */
const describeAll = async ({ catalogue }: TestStore, labels: readonly string[]) =>
  Promise.all(
    labels.map(async (name) => {
      const item = await catalogue.find(repositoryLabel(name));
      const description = item?.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
      const related = async (found: Promise<readonly { label: string; language: string | undefined }[]>) =>
        (await found).map(({ label: other, language }) => [other, language]).toSorted();
      return {
        item: item && { ...item, number: 0n, revision: 0n },
        description: description && { ...description, number: 0n, revision: 0n },
        files: item?.state.kind === 'deleted' ? [] : await catalogue.files(repositoryLabel(name)),
        editions: (await catalogue.editions(repositoryLabel(name))).map((edition) => edition.label),
        translations: await related(catalogue.translations(repositoryLabel(name))),
      };
    }),
  );

const STATES = [
  {},
  {},
  { state: 'Copy', copyOf: 'https://example.org/archive' },
  { withdrawn: { at: '2020-02-03T04:05:06.789012Z', reason: 'a complaint' } },
  { state: 'Deleted', removed: { at: '2020-02-03T04:05:06.789012Z', reason: 'by mistake' } },
] as const;
const LANGUAGES = ['en', 'pt', 'pt-BR', 'fr', 'de', 'es'];
const TITLES = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => `title ${text.replaceAll(/[\p{C}\p{Z}]/gu, '')}`);
const TIMES = fc.integer({ min: 0, max: 2_000_000_000 }).map((seconds) => new Date(seconds * 1_000).toISOString());

const ALIASES = {
  doi: (index: number) => `doi:10.1590/ABC-${index}`,
  hdl: (index: number) => `hdl:1234/é%${index}`,
  urn: (index: number) => `urn:nbn:br:${index}`,
  url: (index: number) => `http://old.example.org/a?id=${index}`,
};

const itemRecords = fc
  .array(
    fc.record({
      state: fc.constantFrom(...STATES),
      title: TITLES,
      created: TIMES,
      files: fc.uniqueArray(fc.constantFrom('a.txt', 'b/c.txt', 'ção.txt'), { minLength: 1 }),
      access: fc.constantFrom(
        undefined,
        { fileList: 'closed' },
        { networks: ['10.0.0.0/8', '::1/128'] },
        { networks: [] },
        { description: 'closed' },
      ),
      hasNext: fc.boolean(),
      isTranslation: fc.boolean(),
      namesDescription: fc.boolean(),
      aliases: fc.subarray(['doi', 'hdl', 'urn', 'url'] as const),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((items) =>
    items.map(({ state, title, created, files, access, hasNext, isTranslation, namesDescription, aliases }, index) => ({
      repository: label(index),
      ...state,
      ...('removed' in state ? {} : { files, target: files[0] }),
      language: LANGUAGES[index],
      ...(access && { access }),
      aliases: aliases.map((kind) => ALIASES[kind](index)),
      ...(hasNext && { nextEdition: label(index + 1) }),
      ...(isTranslation && { translationOf: label(index === 0 ? 40 : index - 1) }),
      metadata: { ...(namesDescription && { repository: `${label(index)}.30` }), fields: { title }, created },
      created,
    })),
  );

const THESES = {
  name: 'theses',
  kind: 'series',
  title: { en: 'Theses', pt: 'Teses' },
  description: { pt: 'As teses do instituto.' },
  defaults: {
    license: 'CC-BY-4.0',
    language: 'pt',
    access: { networks: ['10.0.0.0/8'], fileList: 'open' },
    opens: 'page',
  },
};

describe.each(DATABASES)('export from $name', ({ name, openMigrated }) => {
  it('brings collections with all that is said of them, before their items', async () => {
    const store = await createTestStore(await openMigrated());
    writeSource(store, 'a.txt', 'content of a');
    const records = [0, 1, 2].map((index) => ({
      repository: label(index),
      files: ['a.txt'],
      ...(index > 0 && { collections: [{ name: 'theses', place: index }] }),
    }));
    const outcome = await importRecords(store, [
      { collection: THESES },
      { collection: { name: 'empty', title: { en: 'Nothing yet' } } },
      ...records,
      { collection: { name: 'No name', title: {} } },
      '{"collection": 1}',
    ]);
    expect(outcome).toMatchObject({ imported: 3, collections: 2, refused: 2 });
    expect(outcome.refusals.map(({ line, part }) => [line, part])).toEqual([
      [6, 'collection'],
      [7, 'collection'],
    ]);
    expect(await store.catalogue.collections.find('theses')).toMatchObject(THESES);

    const exported = await exportAll(store);
    const again = await createTestStore(await openMigrated());
    expect(await takeBack(again, exported)).toMatchObject({ imported: 3, collections: 2, refused: 0 });
    expect(readExport(await exportAll(again))).toBe(readExport(exported));
    expect(await takeBack(again, exported)).toMatchObject({ imported: 0, alreadyHere: 3, collections: 0 });

    const theses = await again.catalogue.collections.find('theses');
    if (theses === undefined) throw new Error('it was imported');
    expect(await findMembers(again.catalogue.collections, theses)).toEqual([label(1), label(2)]);
  });

  it('tells the past of every item, long or short, in its order', async () => {
    const store = await createTestStore(await openMigrated());
    await store.serviceLabel();
    writeSource(store, 'a.txt', 'content of a');
    const labels = [0, 1, 2].map(label);
    await importRecords(
      store,
      labels.map((repository) => ({ repository, files: ['a.txt'], metadata: { repository: `${repository}.30` } })),
    );
    for (const text of ['one', 'x'.repeat(60_000), 'three']) {
      for (const [index, repository] of labels.entries()) {
        const title = index === 1 ? text : text.slice(0, 5);
        await store.archive.edit(named(repository), { metadata: { title } }, { who: 'tests' });
      }
    }
    const pastOf = (text: string): readonly (readonly [claims: number, history: readonly string[]])[] =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map(({ claims, metadata: { history } }) => [
          claims.length,
          history.map(({ action, detail }: { action: string; detail: object }) =>
            JSON.stringify(detail).length > 60_000 ? `${action} much` : action,
          ),
        ]);
    const exported = await exportAll(store);
    expect(pastOf(readExport(exported)).map(([, history]) => history)).toEqual([
      ['added', 'edited', 'edited', 'edited'],
      ['added', 'edited', 'edited much', 'edited much'],
      ['added', 'edited', 'edited', 'edited'],
    ]);
    const again = await createTestStore(await openMigrated());
    await again.serviceLabel();
    await takeBack(again, exported);
    expect(readExport(await exportAll(again))).toBe(readExport(exported));
    await again.archive.edit(named(label(1)), { metadata: { title: 'later' } }, { who: 'tests' });
    const [, [claims, history] = []] = pastOf(readExport(await exportAll(again)));
    expect([claims, history?.length]).toEqual([5, 5]);
  });

  it('gives what an import makes the same items of', async () => {
    await fc.assert(
      fc.asyncProperty(itemRecords, async (records) => {
        const store = await createTestStore(await openMigrated());
        for (const path of ['a.txt', 'b/c.txt', 'ção.txt']) writeSource(store, path, `content of ${path}`);
        expect((await importRecords(store, records)).refusals).toEqual([]);
        const other = await createTestStore(await openMigrated(), undefined, OTHER_NAME);
        const exported = await exportAll(store);
        expect(await takeBack(other, exported)).toMatchObject({ imported: records.length, refusals: [] });
        const labels = records.map(({ repository }) => repository);
        expect(await describeAll(other, labels)).toEqual(await describeAll(store, labels));
        expect(readExport(await exportAll(other))).toBe(readExport(exported));
        expect(await takeBack(other, exported)).toMatchObject({ alreadyHere: records.length, refused: 0 });
        expect(readExport(await exportAll(other))).toBe(readExport(exported));
      }),
      { numRuns: name === 'SQLite' ? 25 : 5 },
    );
  });

  it('finds the files in the data folder where they are not copied', async () => {
    const store = await createTestStore(await openMigrated());
    writeSource(store, 'a.txt', 'content');
    await importRecords(store, [{ repository: label(0), files: [{ path: 'b/a.txt', from: 'a.txt' }] }]);
    const file = join(createTemporaryFolder(), 'items.jsonl');
    await exportItems(store.catalogue, await createLines(file), { placeOf: inDataFolder });
    const other = await createTestStore(await openMigrated(), undefined, OTHER_NAME);
    expect(await takeBack(other, { file, folder: store.dataFolder })).toMatchObject({ imported: 1 });
  });

  it('leaves files that were copied before, and finds those that are not what they were', async () => {
    const store = await createTestStore(await openMigrated());
    writeSource(store, 'a.txt', 'content');
    writeSource(store, 'b.txt', 'content');
    await importRecords(store, [{ repository: label(0), files: ['a.txt', 'b.txt'] }]);
    const { file, folder } = await exportAll(store);
    const [a, b] = [join(folder, label(0), 'a.txt'), join(folder, label(0), 'b.txt')];
    utimesSync(a, 1, 1);
    rmSync(b);
    const copyAgain = () =>
      copyExportedFiles({ files: store.files, folder: createFileFolder({ folder }) }, readLines(file));
    await copyAgain();
    expect(statSync(a).mtimeMs).toBe(1_000);
    expect(readFileSync(b, 'utf8')).toBe('content');
    rmSync(b);
    writeFileSync(join(store.dataFolder, 'col', label(0), 'doc', 'b.txt'), 'changed');
    await expect(copyAgain()).rejects.toMatchObject({ code: 'file-damaged' });
    expect(existsSync(b)).toBe(false);
  });
});
