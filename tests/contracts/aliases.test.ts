import { type AliasLabel, aliasLabel, parseAlias } from '@perene/core/item';
import { parseSearch } from '@perene/core/search';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createSqlLabelChanges } from '../../packages/server/src/adapters/sql/catalogue/sql-label-changes.ts';
import type { CatalogueItem } from '../../packages/server/src/ports/archive/catalogue.ts';
import { AUTHORSHIP, createItem, describing, EDITED, nameOf } from '../fixtures/catalogue-items.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { PATIENT } from '../fixtures/of-tests.ts';

const named = (text: string): AliasLabel => {
  const alias = parseAlias(text);
  if (!alias.ok) throw new Error(text);
  return aliasLabel(alias.value);
};

const ALIASES = ['doi:10.1590/AbC', 'hdl:1234/é', 'urn:nbn:br:1', '83LX3pFwXQZa/Bkjzd'];

describe.each(DATABASES)('aliases in a catalogue of $name', ({ openMigrated, createMigratedData }) => {
  const open = async () => {
    const database = await openMigrated();
    const catalogue = createSqlCatalogue(database, PATIENT);
    const changes = createSqlLabelChanges(database);
    const existing = async (number: number): Promise<CatalogueItem> => {
      const item = await catalogue.find(nameOf(number));
      if (item === undefined) throw new Error(nameOf(number));
      return item;
    };
    const labels = async () => (await changes.after(0, 1_000)).map(({ kind, label }) => `${kind} ${label}`);
    /** These items have no files, so contradictions about files are left out. */
    const contradictions = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const { label, contradiction } of catalogue.findContradictions()) {
        if (/alias|label|ibip/.test(contradiction)) found.push(`${label}: ${contradiction}`);
      }
      return found;
    };
    return { database, catalogue, existing, labels, contradictions };
  };

  it('lead to their item in every spelling, to the letter where that counts', async () => {
    const { catalogue, labels, contradictions } = await open();
    await catalogue.add([createItem(1, { aliases: ALIASES }), describing(1)], AUTHORSHIP);
    for (const alias of [...ALIASES, 'https://doi.org/10.1590/ABC', 'URN:NBN:br:1']) {
      expect(await catalogue.find(named(alias))).toMatchObject({ repository: nameOf(1), aliases: ALIASES });
    }
    for (const other of ['hdl:1234/É', '83LX3pFwXQZa/bkjzd'])
      expect(await catalogue.find(named(other))).toBeUndefined();
    expect(await labels()).toContain('added alias doi:10.1590/abc');
    expect(await contradictions()).toEqual([]);
  });

  it('never belong to two items, in whatever spelling', async () => {
    const { catalogue, existing } = await open();
    await catalogue.add([createItem(1, { aliases: ['doi:10.1/a'] }), createItem(2)], AUTHORSHIP);
    const taken = { code: 'alias-taken', message: expect.stringContaining(nameOf(1)) };
    await expect(catalogue.add([createItem(3, { aliases: ['doi:10.1/A'] })], AUTHORSHIP)).rejects.toMatchObject(taken);
    const change = { addAliases: ['hdl:1/b', 'https://doi.org/10.1/a'] };
    await expect(catalogue.change([{ item: await existing(2), change }], EDITED)).rejects.toMatchObject(taken);
    expect(await catalogue.find(named('hdl:1/b'))).toBeUndefined();
    expect(await catalogue.find(nameOf(3))).toBeUndefined();
  });

  it('are freed by a removed item for a living one, and both histories tell', async () => {
    const { catalogue, existing, contradictions } = await open();
    await catalogue.add([createItem(1, { aliases: ['doi:10.1/A', 'hdl:1/b'] }), createItem(2)], AUTHORSHIP);
    const state = { kind: 'deleted', at: 5n, reason: 'deposited twice' } as const;
    await catalogue.change([{ item: await existing(1), change: { state } }], EDITED);
    await catalogue.change([{ item: await existing(2), change: { addAliases: ['doi:10.1/a'] } }], EDITED);
    expect(await catalogue.find(named('doi:10.1/A'))).toMatchObject({ repository: nameOf(2) });
    expect(await existing(1)).toMatchObject({ aliases: ['hdl:1/b'], state });
    const { entries } = await catalogue.history(nameOf(1), { limit: 1 });
    expect(entries).toMatchObject([
      { who: 'tester', detail: { before: { aliases: ['doi:10.1/A', 'hdl:1/b'] }, after: { aliases: ['hdl:1/b'] } } },
    ]);
    await catalogue.add([createItem(3, { aliases: ['hdl:1/b'] })], AUTHORSHIP);
    expect(await catalogue.find(named('hdl:1/b'))).toMatchObject({ repository: nameOf(3) });
    // A removed item never takes an alias from another removed one.
    const other = createItem(4, { aliases: ['urn:nbn:c'], state });
    await catalogue.add([other], AUTHORSHIP);
    const taken = { code: 'alias-taken' };
    await expect(catalogue.add([createItem(5, { aliases: ['urn:nbn:c'], state })], AUTHORSHIP)).rejects.toMatchObject(
      taken,
    );
    expect(await contradictions()).toEqual([]);
  });

  it('belong to one item if many ask for the same at the same time', async () => {
    const again = await createMigratedData();
    const databases = [await again(), await again()];
    const catalogues = databases.map((database) => createSqlCatalogue(database));
    const tries = Array.from({ length: 20 }, (_, index) =>
      catalogues[index % 2]?.add([createItem(index, { aliases: ['doi:10.1/a'] })], AUTHORSHIP),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('come and go, and the history tells', async () => {
    const { catalogue, existing, labels, contradictions } = await open();
    await catalogue.add([createItem(1), describing(1)], AUTHORSHIP);
    const edit = async (change: object): Promise<void> =>
      catalogue.change([{ item: await existing(1), change }], EDITED);
    await edit({ addAliases: ['doi:10.1/A', 'hdl:1/b'] });
    await edit({ addAliases: ['doi:10.1/a', 'urn:nbn:c', 'urn:NBN:c'] });
    expect((await existing(1)).aliases).toEqual(['doi:10.1/A', 'hdl:1/b', 'urn:nbn:c']);
    await edit({ removeAliases: ['https://doi.org/10.1/a', 'hdl:9/9'] });
    expect((await existing(1)).aliases).toEqual(['hdl:1/b', 'urn:nbn:c']);
    expect(await catalogue.find(named('doi:10.1/A'))).toBeUndefined();
    expect((await labels()).filter((label) => label.includes('doi:'))).toEqual([
      'added alias doi:10.1/a',
      'removed alias doi:10.1/a',
    ]);
    await edit({ language: 'pt' });
    expect((await existing(1)).aliases).toEqual(['hdl:1/b', 'urn:nbn:c']);
    const { entries } = await catalogue.history(nameOf(1), { limit: 10 });
    expect(entries.map(({ detail }) => detail)).toContainEqual({
      before: {},
      after: { removeAliases: ['https://doi.org/10.1/a', 'hdl:9/9'] },
    });
    // Another item may have an alias that one item gave up.
    await catalogue.add([createItem(2, { aliases: ['doi:10.1/A'] }), describing(2)], AUTHORSHIP);
    expect(await catalogue.find(named('doi:10.1/a'))).toMatchObject({ repository: nameOf(2) });
    expect(await contradictions()).toEqual([]);
  });

  it('are found by their words, and gone with a copy that is dropped', async () => {
    const { catalogue, existing, labels } = await open();
    await catalogue.add([createItem(1, { aliases: ['doi:10.1590/AbC'] }), describing(1)], AUTHORSHIP);
    const search = async (words: string) =>
      (await catalogue.list({ search: parseSearch(words), limit: 10 })).entries.length;
    expect([await search('10.1590/abc'), await search('doi abc'), await search('alias')]).toEqual([1, 1, 0]);
    await catalogue.change([{ item: await existing(1), change: { removeAliases: ['doi:10.1590/abc'] } }], EDITED);
    expect(await search('abc')).toBe(0);
    await catalogue.change([{ item: await existing(1), change: { addAliases: ['doi:10.1590/abc'] } }], EDITED);
    await catalogue.forget([await existing(1)], AUTHORSHIP);
    expect(await catalogue.find(named('doi:10.1590/abc'))).toBeUndefined();
    expect((await labels()).at(-1)).toMatch(/^removed /);
    expect(await labels()).toContain('removed alias doi:10.1590/abc');
  });

  it('that contradict their item are noticed', async () => {
    const { database, catalogue, contradictions } = await open();
    await catalogue.add([createItem(1, { aliases: ['doi:10.1/a', 'hdl:1/b'] }), describing(1)], AUTHORSHIP);
    await database.transaction(async (session) => {
      await session.run("delete from labels where label = 'alias hdl:1/b'");
      await session.run("insert into labels (label, number) values ('alias urn:a1:b', 99999)");
    });
    expect(await contradictions()).toEqual([`${nameOf(1)}: alias-unknown`, 'alias urn:a1:b: alias-leads-nowhere']);
  });
});
