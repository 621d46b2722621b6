import { describe, expect, it } from 'vitest';
import { type ItemToIndex, indexItem, keyOf, markWords, parseSearch, planSearch, snippetOf, wordsOf } from './index.ts';

const ITEM: ItemToIndex = {
  names: ['example.org/archive/2026/01.02.03.04'],
  language: undefined,
  yearOfDeposit: '2026',
  metadata: {
    description: [{ value: 'Fires. Many fires and fire.', language: 'en' }],
    title: [{ value: 'Mapas da Amazônia', language: 'pt-BR' }],
    creator: [{ value: 'Lima, Ana', orcid: '0000-0002-1825-0097' }, { value: '?' }],
    contributor: [{ value: 'LIMA, Ana' }],
    subject: [{ value: 'Maps' }],
    date: [{ value: '2011-09' }],
    type: [{ value: 'Tese' }],
    language: [{ value: 'pt-BR' }],
    rights: [{ value: 'All rights' }, { value: 'cc by 4.0' }],
  },
};

describe('wordsOf', () => {
  it('folds case and accents, and splits scripts without blanks', () => {
    expect(wordsOf('Ação-2 地図 ÉTÉ')).toEqual(['acao', '2', '地', '図', 'ete']);
    expect(wordsOf('x'.repeat(200))).toEqual(['x'.repeat(100)]);
  });

  it('makes one key of the spellings of a name', () => {
    expect([keyOf('Lima, Ana'), keyOf('LIMA,ANA'), keyOf('…')]).toEqual(['lima·ana', 'lima·ana', '']);
  });
});

describe('indexItem', () => {
  it('has the words of each place with their stems, and the keys of facets', () => {
    const { terms, facts, people, texts } = indexItem(ITEM);
    const found = new Set(terms);
    for (const term of ['·', '÷thesis', '¥2011', '¿pt', '®cc·by·4·0', '¡lima·ana', '°mapas·da·amazonia']) {
      expect([term, found.has(term)]).toEqual([term, true]);
    }
    for (const term of ['mapas', '¢map', '¶mapas', '¶¢map', '¬¢map', '§maps', '§£map', '§¢map', '©lima', '¦archive']) {
      expect([term, found.has(term)]).toEqual([term, true]);
    }
    for (const term of ['£mapa', '¢fir', '¦£archiv', '©£lima', '×fires']) {
      expect([term, found.has(term)]).toEqual([term, false]);
    }
    expect(found.has('×£fire') && found.has('¯mapas·da')).toBe(true);
    expect(facts).toEqual({
      type: 'thesis',
      year: '2011',
      language: 'pt',
      licence: 'CC-BY-4.0',
      title: 'mapas da amazonia',
    });
    expect(people).toEqual([{ person: 'lima·ana', name: 'Lima, Ana' }]);
    expect(texts.find(({ field }) => field === 'creator')?.words).toBe(' lima ana \n 0000 0002 1825 0097 \n lima ana ');
  });

  it('has little to say of an item without metadata', () => {
    const { terms, facts, people, texts } = indexItem({ ...ITEM, names: [], metadata: {}, language: 'en' });
    expect(terms).toEqual(['·', '÷document', '¥2026', '¿en']);
    expect(indexItem({ ...ITEM, collections: ['7', '12'] }).terms.slice(0, 3)).toEqual(['·', '¤7', '¤12']);
    expect(facts).toEqual({ type: 'document', year: '2026', language: 'en', licence: '', title: '' });
    expect({ people, texts }).toEqual({ people: [], texts: [] });
    expect(indexItem({ ...ITEM, metadata: {} }).facts.language).toBe('');
  });

  it('is bounded, and cuts no word of the title for a long description', () => {
    const words = Array.from({ length: 40_000 }, (_, index) => `word${index}`).join(' ');
    const creator = Array.from({ length: 300 }, (_, index) => ({ value: `Name ${index}` }));
    const { terms, people } = indexItem({ ...ITEM, metadata: { note: [{ value: words }], ...ITEM.metadata, creator } });
    expect(terms.join('').length).toBeLessThanOrEqual(200_000);
    expect(terms).toContain('¶¢map');
    expect(people).toHaveLength(100);
  });
});

const forms = (word: string) => ({ field: undefined, words: [word], match: 'forms', isExcluded: false });

describe('parseSearch', () => {
  it('reads words, phrases, beginnings, exclusions and fields', () => {
    expect(parseSearch('Land land-cover amaz* -fire title:"Land Cover" autor:lima "x" "" http://y').words).toEqual([
      forms('land'),
      forms('cover'),
      { ...forms('amaz'), match: 'beginning' },
      { ...forms('fire'), isExcluded: true },
      { field: 'title', words: ['land', 'cover'], match: 'exact', isExcluded: false },
      { ...forms('lima'), field: 'creator' },
      { ...forms('x'), match: 'exact' },
      forms('http'),
      forms('y'),
    ]);
    expect(parseSearch('a-b* "open title:').words).toEqual([
      forms('a'),
      { ...forms('b'), match: 'beginning' },
      forms('open'),
      forms('title'),
    ]);
  });

  it('reads facets, in the text and beside it', () => {
    expect(parseSearch('-tipo:tese language:pt-BR', { person: 'Lima, Ana', licence: undefined }).facets).toEqual([
      { facet: 'type', keys: ['tese'], isExcluded: true },
      { facet: 'language', keys: ['pt'], isExcluded: false },
      { facet: 'person', keys: ['lima·ana'], isExcluded: false },
    ]);
    expect(parseSearch('coleção:Heron-Marsh').facets).toEqual([
      { facet: 'collection', keys: ['heron-marsh'], isExcluded: false },
    ]);
  });

  it.each([
    ['2011', ['2011']],
    ['1998-2012', ['1998', '1999', '200*', '2010', '2011', '2012']],
    ['2000..', ['2*', '3*', '4*', '5*', '6*', '7*', '8*', '9*']],
    ['-0099', ['00*']],
    ['2012-2011', ['2011', '2012']],
    ['soon', ['soon']],
    ['', ['']],
  ])('reads the years %s', (year, keys) => {
    expect(parseSearch(`year:"${year}"`).facets).toEqual([{ facet: 'year', keys, isExcluded: false }]);
  });
});

describe('planSearch', () => {
  it('has nothing to do without words and facets', () => {
    expect(planSearch(parseSearch(' … '))).toBeUndefined();
  });

  it.each([
    ['one word', 'map', 6],
    ['two words', 'map fire', 7],
    ['a beginning', 'map*', 5],
    ['many words', 'a b c d e f g h i', 4],
    ['a field only', 'title:map', 1],
    ['what must not be there', '-map -"a b"', 1],
    ['a facet', 'year:1998-2012 -type:thesis', 1],
  ])('ranks %s', (_title, text, ranks) => {
    expect(planSearch(parseSearch(text))?.ranks).toHaveLength(ranks);
  });

  it('looks for what every item has where nothing is demanded', () => {
    expect(planSearch(parseSearch('-map*'))).toMatchObject({
      condition: { kind: 'but', of: { term: '·' }, not: { term: 'map', isBeginning: true } },
      phrases: [],
    });
  });

  it('leaves phrases to the texts', () => {
    expect(planSearch(parseSearch('"land cover" -title:"b c"'))?.phrases).toEqual([
      { field: undefined, text: ' land cover ', isExcluded: false },
      { field: 'title', text: ' b c ', isExcluded: true },
    ]);
  });
});

describe('marks', () => {
  const show = (pieces: ReturnType<typeof markWords>) =>
    pieces.map(({ text, isSought }) => (isSought ? `[${text}]` : text)).join('');

  it('are on every form of a sought word', () => {
    const search = parseSearch('map amaz* "fire" -soil label:x');
    expect(show(markWords('Maps of Amazônia: fire, fires, soil; x', search))).toBe(
      '[Maps] of [Amazônia]: [fire], fires, soil; x',
    );
    expect(markWords('', search)).toEqual([]);
  });

  it('are in the first text that has a word, around it', () => {
    const search = parseSearch('fire');
    const far = `${'long ago '.repeat(20)}a fire burned ${'and burned '.repeat(40)}`;
    const snippet = show(snippetOf(['nothing', far, 'fire'], search));
    expect(snippet).toMatch(/^… (?:long ago )+a \[fire\] burned .* …$/);
    expect(snippet.length).toBeLessThan(260);
    expect(show(snippetOf(['<b>fire</b>'], search))).toBe('<b>[fire]</b>');
    expect(show(snippetOf([`${'.'.repeat(100)}fire`], search))).toBe('… [fire]');
    expect(snippetOf(['water'], search)).toEqual([]);
  });
});
