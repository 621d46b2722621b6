import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { createTestStore, importRecords, type TestStore, writeSource } from './test-store.ts';

const labelOf = (archive: string, number: number): string =>
  `sid.inpe.br/${archive}/2009/07.21.${String(Math.floor(number / 60)).padStart(2, '0')}.${String(number % 60).padStart(2, '0')}`;

const LANGUAGES = ['en', 'pt', 'fr', 'de', 'es', 'it', 'nl', 'sv'] as const;

interface ImportLine {
  readonly repository: string;
  readonly [field: string]: unknown;
}

/**
 * Makes chains of editions and families of translations, in which each item is linked to its neighbour by one of the
 * four fields.
 */
const recordsOf = (archive: string, sizes: readonly number[], choices: readonly number[]): readonly ImportLine[] => {
  let last = 0;
  return sizes.flatMap((size, group) => {
    const numbers = Array.from({ length: size }, () => last++);
    const records = numbers.map((number, index) => ({
      repository: labelOf(archive, number),
      language: LANGUAGES[index],
      files: ['a.txt'],
    })) as Record<string, unknown>[];
    for (let index = 1; index < size; index += 1) {
      const [earlier, later] = [records[index - 1] ?? {}, records[index] ?? {}];
      const isForward = (choices[(group * 7 + index) % choices.length] ?? 0) % 2 === 0;
      if (group % 2 === 0) {
        if (isForward) earlier['nextEdition'] = later['repository'];
        else later['editionOf'] = earlier['repository'];
      }
      if (group % 3 !== 1) {
        if (isForward) earlier['translations'] = { [LANGUAGES[index] ?? '']: later['repository'] };
        else later['translationOf'] = earlier['repository'];
      }
    }
    // Some items are held elsewhere, and only the links of others name them.
    const isHere = (_record: unknown, index: number) => (choices[index % choices.length] ?? 0) % 5 !== 0;
    return records.filter(isHere) as unknown as ImportLine[];
  });
};

const relationsOf = async ({ catalogue }: TestStore, records: readonly ImportLine[]) =>
  Promise.all(
    records.map(async ({ repository }) => ({
      repository,
      language: (await catalogue.find(repositoryLabel(repository)))?.language,
      editions: (await catalogue.editions(repositoryLabel(repository))).map(({ label }) => label),
      translations: (await catalogue.translations(repositoryLabel(repository))).map(({ label, language }) => [
        language ?? null,
        label,
      ]),
    })),
  );

describe.each(DATABASES)('links of an import into $name', ({ name, openMigrated }) => {
  const open = async (): Promise<TestStore> => {
    const store = await createTestStore(await openMigrated());
    writeSource(store, 'a.txt', 'content of a');
    return store;
  };

  it('are the same in whatever order the lines come', async () => {
    const store = await open();
    let run = 0;
    const groups = fc.record({
      sizes: fc.array(fc.integer({ min: 1, max: LANGUAGES.length }), { minLength: 1, maxLength: 6 }),
      choices: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
      seed: fc.infiniteStream(fc.nat()),
    });
    await fc.assert(
      fc.asyncProperty(groups, async ({ sizes, choices, seed }) => {
        run += 1;
        const inOrder = recordsOf(`one-${run}`, sizes, choices);
        const other = recordsOf(`two-${run}`, sizes, choices);
        const shuffled = other.map((record) => [seed.next().value, record] as const).toSorted(([a], [b]) => a - b);
        const counts = { imported: inOrder.length, alreadyHere: 0, refusals: [] };
        expect(await importRecords(store, inOrder)).toMatchObject(counts);
        expect(
          await importRecords(
            store,
            shuffled.map(([, record]) => record),
          ),
        ).toMatchObject(counts);
        const found = JSON.stringify(await relationsOf(store, other)).replaceAll(`two-${run}`, `one-${run}`);
        expect(JSON.parse(found)).toEqual(await relationsOf(store, inOrder));
        expect(await importRecords(store, other)).toMatchObject({
          imported: 0,
          alreadyHere: other.length,
          refusals: [],
        });
      }),
      { numRuns: name === 'SQLite' ? 6 : 2 },
    );
  });

  const [A, B, C, D] = [0, 1, 2, 3].map((number) => labelOf('mtc-m18', number)) as [string, string, string, string];

  it('that contradict one another are refused by line, and the items are here', async () => {
    const store = await open();
    const lines = [
      { repository: A, files: ['a.txt'], nextEdition: B },
      { repository: C, files: ['a.txt'], editionOf: A },
      { repository: B, files: ['a.txt'] },
      ...Array.from({ length: 60 }, (_, index) => ({ repository: labelOf('more', index), files: ['a.txt'] })),
      { repository: D, files: ['a.txt'], editionOf: C },
    ];
    const refused = { line: 2, label: C, part: 'links', refusal: { code: 'edition-exists' } };
    expect(await importRecords(store, lines)).toMatchObject({
      imported: 64,
      refused: 0,
      linksRefused: 1,
      refusals: [refused],
    });
    const labels = async (label: string) =>
      (await store.catalogue.editions(repositoryLabel(label))).map((edition) => edition.label);
    expect(await labels(A)).toEqual([A, B]);
    expect(await labels(C)).toEqual([C, D]);
    // A second import reports the same again, and does nothing else.
    const revision = (await store.catalogue.find(repositoryLabel(D)))?.revision;
    expect(await importRecords(store, lines)).toMatchObject({ imported: 0, alreadyHere: 64, refusals: [refused] });
    expect((await store.catalogue.find(repositoryLabel(D)))?.revision).toBe(revision);
  });

  it('that an import cut short has left are made by the next one', async () => {
    const store = await open();
    const lines = [
      {
        repository: A,
        language: 'en',
        files: ['a.txt'],
        updated: '2010-01-01T00:00:00Z',
        created: '2010-01-01T00:00:00Z',
      },
      {
        repository: B,
        language: 'pt',
        files: ['a.txt'],
        translationOf: A,
        metadata: { repository: D, language: 'pt', translationOf: C },
      },
    ];
    const { awaitingLinks } = store.catalogue;
    const broken = { ...awaitingLinks, list: () => Promise.reject(new Error('killed')) };
    const catalogue = { ...store.catalogue, awaitingLinks: broken };
    await expect(importRecords({ ...store, catalogue }, lines)).rejects.toThrow('killed');
    expect(await store.catalogue.translations(repositoryLabel(A))).toHaveLength(1);
    expect(await importRecords(store, lines)).toMatchObject({ imported: 0, alreadyHere: 2, refusals: [] });
    expect(await store.catalogue.translations(repositoryLabel(A))).toHaveLength(2);
    expect(await store.catalogue.translations(repositoryLabel(D))).toHaveLength(2);
    expect((await store.catalogue.find(repositoryLabel(A)))?.updatedAt).toBe(
      BigInt(Date.parse('2010-01-01T00:00:00Z')) * 1_000n,
    );
    // Later changes of an item stay as they are.
    const item = await store.catalogue.find(repositoryLabel(B));
    expect(await importRecords(store, lines)).toMatchObject({ imported: 0, alreadyHere: 2, refusals: [] });
    expect(await store.catalogue.find(repositoryLabel(B))).toEqual(item);
  });

  it('go with the first of two lines that want one label, whatever takes longer', async () => {
    const store = await open();
    writeSource(store, 'large.txt', 'x'.repeat(900_000));
    const ibips = ['8JMKD3MGP8W/35MME4E'];
    const outcome = await importRecords(store, [
      { repository: A, ibips, files: ['large.txt'] },
      { repository: B, ibips, files: ['a.txt'] },
      { repository: C, files: ['large.txt'], metadata: { repository: D } },
      { repository: D, files: ['a.txt'] },
    ]);
    expect(outcome.refusals.map(({ line, refusal }) => [line, refusal.code])).toEqual([
      [2, 'label-taken'],
      [4, 'label-taken'],
    ]);
  });

  it('leave an alias to the first of two lines that spell it, whatever takes longer', async () => {
    const store = await open();
    writeSource(store, 'large.txt', 'x'.repeat(900_000));
    const outcome = await importRecords(store, [
      { repository: A, files: ['large.txt'], aliases: ['doi:10.5/x'] },
      { repository: B, files: ['a.txt'], aliases: ['doi:10.5/X'] },
      { repository: C, files: ['large.txt'], metadata: { aliases: ['hdl:1721/x'] } },
      { repository: D, files: ['a.txt'], aliases: ['https://hdl.handle.net/1721/x'] },
    ]);
    expect(outcome.refusals.map(({ line, refusal }) => [line, refusal.code])).toEqual([
      [2, 'alias-taken'],
      [4, 'alias-taken'],
    ]);
  });
});
