import { stemEnglish } from './stem-english.ts';
import { stemPortuguese } from './stem-portuguese.ts';

/** Part of an item that a word can be looked for in. */
export type SearchField = 'title' | 'creator' | 'subject' | 'label';

/** What results can be narrowed by. */
export type FacetName = 'collection' | 'type' | 'year' | 'language' | 'licence' | 'person';

export const FACET_NAMES: readonly FacetName[] = ['collection', 'type', 'year', 'language', 'licence', 'person'];

/** Where a word stands: anywhere; in the title, the names or the subjects; or several times. */
export type Place = SearchField | 'anywhere' | 'head' | 'often';

/**
 * Signs before a word in the index. No word has them, and both databases take them for letters. A word alone is in the
 * index as earlier versions have written it.
 */
const PLACES: Readonly<Record<Place, string>> = {
  anywhere: '',
  title: '¶',
  creator: '©',
  subject: '§',
  label: '¦',
  head: '¬',
  often: '×',
};
const FACETS: Readonly<Record<FacetName, string>> = {
  collection: '¤',
  type: '÷',
  year: '¥',
  language: '¿',
  licence: '®',
  person: '¡',
};
const ENGLISH = '£';
const PORTUGUESE = '¢';
const WHOLE_TITLE = '°';
const PAIR = '¯';

/** The term that every item has. */
export const EVERY_ITEM = '·';

const MAX_TITLE_LENGTH = 200;
const STEMMED = /^[a-z]{3,40}$/;

export const wordTerm = (place: Place, word: string): string => `${PLACES[place]}${word}`;

export const facetTerm = (facet: FacetName, key: string): string => `${FACETS[facet]}${key}`;

/** Finds the items that have exactly this title; long titles are told apart by their beginning. */
export const titleTerm = (words: readonly string[]): string =>
  `${WHOLE_TITLE}${words
    .join('·')
    .slice(0, MAX_TITLE_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')}`;

/** One term for each two words that follow one another. Without them, a phrase of frequent words would cost too much. */
export const pairTerms = (words: readonly string[]): readonly string[] => {
  const terms: string[] = [];
  words.reduce((first, second) => {
    terms.push(`${PAIR}${first}·${second}`);
    return second;
  });
  return terms;
};

/** The stems of a word in a text of that language; a text of which nobody says the language may be in either. */
export const stemsOf = (word: string, language?: string): readonly string[] => {
  if (!STEMMED.test(word)) return [];
  const primary = language?.split('-', 1)[0]?.toLowerCase();
  return [
    ...(primary === undefined || primary === 'en' ? [`${ENGLISH}${stemEnglish(word)}`] : []),
    ...(primary === undefined || primary === 'pt' ? [`${PORTUGUESE}${stemPortuguese(word)}`] : []),
  ];
};
