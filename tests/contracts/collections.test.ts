import { type CollectionName, parseCollectionName } from '@perene/core/item';
import { parseSearch } from '@perene/core/search';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { Catalogue } from '../../packages/server/src/ports/archive/catalogue.ts';
import { AUTHORSHIP, createItem, describing, EDITED, nameOf } from '../fixtures/catalogue-items.ts';
import { DATABASES } from '../fixtures/databases.ts';

const named = (text: string): CollectionName => {
  const name = parseCollectionName(text);
  if (!name.ok) throw new Error(text);
  return name.value;
};

const create = ({ collections }: Catalogue, text: string, kind: 'collection' | 'series' = 'collection') =>
  collections.create(
    { name: named(text), kind, title: { en: text }, description: {}, defaults: {}, review: 'none' },
    5n,
  );

const addItems = (catalogue: Catalogue, count: number) =>
  catalogue.add(
    Array.from({ length: count }, (_, index) => [createItem(index + 1), describing(index + 1)]).flat(),
    AUTHORSHIP,
  );

const names = (count: number) => Array.from({ length: count }, (_, index) => nameOf(index + 1));

const membersOf = async ({ collections }: Catalogue, number: bigint, isOpenOnly = false) => {
  const found: string[] = [];
  let after: bigint | undefined;
  do {
    const page = await collections.members(number, { after, limit: 2, isOpenOnly });
    found.push(...page.entries.map(({ item }) => item.repository));
    after = page.next;
  } while (after !== undefined);
  return found.map((name) => Number(name.slice(-2)));
};

const searchIn = async (catalogue: Catalogue, words: string) =>
  (await catalogue.list({ search: parseSearch(words), limit: 10 })).entries.map(({ item }) =>
    Number(item.repository.slice(-2)),
  );

describe.each(DATABASES)('collections in $name', ({ openMigrated }) => {
  const open = async () => createSqlCatalogue(await openMigrated());

  it('are found by every name that they had, and a name belongs to one', async () => {
    const catalogue = await open();
    const { collections } = catalogue;
    const marsh = await create(catalogue, 'marsh');
    await collections.change(marsh, { name: named('heron-marsh'), title: { pt: 'Brejo' } }, 9n);
    const found = await collections.find('marsh');
    expect(found).toMatchObject({
      name: 'heron-marsh',
      formerNames: ['marsh'],
      title: { pt: 'Brejo' },
      createdAt: 5n,
      updatedAt: 9n,
    });
    expect(await collections.find('heron-marsh')).toEqual(found);
    await expect(create(catalogue, 'marsh')).rejects.toMatchObject({ code: 'collection-exists' });
    await expect(create(catalogue, 'heron-marsh')).rejects.toMatchObject({ code: 'collection-exists' });
    await expect(collections.change(marsh, { kind: 'series' }, 9n)).rejects.toMatchObject({
      code: 'collection-changed',
    });
    const other = await create(catalogue, 'other');
    await expect(collections.change(other, { name: named('marsh') }, 9n)).rejects.toMatchObject({
      code: 'collection-exists',
    });
    if (found === undefined) throw new Error('it is there');
    await collections.change(found, { name: named('marsh') }, 10n);
    expect(await collections.find('heron-marsh')).toMatchObject({ name: 'marsh', formerNames: ['heron-marsh'] });
    expect((await collections.list({ limit: 10 })).map(({ name }) => name)).toEqual(['marsh', 'other']);
    expect((await collections.list({ after: 'marsh', limit: 10 })).map(({ name }) => name)).toEqual(['other']);
  });

  it('have items, which are counted, searched and kept in the history', async () => {
    const catalogue = await open();
    const { collections } = catalogue;
    await addItems(catalogue, 3);
    await catalogue.add(
      [createItem(4, { access: { fileList: 'open', description: 'closed' } }), describing(4)],
      AUTHORSHIP,
    );
    const { number } = await create(catalogue, 'marsh');
    await create(catalogue, 'empty');
    await collections.changeMembers(number, { add: names(4), remove: [] }, AUTHORSHIP);
    await collections.changeMembers(number, { add: [nameOf(1)], remove: [nameOf(2)] }, AUTHORSHIP);
    expect(await membersOf(catalogue, number)).toEqual([1, 3, 4]);
    expect(await membersOf(catalogue, number, true)).toEqual([1, 3]);
    expect(await collections.count([number, 99n], { isOpenOnly: true })).toEqual(
      new Map([
        [number, 2],
        [99n, 0],
      ]),
    );
    expect((await catalogue.collectionsOf(nameOf(3))).map(({ name }) => name)).toEqual(['marsh']);
    expect(await searchIn(catalogue, 'collection:marsh')).toEqual([4, 3, 1]);
    expect(await searchIn(catalogue, 'title -collection:marsh')).toEqual([2]);
    expect(await searchIn(catalogue, 'collection:empty')).toEqual([]);
    expect(await searchIn(catalogue, 'collection:none')).toEqual([]);
    const found = await catalogue.summarize({ search: parseSearch('title') });
    expect(found.facets.collection).toEqual([{ value: 'marsh', count: 3 }]);
    const history = await catalogue.history(nameOf(2), { limit: 10 });
    expect(history.entries.map(({ action, detail }) => [action, detail]).slice(0, 2)).toEqual([
      ['edited', { before: { collections: ['marsh'] }, after: { collections: [] } }],
      ['edited', { before: { collections: [] }, after: { collections: ['marsh'] } }],
    ]);
    expect((await catalogue.history(nameOf(1), { limit: 10 })).entries).toHaveLength(2);
    await collections.change({ number, name: named('marsh'), revision: 1n }, { name: named('heron') }, 9n);
    expect(await searchIn(catalogue, 'collection:heron')).toEqual([4, 3, 1]);
    expect(await searchIn(catalogue, 'coleção:marsh')).toEqual([4, 3, 1]);
  });

  it('take only items with files that are here, all or none', async () => {
    const catalogue = await open();
    await addItems(catalogue, 2);
    const { number } = await create(catalogue, 'marsh');
    const { changeMembers } = catalogue.collections;
    await expect(changeMembers(number, { add: [nameOf(1), nameOf(9)], remove: [] }, AUTHORSHIP)).rejects.toMatchObject({
      code: 'item-not-found',
    });
    await expect(
      changeMembers(number, { add: [nameOf(1), describing(1).repository], remove: [] }, AUTHORSHIP),
    ).rejects.toMatchObject({ code: 'item-refused', parameters: { reason: 'never-member' } });
    expect(await membersOf(catalogue, number)).toEqual([]);
  });

  it('keep their items in order', async () => {
    const catalogue = await open();
    const { collections } = catalogue;
    await addItems(catalogue, 5);
    const { number } = await create(catalogue, 'series', 'series');
    await collections.changeMembers(number, { add: names(5), remove: [] }, AUTHORSHIP);
    const order = (items: readonly number[], before?: number) =>
      collections.order(number, {
        items: items.map(nameOf),
        before: before === undefined ? undefined : nameOf(before),
      });
    await order([5, 4], 1);
    expect(await membersOf(catalogue, number)).toEqual([5, 4, 1, 2, 3]);
    await order([1]);
    expect(await membersOf(catalogue, number)).toEqual([5, 4, 2, 3, 1]);
    await order([3, 2, 1, 5], 4);
    expect(await membersOf(catalogue, number)).toEqual([3, 2, 1, 5, 4]);
    await order([2, 2], 2);
    expect(await membersOf(catalogue, number)).toEqual([3, 2, 1, 5, 4]);
    // The room between two items is used up, and made anew.
    for (let turn = 0; turn < 50; turn += 1) await order([turn % 2 === 0 ? 1 : 2], 5);
    expect(await membersOf(catalogue, number)).toEqual([3, 1, 2, 5, 4]);
    await collections.changeMembers(number, { add: [], remove: [nameOf(5)] }, AUTHORSHIP);
    await expect(order([5])).rejects.toMatchObject({ code: 'item-refused', parameters: { reason: 'no-member' } });
  });

  it('come with an item, change with it, and are left when it is forgotten', async () => {
    const catalogue = await open();
    const { collections } = catalogue;
    const [a, b] = [await create(catalogue, 'a'), await create(catalogue, 'b')];
    await catalogue.add(
      [createItem(1, { collections: [{ collection: a.number }], opens: 'page' }), describing(1)],
      AUTHORSHIP,
    );
    expect((await catalogue.collectionsOf(nameOf(1))).map(({ name }) => name)).toEqual(['a']);
    const item = await catalogue.find(nameOf(1));
    expect(item).toMatchObject({ opens: 'page' });
    if (item === undefined) throw new Error('it is there');
    await catalogue.change([{ item, change: { collections: [b.number], opens: null } }], EDITED);
    expect((await catalogue.collectionsOf(nameOf(1))).map(({ name }) => name)).toEqual(['b']);
    expect((await catalogue.find(nameOf(1)))?.opens).toBeUndefined();
    expect((await catalogue.history(nameOf(1), { limit: 1 })).entries[0]?.detail).toEqual({
      before: { opens: 'page', collections: ['a'] },
      after: { opens: null, collections: ['b'] },
    });
    expect(await searchIn(catalogue, 'collection:b')).toEqual([1]);
    await collections.delete(b.number);
    expect(await collections.find('b')).toBeUndefined();
    expect(await catalogue.collectionsOf(nameOf(1))).toEqual([]);
    expect(await searchIn(catalogue, 'title')).toEqual([1]);
    expect((await create(catalogue, 'b')).number).not.toBe(b.number);
    expect(await searchIn(catalogue, 'collection:b')).toEqual([]);
  });

  it('are sets of records, in the order of the changes', async () => {
    const catalogue = await open();
    const { collections, changes } = catalogue;
    await addItems(catalogue, 3);
    const { number } = await create(catalogue, 'marsh');
    await collections.changeMembers(number, { add: [nameOf(3), nameOf(1)], remove: [] }, AUTHORSHIP);
    await changes.settle();
    const list = async (collection: string) => {
      const { entries } = await changes.records.list({ after: 0n, limit: 10, collection });
      return entries.map(({ repository, collections: sets }) => [Number(repository.slice(-2)), sets]);
    };
    expect(await list('marsh')).toEqual([
      [3, ['marsh']],
      [1, ['marsh']],
    ]);
    expect(await changes.records.count({ collection: 'marsh' })).toBe(2);
    expect(await list('none')).toEqual([]);
    const { entries } = await changes.records.list({ after: 0n, limit: 10, isBare: true });
    expect(entries.map(({ collections: sets }) => sets.length)).toEqual([0, 1, 1]);
    await collections.changeMembers(number, { add: [], remove: [nameOf(3)] }, AUTHORSHIP);
    await changes.settle();
    expect(await list('marsh')).toEqual([[1, ['marsh']]]);
  });
});
