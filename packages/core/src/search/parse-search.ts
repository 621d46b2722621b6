import type { FacetName, SearchField } from './terms.ts';
import { keyOf, wordsOf } from './words.ts';

/** A word, or several in their order, that an item must have, or must not have. */
export interface SoughtWords {
  /** In which field; undefined for anywhere. */
  readonly field: SearchField | undefined;
  readonly words: readonly string[];
  /** `forms` finds other forms of the word, `beginning` words that begin with it. */
  readonly match: 'forms' | 'exact' | 'beginning';
  readonly isExcluded: boolean;
}

/** A facet that an item must have one of the values of, or none. */
export interface SoughtFacet {
  readonly facet: FacetName;
  readonly keys: readonly string[];
  readonly isExcluded: boolean;
}

export interface Search {
  readonly words: readonly SoughtWords[];
  readonly facets: readonly SoughtFacet[];
}

export type FacetValues = Readonly<Partial<Record<FacetName, string | undefined>>>;

/** Longer texts are cut. */
const MAX_SEARCH_LENGTH = 1_000;

const FIELDS: ReadonlyMap<string, SearchField> = new Map([
  ['title', 'title'],
  ['titulo', 'title'],
  ['creator', 'creator'],
  ['author', 'creator'],
  ['autor', 'creator'],
  ['autora', 'creator'],
  ['subject', 'subject'],
  ['assunto', 'subject'],
  ['label', 'label'],
  ['rotulo', 'label'],
]);

const FACETS: ReadonlyMap<string, FacetName> = new Map([
  ['type', 'type'],
  ['tipo', 'type'],
  ['year', 'year'],
  ['ano', 'year'],
  ['language', 'language'],
  ['idioma', 'language'],
  ['lingua', 'language'],
  ['licence', 'licence'],
  ['license', 'licence'],
  ['licenca', 'licence'],
  ['person', 'person'],
  ['pessoa', 'person'],
  ['collection', 'collection'],
  ['colecao', 'collection'],
]);

/** A minus, a name with a colon, and then quoted words or anything up to a blank. */
const CLAUSE = /(-?)(?:(\p{L}+):)?(?:"([^"]*)"|(\S+))/gu;

/**
 * Reads what people type: words; "words in this order"; word* for a beginning; -word for what must not be there;
 * title:word for a field; type:thesis for a facet. Whatever has another meaning is taken for words.
 */
export const parseSearch = (text: string, facets: FacetValues = {}): Search => {
  const words: SoughtWords[] = [];
  const sought: SoughtFacet[] = [];
  const seek = (facet: FacetName, value: string, isExcluded: boolean): void => {
    sought.push({ facet, keys: keysOf(facet, value), isExcluded });
  };
  for (const [, minus, name, quoted, plain = ''] of text.slice(0, MAX_SEARCH_LENGTH).matchAll(CLAUSE)) {
    const isExcluded = minus === '-';
    const folded = keyOf(name ?? '');
    const facet = FACETS.get(folded);
    const field = FIELDS.get(folded);
    const value = quoted ?? plain;
    if (facet !== undefined) seek(facet, value, isExcluded);
    else
      words.push(
        ...readWords({ field, isExcluded, text: withName(field, name, value), isQuoted: quoted !== undefined }),
      );
  }
  for (const [facet, value] of Object.entries(facets)) if (value) seek(facet as FacetName, value, false);
  return { words: unique(words), facets: sought };
};

/** A name that is none of ours is a word of the text, as in "http://example.org". */
const withName = (field: SearchField | undefined, name: string | undefined, value: string): string =>
  field === undefined && name !== undefined ? `${name} ${value}` : value;

const readWords = ({
  field,
  isExcluded,
  text,
  isQuoted,
}: Pick<SoughtWords, 'field' | 'isExcluded'> & { readonly text: string; readonly isQuoted: boolean }) => {
  const words = wordsOf(text);
  if (isQuoted) return words.length === 0 ? [] : [{ field, isExcluded, words, match: 'exact' as const }];
  return text.split(/(?<=\*)/).flatMap((part) =>
    wordsOf(part).map((word, index, all) => ({
      field,
      isExcluded,
      words: [word],
      match: part.endsWith('*') && index === all.length - 1 ? ('beginning' as const) : ('forms' as const),
    })),
  );
};

const unique = (words: readonly SoughtWords[]): readonly SoughtWords[] => [
  ...new Map(words.map((one) => [JSON.stringify(one), one])).values(),
];

const keysOf = (facet: FacetName, value: string): readonly string[] => {
  if (facet === 'year') return yearsOf(value);
  // Names have hyphens; whoever knows the collections puts their numbers in place of these.
  if (facet === 'collection') return [value.trim().toLowerCase()];
  return [keyOf(facet === 'language' ? value.split('-', 1).join('') : value)];
};

const YEARS = /^(\d{4})?(-|\.\.)?(\d{4})?$/;

/** A year, or the years from one to another; the end may be left open. */
const yearsOf = (value: string): readonly string[] => {
  const [, first, range, last] = YEARS.exec(value) ?? [];
  if (range === undefined) return [first ?? keyOf(value)];
  const ends = [Number(first ?? '0000'), Number(last ?? '9999')];
  return beginningsOf(Math.min(...ends), Math.max(...ends));
};

/** The fewest beginnings of all years from one to another: 1998, 1999, 20*. */
const beginningsOf = (first: number, last: number): readonly string[] => {
  const found: string[] = [];
  let year = first;
  while (year <= last) {
    const step = [1_000, 100, 10, 1].find((size) => year % size === 0 && year + size - 1 <= last) as number;
    const digits = String(year).padStart(4, '0');
    found.push(step === 1 ? digits : `${digits.slice(0, 5 - String(step).length)}*`);
    year += step;
  }
  return found;
};
