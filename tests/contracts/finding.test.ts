import { type FacetName, parseSearch, type Search } from '@perene/core/search';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import type { Catalogue, NewItem } from '../../packages/server/src/ports/archive/catalogue.ts';
import type { ItemOrder, ListPlace } from '../../packages/server/src/ports/archive/finding/listing.ts';
import { renewIndex } from '../../packages/server/src/services/archive/upkeep/renew-index.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { PATIENT } from '../fixtures/of-tests.ts';
import { type ModelItem, modelFinds, modelRank } from '../fixtures/search-model.ts';

const WORDS = ['map', 'maps', 'mapping', 'mapa', 'Mapas', 'ação', 'ações', 'fire', 'fires', 'queimadas', 'de', '地図'];
const PEOPLE = ['Lima, Ana', 'LIMA, ANA', 'Souza, Rui', 'Map, Fire'];
const TYPES = { Tese: 'thesis', Dataset: 'dataset', 'something else': 'document' } as const;

const text = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most }).map((words) => words.join(' '));

const itemOf = fc.record({
  title: text(3),
  creators: fc.uniqueArray(fc.constantFrom(...PEOPLE), { maxLength: 2 }),
  subjects: fc.array(text(2), { maxLength: 2 }),
  description: text(8),
  language: fc.constantFrom(undefined, 'en', 'pt', 'pt-BR', 'es'),
  type: fc.constantFrom(...(Object.keys(TYPES) as (keyof typeof TYPES)[])),
  year: fc.constantFrom('1998', '1999', '2004', '2011', undefined),
  isOpen: fc.boolean(),
});

const clauseOf = fc
  .tuple(
    fc.constantFrom('', '', '', '-'),
    fc.constantFrom('', '', '', 'title:', 'creator:', 'subject:', 'assunto:'),
    fc.oneof(
      fc.constantFrom(...WORDS, 'lima', 'zebra'),
      text(3).map((words) => `"${words}"`),
      fc.constantFrom('ma*', 'f*'),
    ),
  )
  .map((parts) => parts.join(''));

const searchOf = fc
  .record({
    clauses: fc.array(clauseOf, { maxLength: 3 }),
    facets: fc.record(
      {
        type: fc.constantFrom('thesis', 'dataset'),
        year: fc.constantFrom('1999', '1990-2005', '2000..'),
        language: fc.constantFrom('pt', 'en'),
        person: fc.constantFrom(...PEOPLE),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ clauses, facets }) => ({ words: clauses.join(' '), facets }));

type Described = typeof itemOf extends fc.Arbitrary<infer Item> ? Item : never;

const nameOf = (number: number) =>
  repositoryLabel(
    `example.org/archive/2026/01.01.${String(Math.floor(number / 60)).padStart(2, '0')}.${String(number % 60).padStart(2, '0')}`,
  );

const modelOf = (item: Described, index: number): ModelItem => ({
  ...item,
  number: index,
  label: nameOf(index),
  facets: {
    type: [TYPES[item.type]],
    year: [item.year ?? '1970'],
    language: item.language === undefined ? [] : [item.language.slice(0, 2)],
    licence: [],
    collection: [],
    person: item.creators,
  },
});

const rowsOf = (item: Described, index: number): readonly NewItem[] => {
  const common = { ibips: [], state: { kind: 'original' }, createdAt: 1n, updatedAt: 1n } as const;
  const values = (texts: readonly string[]) => texts.map((value) => ({ value }));
  return [
    {
      ...common,
      repository: nameOf(index),
      content: 'Data',
      language: item.language,
      access: { fileList: 'open', ...(!item.isOpen && { description: 'closed' as const }) },
    },
    {
      ...common,
      repository: repositoryLabel(`${nameOf(index)}.30`),
      content: 'Metadata',
      describes: nameOf(index),
      metadata: {
        title: values([item.title]),
        creator: values(item.creators),
        subject: values(item.subjects),
        description: values([item.description]),
        type: values([item.type]),
        ...(item.year !== undefined && { date: values([item.year]) }),
      },
    },
  ];
};

const ITEMS = fc.sample(itemOf, { numRuns: 40, seed: 11 });
const MODEL = ITEMS.map(modelOf);

/** The orders of readers. */
type SoughtOrder = Exclude<ItemOrder, 'changed' | 'size'>;

const ORDERS: Readonly<Record<SoughtOrder, (search: Search) => (one: ModelItem, other: ModelItem) => number>> = {
  relevance: (search) => (one, other) => modelRank(one, search) - modelRank(other, search) || other.number - one.number,
  newest: () => (one, other) => other.number - one.number,
  oldest: () => (one, other) => one.number - other.number,
  title: () => (one, other) => compare(titleOf(one), titleOf(other)) || one.number - other.number,
};

const titleOf = ({ title }: ModelItem): string =>
  title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('地図', '地 図');
const compare = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const listAll = async (catalogue: Catalogue, search: Search, sort: ItemOrder, isOpenOnly: boolean) => {
  const names: string[] = [];
  let after: ListPlace | undefined;
  do {
    const page = await catalogue.list({ search, sort, isOpenOnly, after, limit: 7 });
    names.push(...page.entries.map(({ item }) => item.repository));
    after = page.next;
  } while (after !== undefined);
  return names;
};

const countOf = (found: readonly ModelItem[], facet: FacetName): number =>
  new Set(found.flatMap(({ facets }) => facets[facet].map((value) => value.toLowerCase()))).size;

describe.each(DATABASES)('items that an earlier version has indexed, in $name', ({ openMigrated }) => {
  it('are found by their words, and indexed anew whenever the work goes on', async () => {
    const database = await openMigrated();
    const catalogue = createSqlCatalogue(database, PATIENT);
    const items = Array.from({ length: 120 }, (_, index) => ({ ...(ITEMS[0] as Described), isOpen: index > 0 }));
    await catalogue.add(
      items.flatMap((item, index) => rowsOf({ ...item, title: 'Old maps', language: 'en' }, index)),
      {
        who: 'tester',
        at: 1n,
      },
    );
    await database.transaction(async (session) => {
      await session.run('delete from search_index');
      await session.run(
        database.dialect === 'sqlite'
          ? `insert into search_index (rowid, words) select number, 'old maps' from search_index_facts`
          : `insert into search_index (number, words) select number, array_to_tsvector(array['old', 'maps']) from search_index_facts`,
      );
      await session.run(`update search_index_facts set version = 0, type = '', title = ''`);
      await session.run('delete from search_index_texts');
    });
    const count = async (words: string, isOpenOnly = false) =>
      (await catalogue.summarize({ search: parseSearch(words), isOpenOnly })).count;
    const counts = async () => [
      await count('maps'),
      await count('maps', true),
      await count('map'),
      await count('"old maps"'),
    ];
    expect(await counts()).toEqual([120, 119, 0, 0]);
    const left: number[] = [];
    const clock = { ...createSystemClock(), wait: async () => undefined };
    const { searchIndex } = catalogue;
    let steps = 0;
    const isStopped = () => {
      steps += 1;
      return steps > 1;
    };
    await renewIndex({ searchIndex, clock }, { isStopped, onLeft: (items) => left.push(items) });
    expect(await counts()).toEqual([120, 119, 50, 50]);
    await renewIndex({ searchIndex, clock }, { isStopped: () => false, onLeft: (items) => left.push(items) });
    expect(await counts()).toEqual([120, 119, 120, 120]);
    expect(left).toEqual([70, 20, 0]);
    await renewIndex({ searchIndex, clock }, { isStopped: () => false, onLeft: (items) => left.push(items) });
    expect(left).toHaveLength(3);
  });
});

describe.each(DATABASES)('searches in $name', ({ openMigrated }) => {
  it('find, order and count what the model does', async () => {
    const catalogue = createSqlCatalogue(await openMigrated(), PATIENT);
    await catalogue.add(ITEMS.flatMap(rowsOf), { who: 'tester', at: 1n });
    const order = fc.constantFrom<SoughtOrder>('relevance', 'newest', 'oldest', 'title');
    await fc.assert(
      fc.asyncProperty(searchOf, order, fc.boolean(), async ({ words, facets }, sort, isOpenOnly) => {
        const search = parseSearch(words, facets);
        const isAnything = search.words.length + search.facets.length > 0;
        const found = MODEL.filter((item) => isAnything && (item.isOpen || !isOpenOnly) && modelFinds(item, search));
        const expected = found.toSorted(ORDERS[sort](search)).map(({ label }) => label);
        expect(await listAll(catalogue, search, sort, isOpenOnly)).toEqual(expected);
        const { count, isMore, facets: counted } = await catalogue.summarize({ search, isOpenOnly });
        expect({ count, isMore }).toEqual({ count: found.length, isMore: false });
        for (const facet of ['type', 'year', 'language', 'person'] as const) {
          expect([facet, counted[facet].length]).toEqual([facet, countOf(found, facet)]);
        }
        expect(counted.type.reduce((sum, one) => sum + one.count, 0)).toBe(found.length);
      }),
      { numRuns: 120, seed: 5 },
    );
  });
});
