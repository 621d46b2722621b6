import { parseSearch } from '@perene/core/search';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { Catalogue, ItemName, NewItem } from '../../packages/server/src/ports/archive/catalogue.ts';
import type { ListPlace } from '../../packages/server/src/ports/archive/finding/listing.ts';
import { AUTHORSHIP, createItem, describing, EDITED, nameOf } from '../fixtures/catalogue-items.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibipLabel, repositoryLabel } from '../fixtures/labels.ts';
import { PATIENT } from '../fixtures/of-tests.ts';

const addDescribed = (catalogue: Catalogue, number: number, title: string, more: Partial<NewItem> = {}) =>
  catalogue.add([createItem(number, more), describing(number, title)], AUTHORSHIP);

const existing = async (catalogue: Catalogue, label: ItemName) => {
  const item = await catalogue.find(label);
  if (item === undefined) throw new Error(`${label} is not there`);
  return item;
};

describe.each(DATABASES)('a catalogue in $name', ({ openMigrated, createMigratedData }) => {
  const open = async (): Promise<Catalogue> => createSqlCatalogue(await openMigrated(), PATIENT);

  it('shows in a snapshot what there was when it began to be read', async () => {
    const catalogue = await open();
    await addDescribed(catalogue, 1, 'First');
    await catalogue.snapshot(async (snapshot) => {
      const before = await snapshot.find(nameOf(1));
      await addDescribed(catalogue, 2, 'Second');
      await catalogue.change([{ item: await existing(catalogue, nameOf(1)), change: { language: 'pt' } }], EDITED);
      expect(await snapshot.find(nameOf(1))).toEqual(before);
      expect(await snapshot.find(nameOf(2))).toBeUndefined();
      expect((await snapshot.history(nameOf(1), { limit: 10 })).entries).toHaveLength(1);
    });
    expect(await catalogue.find(nameOf(1))).toMatchObject({ language: 'pt' });
  });

  it('finds an item by each of its labels, as it was added', async () => {
    const catalogue = await open();
    const item = createItem(1, {
      ibips: [ibipLabel('8JMKD3MGP8W/35MME4E'), ibipLabel('LK47B6W/362SFKH')],
      language: 'pt-BR',
      target: 'olá 世界.pdf',
      fileNameEncoding: 'iso-8859-1',
      access: { networks: ['192.0.2.0/24', '2001:db8::/32'], fileList: 'closed' },
      files: [{ path: 'olá 世界.pdf', bytes: 2 ** 45, sha256: 'ab', mediaType: 'application/pdf' }],
    });
    await catalogue.add([item], AUTHORSHIP);
    const { files, ...rest } = item;
    for (const label of [item.repository, ...item.ibips]) {
      expect(await catalogue.find(label)).toMatchObject({ ...rest, revision: 1n });
    }
    expect(await catalogue.files(item.repository)).toEqual(files);
    expect(await catalogue.file(item.repository, 'olá 世界.pdf')).toEqual(files?.[0]);
    expect(await catalogue.file(item.repository, 'other')).toBeUndefined();
    expect(await catalogue.find(ibipLabel('LK47B6W/362SFKG'))).toBeUndefined();
  });

  it('adds all items of a call or none, and no label twice', async () => {
    const catalogue = await open();
    await catalogue.add([createItem(1, { ibips: [ibipLabel('LK47B6W/362SFKH')] })], AUTHORSHIP);
    for (const taken of [createItem(1), createItem(3, { ibips: [ibipLabel('LK47B6W/362SFKH')] })]) {
      await expect(catalogue.add([createItem(2), taken], AUTHORSHIP)).rejects.toMatchObject({ code: 'label-taken' });
      expect(await catalogue.find(nameOf(2))).toBeUndefined();
      expect(await catalogue.find(nameOf(3))).toBeUndefined();
    }
    expect(await catalogue.total()).toMatchObject({ items: 1, files: 0 });
  });

  it('adds one of many that want the same label at the same time', async () => {
    const again = await createMigratedData();
    const databases = [await again(), await again()];
    const catalogues = databases.map((database) => createSqlCatalogue(database));
    const tries = Array.from({ length: 20 }, (_, index) =>
      catalogues[index % 2]?.add([createItem(1), createItem(2 + index)], AUTHORSHIP),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await catalogues[0]?.total()).toMatchObject({ items: 2, files: 0 });
  });

  it('carries out a request once', async () => {
    const catalogue = await open();
    const request = { key: 'key', fingerprint: 'print' };
    await catalogue.add([createItem(1)], { ...AUTHORSHIP, request });
    await expect(catalogue.add([createItem(2)], { ...AUTHORSHIP, request })).rejects.toMatchObject({
      code: 'request-repeated',
    });
    expect(await catalogue.findRequest('key')).toEqual({ fingerprint: 'print', repository: nameOf(1) });
    expect(await catalogue.find(nameOf(2))).toBeUndefined();
  });

  it('changes what was read, and nothing that changed meanwhile', async () => {
    const catalogue = await open();
    await addDescribed(catalogue, 1, 'First');
    const item = await existing(catalogue, nameOf(1));
    expect(item.describedBy).toBe(`${nameOf(1)}.30`);
    await catalogue.change([{ item, change: { language: 'en', addIbips: [ibipLabel('LK47B6W/362SFKH')] } }], EDITED);
    expect(await catalogue.find(ibipLabel('LK47B6W/362SFKH'))).toMatchObject({
      language: 'en',
      revision: 2n,
      updatedAt: AUTHORSHIP.at,
    });
    await expect(catalogue.change([{ item, change: { language: 'pt' } }], EDITED)).rejects.toMatchObject({
      code: 'item-changed',
    });
    const metadata = await existing(catalogue, repositoryLabel(`${nameOf(1)}.30`));
    const change = { item: metadata, change: { metadata: { title: [{ value: 'Second' }] } } };
    await expect(catalogue.change([change, { item, change: {} }], EDITED)).rejects.toMatchObject({
      code: 'item-changed',
    });
    expect((await existing(catalogue, metadata.repository)).metadata).toEqual({ title: [{ value: 'First' }] });
    await expect(
      catalogue.change([{ item: { repository: nameOf(9), revision: 1n }, change: {} }], EDITED),
    ).rejects.toMatchObject({ code: 'item-not-found' });
  });

  it('keeps the history of every change, the newest first, in pages', async () => {
    const catalogue = await open();
    await addDescribed(catalogue, 1, 'First');
    for (const language of ['en', 'pt', 'fr']) {
      await catalogue.change([{ item: await existing(catalogue, nameOf(1)), change: { language } }], EDITED);
    }
    const first = await catalogue.history(nameOf(1), { limit: 3 });
    expect(first.entries.map(({ detail }) => detail)).toEqual([
      { before: { language: 'pt' }, after: { language: 'fr' } },
      { before: { language: 'en' }, after: { language: 'pt' } },
      { before: { language: null }, after: { language: 'en' } },
    ]);
    const rest = await catalogue.history(nameOf(1), { limit: 3, before: first.next });
    expect(rest).toMatchObject({ entries: [{ who: 'tester', action: 'added', at: AUTHORSHIP.at }], next: undefined });
  });

  it('cuts pages of the history short where the changes are large, and leaves none out', async () => {
    const catalogue = await open();
    await addDescribed(catalogue, 1, 'One');
    const label = `${nameOf(1)}.30`;
    const metadata = { title: [{ value: 'x'.repeat(150_000) }] };
    for (let index = 0; index < 25; index += 1) {
      await catalogue.change(
        [{ item: await existing(catalogue, repositoryLabel(label)), change: { metadata } }],
        EDITED,
      );
    }
    const pages: number[] = [];
    const numbers: bigint[] = [];
    for (let before: bigint | undefined; pages.length === 0 || before !== undefined; ) {
      const page = await catalogue.history(repositoryLabel(label), { limit: 500, before });
      pages.push(page.entries.length);
      numbers.push(...page.entries.map(({ number }) => number));
      before = page.next;
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(numbers).size).toBe(26);
    expect(numbers).toHaveLength(26);
  });

  it('keeps every state exactly', async () => {
    const catalogue = await open();
    await catalogue.add([createItem(1)], AUTHORSHIP);
    for (const state of [
      { kind: 'releasing', to: 'http://b.example.org', transfer: 't' },
      { kind: 'copy', of: 'http://a.example.org' },
      { kind: 'receiving', from: 'http://a.example.org', transfer: 't', copyOf: 'x' },
      { kind: 'deleted', at: 2n ** 60n + 1n, reason: 'a "reason"' },
      { kind: 'original' },
    ] as const) {
      await catalogue.change([{ item: await existing(catalogue, nameOf(1)), change: { state } }], EDITED);
      expect((await existing(catalogue, nameOf(1))).state).toEqual(state);
    }
  });

  it('forgets copies, but not that they were there', async () => {
    const catalogue = await open();
    const copy = { state: { kind: 'copy', of: 'http://a.example.org' } } as const;
    await addDescribed(catalogue, 1, 'Copied', { ...copy, ibips: [ibipLabel('LK47B6W/362SFKH')] });
    const copies = await Promise.all([
      existing(catalogue, repositoryLabel(`${nameOf(1)}.30`)),
      existing(catalogue, nameOf(1)),
    ]);
    await catalogue.forget(copies, AUTHORSHIP);
    expect(await catalogue.find(nameOf(1))).toBeUndefined();
    expect(await catalogue.find(ibipLabel('LK47B6W/362SFKH'))).toBeUndefined();
    expect((await catalogue.list({ limit: 10, search: parseSearch('copied') })).entries).toEqual([]);
    expect((await catalogue.history(nameOf(1), { limit: 10 })).entries.map(({ action }) => action)).toEqual([
      'copy dropped',
      'added',
    ]);
    await catalogue.add([createItem(1, { ibips: [ibipLabel('LK47B6W/362SFKH')] })], AUTHORSHIP);
  });

  it('forgets no copy that has become something else meanwhile', async () => {
    const catalogue = await open();
    await addDescribed(catalogue, 1, 'Copied', { state: { kind: 'copy', of: 'http://a.example.org' } });
    const copies = await Promise.all([
      existing(catalogue, repositoryLabel(`${nameOf(1)}.30`)),
      existing(catalogue, nameOf(1)),
    ]);
    const [, item] = copies;
    await catalogue.change([{ item, change: { state: { kind: 'original' } } }], EDITED);
    await expect(catalogue.forget(copies, AUTHORSHIP)).rejects.toMatchObject({ code: 'item-changed' });
    expect(await existing(catalogue, nameOf(1))).toMatchObject({ state: { kind: 'original' } });
    expect(await existing(catalogue, repositoryLabel(`${nameOf(1)}.30`))).toBeDefined();
  });

  it('shows the last step of a transaction what those before it in the same commit have written', async () => {
    const catalogue = await open();
    let seen: string | undefined;
    await Promise.all([
      catalogue.add([createItem(1)], AUTHORSHIP),
      catalogue.change([], {
        ...EDITED,
        async beforeCommit(asWritten) {
          seen = (await asWritten.find(nameOf(1)))?.repository;
        },
      }),
    ]);
    expect(seen).toBe(nameOf(1));
  });

  describe('lists', () => {
    it('show living data, the newest first, in pages', async () => {
      const catalogue = await open();
      for (let number = 1; number <= 7; number += 1) await addDescribed(catalogue, number, `Item ${number}`);
      const item = await existing(catalogue, nameOf(4));
      const state = { kind: 'deleted', at: 1n, reason: 'r' } as const;
      await catalogue.change([{ item, change: { state } }], EDITED);
      const seen: string[] = [];
      let after: ListPlace | undefined;
      do {
        const page = await catalogue.list({ limit: 2, after });
        seen.push(
          ...page.entries.map(
            ({ item: { repository }, described }) => `${repository} ${described?.metadata?.['title']?.[0]?.value}`,
          ),
        );
        after = page.next;
      } while (after !== undefined);
      expect(seen).toEqual([7, 6, 5, 3, 2, 1].map((number) => `${nameOf(number)} Item ${number}`));
    });

    it('end a page where the metadata grow long, and go on with the next', async () => {
      const catalogue = await open();
      for (let number = 1; number <= 5; number += 1) {
        await addDescribed(catalogue, number, `${number} long ${'x '.repeat(250_000)}`);
      }
      for (const search of [undefined, parseSearch('long')]) {
        const seen: string[][] = [];
        let after: ListPlace | undefined;
        do {
          const page = await catalogue.list({ limit: 4, after, search });
          seen.push(page.entries.map(({ item }) => item.repository.slice(-2)));
          after = page.next;
        } while (after !== undefined);
        expect(seen).toEqual([['05', '04'], ['03', '02'], ['01']]);
      }
    });

    it('find words of any script, without accents and case, wholly or by their beginning', async () => {
      const catalogue = await open();
      await addDescribed(catalogue, 1, 'Relatório da Amazônia, 2ª edição');
      await addDescribed(catalogue, 2, 'Amazon report 東京の地図');
      await addDescribed(catalogue, 3, 'Отчёт о Москве');
      const find = async (words: string) =>
        (await catalogue.list({ limit: 10, search: parseSearch(words) })).entries.map(({ item }) =>
          item.repository.slice(-2),
        );
      expect(await find('RELATORIO amazonia')).toEqual(['01']);
      expect(await find('amazon*')).toEqual(['02', '01']);
      expect(await find('amazon')).toEqual(['02']);
      expect(await find('地図')).toEqual(['02']);
      expect(await find('отчет')).toEqual(['03']);
      expect(await find('amazon relatorio')).toEqual([]);
      expect(await find(nameOf(2))).toEqual(['02']);
      expect(await find('report" OR "x\' & | ! : *')).toEqual([]);
      expect(await find('" \' * ( )')).toEqual([]);
      const metadata = await existing(catalogue, repositoryLabel(`${nameOf(1)}.30`));
      await catalogue.change([{ item: metadata, change: { metadata: { title: [{ value: 'Mapa' }] } } }], EDITED);
      expect(await find('relatorio')).toEqual([]);
      expect(await find('mapa')).toEqual(['01']);
    });

    it('take words of any length, also of letters that are two characters', async () => {
      const catalogue = await open();
      const word = `a${'\u{10437}'.repeat(200)}`;
      await addDescribed(catalogue, 1, word);
      expect((await catalogue.list({ limit: 10, search: parseSearch(word) })).entries).toHaveLength(1);
    });

    it('take any text for words', async () => {
      const catalogue = await open();
      await addDescribed(catalogue, 1, 'A map');
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 50 }), async (words) => {
          expect((await catalogue.list({ limit: 10, search: parseSearch(words) })).entries.length).toBeLessThanOrEqual(
            1,
          );
        }),
        { numRuns: 200 },
      );
    });
  });

  describe('editions', () => {
    const label = async (related: Promise<{ readonly label: string } | undefined>) => (await related)?.label;
    const last = async (catalogue: Catalogue, number: number) => {
      const { here, elsewhere } = await catalogue.lastEdition(nameOf(number));
      return [here?.repository, elsewhere];
    };

    it('form a chain, in whatever order they come', async () => {
      const catalogue = await open();
      await catalogue.add([createItem(3, { links: { editionOf: nameOf(2) } })], AUTHORSHIP);
      await catalogue.add([createItem(1, { links: { nextEdition: nameOf(2) } })], AUTHORSHIP);
      await catalogue.add([createItem(4, { links: { editionOf: nameOf(3) } })], AUTHORSHIP);
      expect(await catalogue.nextEdition(nameOf(1))).toEqual({
        label: nameOf(2),
        language: undefined,
        item: undefined,
      });
      await catalogue.add([createItem(2)], AUTHORSHIP);
      expect((await catalogue.editions(nameOf(3))).map((edition) => edition.label)).toEqual([1, 2, 3, 4].map(nameOf));
      expect(await label(catalogue.nextEdition(nameOf(1)))).toBe(nameOf(2));
      expect(await last(catalogue, 1)).toEqual([nameOf(4), undefined]);
      expect(await last(catalogue, 4)).toEqual([nameOf(4), undefined]);
      expect(await catalogue.nextEdition(nameOf(4))).toBeUndefined();
    });

    it('pass over deleted ones, and never go back', async () => {
      const catalogue = await open();
      await catalogue.add([createItem(1)], AUTHORSHIP);
      await catalogue.add([createItem(2, { links: { editionOf: nameOf(1) } })], AUTHORSHIP);
      await catalogue.add([createItem(3, { links: { editionOf: nameOf(2) } })], AUTHORSHIP);
      const remove = async (number: number) => {
        const item = await existing(catalogue, nameOf(number));
        await catalogue.change([{ item, change: { state: { kind: 'deleted', at: 1n, reason: 'r' } } }], EDITED);
      };
      await remove(2);
      expect(await label(catalogue.nextEdition(nameOf(1)))).toBe(nameOf(3));
      await remove(3);
      expect(await label(catalogue.nextEdition(nameOf(1)))).toBeUndefined();
      expect(await last(catalogue, 1)).toEqual([nameOf(1), undefined]);
      expect(await last(catalogue, 3)).toEqual([undefined, undefined]);
    });

    it('name an item by its repository once it comes under another label', async () => {
      const catalogue = await open();
      await catalogue.add([createItem(1, { links: { nextEdition: ibipLabel('LK47B6W/362SFKH') } })], AUTHORSHIP);
      expect(await last(catalogue, 1)).toEqual([nameOf(1), 'LK47B6W/362SFKH']);
      await catalogue.add([createItem(2, { ibips: [ibipLabel('LK47B6W/362SFKH')] })], AUTHORSHIP);
      expect(await last(catalogue, 1)).toEqual([nameOf(2), undefined]);
    });

    it('refuse a second next edition, a second previous one, and a circle', async () => {
      const catalogue = await open();
      await catalogue.add([createItem(1), createItem(5)], AUTHORSHIP);
      await catalogue.add([createItem(2, { links: { editionOf: nameOf(1) } })], AUTHORSHIP);
      for (const [links, code] of [
        [{ editionOf: nameOf(1) }, 'edition-exists'],
        [{ nextEdition: nameOf(2) }, 'edition-exists'],
        [{ editionOf: nameOf(3) }, 'edition-order'],
      ] as const) {
        await expect(catalogue.add([createItem(3, { links })], AUTHORSHIP)).rejects.toMatchObject({ code });
      }
      const last = await existing(catalogue, nameOf(2));
      await expect(
        catalogue.change([{ item: last, change: { links: { nextEdition: nameOf(1) } } }], EDITED),
      ).rejects.toMatchObject({ code: 'edition-order' });
      await catalogue.change([{ item: last, change: { links: { editionOf: nameOf(1) } } }], EDITED);
    });
  });

  describe('translations', () => {
    const languages = async (catalogue: Catalogue, number: number, language?: string) =>
      (await catalogue.translations(nameOf(number), language)).map((one) => `${one.language} ${one.label.slice(-2)}`);

    it('form a family, the item itself included', async () => {
      const catalogue = await open();
      await catalogue.add([createItem(1, { language: 'en' })], AUTHORSHIP);
      expect(await languages(catalogue, 1)).toEqual(['en 01']);
      expect(await languages(catalogue, 1, 'pt')).toEqual([]);
      await catalogue.add([createItem(2, { language: 'pt', links: { translationOf: nameOf(1) } })], AUTHORSHIP);
      await catalogue.add(
        [createItem(3, { language: 'fr', links: { translationOf: nameOf(2), translations: { es: nameOf(9) } } })],
        AUTHORSHIP,
      );
      for (const number of [1, 2, 3]) {
        expect(await languages(catalogue, number)).toEqual(['en 01', 'es 09', 'fr 03', 'pt 02']);
        expect(await languages(catalogue, number, 'pt')).toEqual(['pt 02']);
      }
      expect((await catalogue.translations(nameOf(1), 'es'))[0]?.item).toBeUndefined();
    });

    it('refuse two of one language, also when it is changed', async () => {
      const catalogue = await open();
      await catalogue.add([createItem(1, { language: 'en' })], AUTHORSHIP);
      await catalogue.add([createItem(2, { language: 'pt', links: { translationOf: nameOf(1) } })], AUTHORSHIP);
      await expect(
        catalogue.add([createItem(3, { language: 'en', links: { translationOf: nameOf(2) } })], AUTHORSHIP),
      ).rejects.toMatchObject({ code: 'translation-exists', message: expect.stringContaining(nameOf(1)) });
      const item = await existing(catalogue, nameOf(2));
      await expect(catalogue.change([{ item, change: { language: 'en' } }], EDITED)).rejects.toMatchObject({
        code: 'translation-exists',
      });
      await catalogue.change([{ item, change: { language: 'fr' } }], EDITED);
      expect(await languages(catalogue, 1)).toEqual(['en 01', 'fr 02']);
    });

    it('are in the language that the item says, or else in that which others say', async () => {
      const catalogue = await open();
      await catalogue.add([createItem(1), createItem(2, { language: 'fr' })], AUTHORSHIP);
      const links = { translations: { pt: nameOf(1), es: nameOf(2) } };
      await catalogue.add([createItem(3, { language: 'en', links })], AUTHORSHIP);
      expect(await languages(catalogue, 3)).toEqual(['en 03', 'fr 02', 'pt 01']);
      expect(await languages(catalogue, 3, 'pt')).toEqual(['pt 01']);
      expect(await languages(catalogue, 3, 'es')).toEqual([]);
    });

    it('know a language that was set only later', async () => {
      const catalogue = await open();
      await catalogue.add([createItem(1)], AUTHORSHIP);
      await catalogue.add([createItem(2, { language: 'pt', links: { translationOf: nameOf(1) } })], AUTHORSHIP);
      expect(await languages(catalogue, 2)).toEqual(['undefined 01', 'pt 02']);
      await catalogue.change([{ item: await existing(catalogue, nameOf(1)), change: { language: 'en' } }], EDITED);
      expect(await languages(catalogue, 2)).toEqual(['en 01', 'pt 02']);
    });
  });

  it('walks every file of living items', async () => {
    const catalogue = await open();
    const files = Array.from({ length: 1_200 }, (_, index) => ({
      path: `f${index}`,
      bytes: index,
      sha256: 'ab',
      mediaType: 'text/plain',
    }));
    await catalogue.add([createItem(1, { files }), createItem(2, { files: files.slice(0, 3) })], AUTHORSHIP);
    const walked: string[] = [];
    for await (const { repository, path } of catalogue.walkFiles()) walked.push(`${repository}/${path}`);
    expect(walked).toHaveLength(1_203);
    expect(new Set(walked).size).toBe(1_203);
    expect(await catalogue.total()).toMatchObject({ items: 2, files: 1_203 });
  });
});
