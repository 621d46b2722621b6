import type { ItemState } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import type { Catalogue, ItemChange, ItemLinks, NewItem } from '../../packages/server/src/ports/archive/catalogue.ts';
import { AUTHORSHIP, createItem, EDITED } from '../fixtures/catalogue-items.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibipLabel, repositoryLabel } from '../fixtures/labels.ts';

const COPY = { kind: 'copy', of: 'http://b.example.org' } as const;
const RECEIVING = { kind: 'receiving', from: 'http://b.example.org', transfer: 't' } as const;
const DELETED = { kind: 'deleted', at: 1n, reason: 'r' } as const;

/** Links as the tests write them, with short names. */
interface ShortLinks {
  readonly editionOf?: string;
  readonly nextEdition?: string;
  readonly translationOf?: string;
  readonly translations?: Readonly<Record<string, string>>;
}

const itemOf = (name: string, links: ShortLinks = {}, more: Partial<NewItem> = {}): NewItem =>
  createItem(1, { repository: repositoryLabel(name), links: links as ItemLinks, ...more });

const add = (catalogue: Catalogue, ...items: readonly NewItem[]) => catalogue.add(items, AUTHORSHIP);

const change = async (
  catalogue: Catalogue,
  label: string,
  wanted: {
    readonly unlink?: readonly string[];
    readonly links?: ShortLinks;
    readonly state?: ItemState;
    readonly language?: string;
  },
  action = 'edited',
) => {
  const item = await catalogue.find(repositoryLabel(label));
  if (item === undefined) throw new Error(`${label} is not there`);
  await catalogue.change([{ item, change: wanted as ItemChange }], { ...EDITED, action });
};

const last = async (catalogue: Catalogue, label: string) => {
  const { here, elsewhere } = await catalogue.lastEdition(repositoryLabel(label));
  return [here?.repository, elsewhere];
};

const languages = async (catalogue: Catalogue, label: string, language?: string) =>
  (await catalogue.translations(repositoryLabel(label), language)).map((one) => `${one.language ?? '?'} ${one.label}`);

const editions = async (catalogue: Catalogue, label: string) =>
  (await catalogue.editions(repositoryLabel(label))).map((edition) => edition.label);

describe.each(DATABASES)('links of a catalogue in $name', ({ openMigrated }) => {
  const open = async (): Promise<Catalogue> => createSqlCatalogue(await openMigrated());

  describe('that are taken back', () => {
    it('cut a chain in two, and leave both ends as they were', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('a'), itemOf('b', { editionOf: 'a' }), itemOf('c', { editionOf: 'b' }));
      await add(catalogue, itemOf('d', { editionOf: 'c' }));
      await change(catalogue, 'b', { unlink: ['c'] });
      expect(await last(catalogue, 'a')).toEqual(['b', undefined]);
      expect(await editions(catalogue, 'a')).toEqual(['a', 'b']);
      expect(await editions(catalogue, 'd')).toEqual(['c', 'd']);
      await change(catalogue, 'b', { unlink: ['a'], links: { nextEdition: 'c' } });
      expect(await editions(catalogue, 'b')).toEqual(['b', 'c', 'd']);
      expect(await editions(catalogue, 'a')).toEqual(['a']);
      await change(catalogue, 'a', { links: { nextEdition: 'b' } });
      expect(await last(catalogue, 'a')).toEqual(['d', undefined]);
    });

    it('are corrected in one step, also where the wrong one is held elsewhere', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('a', { nextEdition: 'typo' }), itemOf('b'));
      expect(await last(catalogue, 'a')).toEqual(['a', 'typo']);
      await expect(change(catalogue, 'a', { links: { nextEdition: 'b' } })).rejects.toMatchObject({
        code: 'edition-exists',
      });
      await change(catalogue, 'a', { unlink: ['typo'], links: { nextEdition: 'b' } });
      expect(await last(catalogue, 'a')).toEqual(['b', undefined]);
      const history = (await catalogue.history(repositoryLabel('a'), { limit: 1 })).entries[0];
      expect(history?.detail).toMatchObject({
        before: {
          links: [
            {
              kind: 'nextEdition',
              label: 'typo',
              origin: 'deposit',
              who: 'tester',
              at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
            },
          ],
        },
        after: { unlink: ['typo'], links: { nextEdition: 'b' } },
      });
      expect((await catalogue.history(repositoryLabel('b'), { limit: 1 })).entries[0]).toMatchObject({
        action: 'linked',
        detail: { item: 'a', kind: 'editionOf' },
      });
    });

    it('take a translation out of its family, by whatever label', async () => {
      const catalogue = await open();
      await add(
        catalogue,
        itemOf('en', {}, { language: 'en' }),
        itemOf('pt', { translationOf: 'en' }, { language: 'pt' }),
      );
      await add(
        catalogue,
        itemOf('fr', { translationOf: 'pt' }, { language: 'fr', ibips: [ibipLabel('LK47B6W/362SFKH')] }),
      );
      await change(catalogue, 'en', { unlink: ['LK47B6W/362SFKH'] });
      expect(await languages(catalogue, 'en')).toEqual(['en en', 'pt pt']);
      expect(await languages(catalogue, 'fr')).toEqual(['fr fr']);
      await change(catalogue, 'fr', { links: { translationOf: 'pt' } });
      expect(await languages(catalogue, 'en')).toEqual(['en en', 'fr fr', 'pt pt']);
      await change(catalogue, 'pt', { unlink: ['en'] });
      expect(await languages(catalogue, 'fr')).toEqual(['fr fr', 'pt pt']);
      await expect(change(catalogue, 'en', { unlink: ['pt'] })).rejects.toMatchObject({ code: 'relation-not-found' });
    });

    it('are told where the other item was named by another label', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('a', { nextEdition: 'LK47B6W/362SFKH', translations: { pt: 'pt' } }));
      await expect(change(catalogue, 'a', { unlink: ['b'] })).rejects.toMatchObject({
        code: 'relation-not-found',
        parameters: { label: 'a', other: 'b', linked: ['LK47B6W/362SFKH', 'pt'] },
      });
    });

    it('leave the place of a next edition that the holder of the earlier one has refused', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('b', { editionOf: 'elsewhere' }));
      await expect(add(catalogue, itemOf('c', { editionOf: 'elsewhere' }))).rejects.toMatchObject({
        code: 'edition-exists',
        parameters: { reason: 'said', earlier: 'elsewhere', next: 'b' },
      });
      await catalogue.proposals.save({
        direction: 'out',
        kind: 'edition',
        of: repositoryLabel('elsewhere'),
        item: repositoryLabel('b'),
        state: 'refused',
        language: undefined,
        title: undefined,
        archive: undefined,
        address: undefined,
        note: undefined,
        who: undefined,
        at: 1n,
        changedAt: 2n,
        askedAt: 2n,
      });
      await add(catalogue, itemOf('c', { editionOf: 'elsewhere' }));
      expect((await catalogue.links(repositoryLabel('c'))).map(({ label }) => label)).toEqual(['elsewhere']);
    });

    it('are in the history of both items', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('a'), itemOf('b', { editionOf: 'a' }));
      await change(catalogue, 'a', { unlink: ['b'] });
      const actions = async (label: string) =>
        (await catalogue.history(repositoryLabel(label), { limit: 9 })).entries.map(({ action }) => action);
      expect(await actions('a')).toEqual(['edited', 'linked', 'added']);
      expect(await actions('b')).toEqual(['unlinked', 'added']);
    });
  });

  describe('to what was removed here', () => {
    const REMOVED = { state: DELETED } as const;

    it('leave its place in the chain to the next edition', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('a'), itemOf('b', { editionOf: 'a' }), itemOf('c', { editionOf: 'b' }));
      await change(catalogue, 'b', REMOVED, 'removed');
      await expect(add(catalogue, itemOf('d', { editionOf: 'a' }))).rejects.toMatchObject({
        code: 'edition-exists',
        parameters: { reason: 'next', earlier: 'a', next: 'c' },
      });
      await change(catalogue, 'c', REMOVED, 'removed');
      await add(catalogue, itemOf('d', { editionOf: 'a' }));
      expect(await last(catalogue, 'a')).toEqual(['d', undefined]);
      expect(await last(catalogue, 'b')).toEqual(['d', undefined]);
      // Saying it again changes nothing.
      await change(catalogue, 'd', { links: { editionOf: 'a' } });
      expect(await editions(catalogue, 'a')).toEqual(['a', 'b', 'c', 'd']);
      await change(catalogue, 'a', { unlink: ['d'] });
      expect(await last(catalogue, 'a')).toEqual(['a', undefined]);
      await change(catalogue, 'a', { links: { nextEdition: 'd' } });
      await change(catalogue, 'd', { unlink: ['a'] });
      expect(await last(catalogue, 'a')).toEqual(['a', undefined]);
      expect(await editions(catalogue, 'd')).toEqual(['d']);
    });

    it('leave its language to another translation', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('en', { translationOf: 'f' }, { language: 'en' }));
      await add(catalogue, itemOf('one', { translationOf: 'en' }, { language: 'pt' }));
      await change(catalogue, 'one', REMOVED, 'removed');
      await add(catalogue, itemOf('two', { translationOf: 'en' }, { language: 'pt' }));
      expect(await languages(catalogue, 'en', 'pt')).toEqual(['pt two']);
      expect(await languages(catalogue, 'one', 'pt')).toEqual(['pt two']);
      expect((await catalogue.links(repositoryLabel('en'))).map(({ label, language }) => [label, language])).toEqual([
        ['one', 'pt'],
        ['two', 'pt'],
        ['f', undefined],
      ]);
      await expect(add(catalogue, itemOf('three', { translationOf: 'en' }, { language: 'pt' }))).rejects.toMatchObject({
        code: 'translation-exists',
        parameters: { label: 'two' },
      });
      await change(catalogue, 'two', REMOVED, 'removed');
      await add(catalogue, itemOf('four', { translationOf: 'one' }, { language: 'pt' }));
      expect(await languages(catalogue, 'en', 'pt')).toEqual(['pt four']);
      await change(catalogue, 'four', REMOVED, 'removed');
      await add(catalogue, itemOf('es', { translationOf: 'en' }, { language: 'es' }));
      await change(catalogue, 'es', { language: 'pt' });
      expect(await languages(catalogue, 'en', 'pt')).toEqual(['pt es']);
    });
  });

  describe('know where they come from', () => {
    it('who made them, when, and how', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('a'), itemOf('b', { editionOf: 'a' }));
      await catalogue.add([itemOf('c', { editionOf: 'b' })], { who: 'Ana', at: 7n, linkOrigin: { kind: 'import' } });
      expect(await catalogue.links(repositoryLabel('b'))).toEqual([
        {
          kind: 'editionOf',
          label: 'a',
          language: undefined,
          origin: 'deposit',
          archive: undefined,
          who: 'tester',
          at: AUTHORSHIP.at,
          holding: 'original',
        },
        expect.objectContaining({ kind: 'nextEdition', label: 'c', origin: 'import', who: 'Ana', at: 7n }),
      ]);
      const item = await catalogue.find(repositoryLabel('c'));
      const linkOrigin = { kind: 'proposal', archive: 'example.org/s/2020/01.01.00.00' } as const;
      if (item)
        await catalogue.change([{ item, change: { links: { nextEdition: repositoryLabel('d') } } }], {
          ...EDITED,
          linkOrigin,
        });
      expect(await catalogue.links(repositoryLabel('c'))).toMatchObject([
        { kind: 'editionOf', label: 'b' },
        { kind: 'nextEdition', label: 'd', origin: 'proposal', archive: linkOrigin.archive, holding: 'elsewhere' },
      ]);
    });

    it('who corrected their language, and when', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('a', { translations: { pt: 'elsewhere' } }, { language: 'en' }));
      const item = await catalogue.find(repositoryLabel('a'));
      if (item === undefined) throw new Error('it is not there');
      const corrected = { who: 'Ana', at: 1_800_000_000_000_000n };
      const correct = (at: bigint) =>
        catalogue.find(repositoryLabel('a')).then((found) =>
          catalogue.change(
            [{ item: found ?? item, change: { links: { translations: { es: repositoryLabel('elsewhere') } } } }],
            {
              ...corrected,
              at,
              action: 'edited',
            },
          ),
        );
      await correct(corrected.at);
      const expected = [{ label: 'elsewhere', language: 'es', origin: 'edit', ...corrected }];
      expect(await catalogue.links(repositoryLabel('a'))).toMatchObject(expected);
      // A link that exists already keeps its origin.
      await correct(corrected.at + 1n);
      expect(await catalogue.links(repositoryLabel('a'))).toMatchObject(expected);
    });

    it('a copy has them from where it was copied', async () => {
      const catalogue = await open();
      await add(
        catalogue,
        itemOf('x', { nextEdition: 'y', translations: { pt: 'p' } }, { state: COPY, language: 'en' }),
      );
      expect(await catalogue.links(repositoryLabel('x'))).toMatchObject([
        { kind: 'nextEdition', label: 'y', origin: 'copy', archive: COPY.of, holding: 'elsewhere' },
        { kind: 'translation', label: 'p', language: 'pt', origin: 'copy' },
      ]);
    });
  });

  describe('of copied and received items', () => {
    it.each([
      ['a copy', COPY],
      ['an item on its way here', RECEIVING],
    ])('%s never change the chains of originals here', async (_name, state) => {
      const catalogue = await open();
      await add(catalogue, itemOf('a', {}, { language: 'en' }), itemOf('b', { editionOf: 'a' }, { language: 'en' }));
      const said = { editionOf: 'b', nextEdition: 'a', translations: { en: 'a' } };
      await add(catalogue, itemOf('x', said, { state, language: 'pt' }));
      expect(await last(catalogue, 'a')).toEqual(['b', undefined]);
      expect(await editions(catalogue, 'a')).toEqual(['a', 'b']);
      expect(await languages(catalogue, 'a')).toEqual(['en a']);
      expect(await editions(catalogue, 'x')).toEqual(['b', 'x', 'a']);
      expect(await languages(catalogue, 'x')).toEqual(['en a', 'pt x']);
      await change(catalogue, 'x', { state: { kind: 'original' } }, 'transfer committed');
      expect(await last(catalogue, 'b')).toEqual(['b', undefined]);
      expect(await languages(catalogue, 'a')).toEqual(['en a']);
      expect(await last(catalogue, 'x')).toEqual(['b', undefined]);
      expect(await languages(catalogue, 'x', 'en')).toEqual(['en a']);
    });

    it('are replaced by what is said now', async () => {
      const catalogue = await open();
      await add(
        catalogue,
        itemOf('x', { nextEdition: 'y', translations: { pt: 'p' } }, { state: COPY, language: 'en' }),
      );
      await change(catalogue, 'x', { links: { nextEdition: 'z' } }, 'refreshed');
      expect(await last(catalogue, 'x')).toEqual(['x', 'z']);
      expect(await languages(catalogue, 'x')).toEqual(['en x']);
    });

    it('make one chain and one family of what both say', async () => {
      const catalogue = await open();
      const en = { state: RECEIVING, language: 'en' };
      await add(catalogue, itemOf('x1', { nextEdition: 'x2', translations: { pt: 'p' } }, en));
      await add(catalogue, itemOf('x2', { editionOf: 'x1' }, en));
      await add(catalogue, itemOf('p', { translations: { en: 'x1' } }, { state: RECEIVING, language: 'pt' }));
      for (const label of ['x1', 'x2', 'p']) {
        await change(catalogue, label, { state: { kind: 'original' } }, 'transfer committed');
      }
      await add(catalogue, itemOf('x3', { editionOf: 'x2' }), itemOf('f', { translationOf: 'p' }, { language: 'fr' }));
      expect(await editions(catalogue, 'x1')).toEqual(['x1', 'x2', 'x3']);
      expect(await languages(catalogue, 'x1')).toEqual(['en x1', 'fr f', 'pt p']);
      expect((await catalogue.links(repositoryLabel('x1'))).map(({ origin }) => origin)).toEqual([
        'transfer',
        'deposit',
        'transfer',
      ]);
    });

    it('of an original that moves away become what its copy says', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('a', {}, { language: 'en' }), itemOf('b', { editionOf: 'a' }, { language: 'en' }));
      await add(catalogue, itemOf('c', { editionOf: 'b' }), itemOf('p', { translationOf: 'b' }, { language: 'pt' }));
      await change(catalogue, 'b', { state: COPY }, 'transferred');
      // Only the new holder of b knows whether c comes next.
      expect(await last(catalogue, 'a')).toEqual(['a', 'b']);
      expect(await last(catalogue, 'b')).toEqual(['c', undefined]);
      expect(await editions(catalogue, 'c')).toEqual(['b', 'c']);
      expect(await languages(catalogue, 'b')).toEqual(['en b', 'pt p']);
      expect(await languages(catalogue, 'p')).toEqual(['en b', 'pt p']);
      await change(catalogue, 'b', { state: RECEIVING }, 'transfer received');
      await change(catalogue, 'b', { state: { kind: 'original' } }, 'transfer committed');
      expect(await last(catalogue, 'a')).toEqual(['c', undefined]);
      expect(await editions(catalogue, 'c')).toEqual(['a', 'b', 'c']);
      expect(await languages(catalogue, 'b')).toEqual(['en b', 'pt p']);
    });

    it('are gone with the copy', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('x', { nextEdition: 'y' }, { state: COPY }));
      const item = await catalogue.find(repositoryLabel('x'));
      if (item) await catalogue.forget([item], AUTHORSHIP);
      expect(await catalogue.links(repositoryLabel('x'))).toEqual([]);
    });
  });

  describe('to what is held elsewhere', () => {
    it('an edition says what it is of, and whoever holds that decides', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('a', { nextEdition: 'f' }), itemOf('c', { editionOf: 'f' }));
      expect(await last(catalogue, 'a')).toEqual(['a', 'f']);
      expect(await editions(catalogue, 'c')).toEqual(['f', 'c']);
      await expect(add(catalogue, itemOf('d', { editionOf: 'f' }))).rejects.toMatchObject({ code: 'edition-exists' });
      await expect(change(catalogue, 'c', { links: { nextEdition: 'f' } })).rejects.toMatchObject({
        code: 'edition-order',
      });
      await change(catalogue, 'c', { unlink: ['f'] });
      expect(await editions(catalogue, 'c')).toEqual(['c']);
    });

    it('end at a copy: the original is elsewhere', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('x', { nextEdition: 'y' }, { state: COPY, language: 'en' }));
      await add(catalogue, itemOf('a', { nextEdition: 'x' }), itemOf('b', { editionOf: 'x' }));
      expect(await last(catalogue, 'a')).toEqual(['a', 'x']);
      expect(await editions(catalogue, 'b')).toEqual(['x', 'b']);
      expect(await last(catalogue, 'x')).toEqual(['x', 'y']);
    });

    it('pass over what was removed here', async () => {
      const catalogue = await open();
      await add(
        catalogue,
        itemOf('a'),
        itemOf('b', { editionOf: 'a' }),
        itemOf('c', { editionOf: 'b', nextEdition: 'f' }),
      );
      await change(catalogue, 'c', { state: DELETED }, 'removed');
      expect(await last(catalogue, 'a')).toEqual(['b', 'f']);
      expect((await catalogue.nextEdition(repositoryLabel('c')))?.label).toBe('f');
    });

    it('make room for an edition after one that was removed', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('b', { editionOf: 'f' }));
      await change(catalogue, 'b', { state: DELETED }, 'removed');
      await add(catalogue, itemOf('c', { editionOf: 'f' }));
      expect(await editions(catalogue, 'c')).toEqual(['f', 'c']);
      await change(catalogue, 'b', { unlink: ['f'] });
      expect(await editions(catalogue, 'b')).toEqual(['b']);
    });

    it('count the living edition after one that was removed', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('b', { editionOf: 'f' }), itemOf('c', { editionOf: 'b' }));
      await change(catalogue, 'b', { state: DELETED }, 'removed');
      await expect(add(catalogue, itemOf('d', { editionOf: 'f' }))).rejects.toMatchObject({
        code: 'edition-exists',
        parameters: { reason: 'said', earlier: 'f', next: 'c' },
      });
    });

    it('follow the living edition of a received original, not a removed one', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('b', { editionOf: 'f' }));
      await change(catalogue, 'b', { state: DELETED }, 'removed');
      await add(catalogue, itemOf('c', { editionOf: 'f' }));
      await add(catalogue, itemOf('f'));
      expect(await last(catalogue, 'f')).toEqual(['c', undefined]);
    });

    it('get their language late, and keep it', async () => {
      const catalogue = await open();
      await add(catalogue, itemOf('en', { translationOf: 'f' }, { language: 'en' }));
      await add(catalogue, itemOf('fr', { translationOf: 'g' }, { language: 'fr' }));
      await change(catalogue, 'fr', { links: { translationOf: 'en' } });
      const unknown = (after: string, limit: number) => catalogue.unknownLanguages({ after, limit });
      expect(await unknown('', 9)).toEqual([
        { item: 'en', label: 'f' },
        { item: 'en', label: 'g' },
      ]);
      expect(await unknown('', 1)).toEqual([{ item: 'en', label: 'f' }]);
      expect(await unknown('f', 1)).toEqual([{ item: 'en', label: 'g' }]);
      expect(await languages(catalogue, 'en')).toEqual(['? f', '? g', 'en en', 'fr fr']);
      await change(catalogue, 'en', { links: { translations: { pt: 'f' } } });
      expect(await languages(catalogue, 'fr', 'pt')).toEqual(['pt f']);
      await change(catalogue, 'en', { links: { translations: { es: 'f' } } });
      expect(await languages(catalogue, 'fr')).toEqual(['? g', 'en en', 'es f', 'fr fr']);
      await expect(change(catalogue, 'en', { links: { translations: { es: 'g' } } })).rejects.toMatchObject({
        code: 'translation-exists',
      });
    });
  });

  it('join no editions of metadata or of the Archive service, and no translations of the service', async () => {
    const catalogue = await open();
    const metadata = itemOf('m', {}, { content: 'Metadata', describes: repositoryLabel('a') });
    await add(catalogue, itemOf('a'), metadata, itemOf('s', {}, { content: 'Service' }));
    for (const label of ['m', 's']) {
      const reason = label === 'm' ? 'no-editions' : 'one-service';
      const refused = { code: 'item-refused', parameters: { reason, label: repositoryLabel(label) } };
      await expect(change(catalogue, label, { links: { nextEdition: 'elsewhere' } })).rejects.toMatchObject(refused);
      await expect(change(catalogue, label, { links: { editionOf: 'a' } })).rejects.toMatchObject(refused);
      await expect(change(catalogue, 'a', { links: { nextEdition: label } })).rejects.toMatchObject(refused);
      await expect(add(catalogue, itemOf('b', { editionOf: label }))).rejects.toMatchObject(refused);
    }
    const ofService = { code: 'item-refused', parameters: { reason: 'one-service', label: repositoryLabel('s') } };
    await expect(change(catalogue, 's', { links: { translations: { pt: 't' } } })).rejects.toMatchObject(ofService);
    await expect(change(catalogue, 'a', { links: { translationOf: 's' } })).rejects.toMatchObject(ofService);
    // RTC-11 Table 9.5 has translations of metadata.
    await change(catalogue, 'm', { links: { translations: { pt: 't' } } });
    expect(await languages(catalogue, 'm', 'pt')).toEqual(['pt t']);
  });

  it('meet a language by its varieties, and a variety by its language', async () => {
    const catalogue = await open();
    await add(catalogue, itemOf('en', {}, { language: 'en' }));
    await add(catalogue, itemOf('br', { translationOf: 'en' }, { language: 'pt-BR' }));
    await add(catalogue, itemOf('pp', { translationOf: 'en' }, { language: 'pt-PT' }));
    expect(await languages(catalogue, 'en', 'pt')).toEqual(['pt-BR br', 'pt-PT pp']);
    expect(await languages(catalogue, 'en', 'en-GB')).toEqual(['en en']);
    expect(await languages(catalogue, 'en', 'pt-MZ')).toEqual([]);
    await add(catalogue, itemOf('pt', { translationOf: 'en' }, { language: 'pt' }));
    expect(await languages(catalogue, 'en', 'pt')).toEqual(['pt pt']);
    expect(await languages(catalogue, 'en', 'pt-MZ')).toEqual(['pt pt']);
    await change(catalogue, 'pt', { state: DELETED }, 'removed');
    expect(await languages(catalogue, 'en', 'pt')).toEqual(['pt-BR br', 'pt-PT pp']);
  });
});

// The way in which PostgreSQL reads depends on how many rows there are; SQLite decides by the indexes alone.
describe.each(DATABASES.filter(({ name }) => name === 'SQLite'))(
  'links of a large catalogue in $name',
  ({ openMigrated }) => {
    it('are written without reading all items', async () => {
      const database = await openMigrated();
      const plans: string[] = [];
      const explaining: Pick<SqlDatabase, 'transaction'> = {
        transaction: (work, locks) =>
          database.transaction(
            (session) =>
              work({
                ...session,
                async run(text, values) {
                  if (/^(?:update|delete)/.test(text))
                    for (const row of await session.all(`explain query plan ${text}`, values))
                      plans.push(String(row['detail']));
                  return session.run(text, values);
                },
              }),
            locks,
          ),
      };
      const catalogue = createSqlCatalogue({ ...database, ...explaining });
      await add(catalogue, itemOf('a', {}, { language: 'en' }), itemOf('b', {}, { language: 'pt' }));
      await change(catalogue, 'a', { links: { translationOf: 'b' } });
      await change(catalogue, 'b', { links: { nextEdition: 'a' } });
      expect(plans.join('\n')).toContain('translations');
      expect(plans.filter((plan) => /^SCAN/.test(plan))).toEqual([]);
    });
  },
);
