import { findLicense } from '../item/metadata/licenses.ts';
import { issueDate, type Metadata, type MetadataValue, searchedOf, titleIn } from '../item/metadata/metadata.ts';
import { kindOf } from '../representation/resource-type.ts';
import {
  EVERY_ITEM,
  FACET_NAMES,
  type FacetName,
  facetTerm,
  type Place,
  pairTerms,
  stemsOf,
  titleTerm,
  wordTerm,
} from './terms.ts';
import { keyOf, wordsOf } from './words.ts';

/** Raised when the terms of an item change, so that all are indexed anew. */
export const INDEX_VERSION = 2;

/** The item as it is found. */
export interface IndexedItem {
  readonly terms: readonly string[];
  /** What it is counted under, and sorted by; empty where nothing is said. */
  readonly facts: Readonly<Record<Exclude<FacetName, 'person' | 'collection'> | 'title', string>>;
  readonly people: readonly { readonly person: string; readonly name: string }[];
  /** The words of each field in their order, with blanks around them, a value a line. Phrases are looked for in these. */
  readonly texts: readonly { readonly field: TextField; readonly words: string }[];
}

type TextField = 'title' | 'creator' | 'subject' | 'label' | 'other';

export interface ItemToIndex {
  /** Labels and aliases. */
  readonly names: readonly string[];
  readonly metadata: Metadata;
  readonly language: string | undefined;
  /** The year in which the item came, for items that tell no date. */
  readonly yearOfDeposit: string;
  /** The numbers of the collections that it is in: their names change. */
  readonly collections?: readonly string[] | undefined;
}

const MAX_LENGTH = 100_000;
/** PostgreSQL takes a megabyte for an item, and a character may have four bytes. */
const MAX_TERMS_LENGTH = 200_000;
const MAX_SORTED_LENGTH = 100;
const MAX_PEOPLE = 100;
const MAX_NAME_LENGTH = 300;
const OFTEN = 3;
/** Labels and names have no stems. */
const NO_LANGUAGE = 'zxx';

const FIELDS: ReadonlyMap<string, TextField> = new Map([
  ['title', 'title'],
  ['alternative', 'title'],
  ['creator', 'creator'],
  ['contributor', 'creator'],
  ['subject', 'subject'],
]);

interface Passage {
  readonly field: TextField;
  readonly words: readonly string[];
  readonly language: string | undefined;
}

/** Returns all terms, facts and texts by which an item is found; long descriptions are cut. */
export const indexItem = ({ names, metadata, language, yearOfDeposit, collections = [] }: ItemToIndex): IndexedItem => {
  const passages = readPassages(names, metadata, language);
  const facts = factsOf(metadata, language, yearOfDeposit);
  const people = peopleOf(metadata);
  const keys = (facet: FacetName) => (facet === 'collection' ? collections : keysOf(facet, facts, people));
  return { terms: termsOf(passages, metadata, keys), facts, people, texts: textsOf(passages) };
};

const readPassages = (names: readonly string[], metadata: Metadata, language: string | undefined) => {
  const passages: Passage[] = [];
  let length = 0;
  const add = (field: TextField, text: string, spoken: string | undefined): void => {
    const words = wordsOf(text.slice(0, Math.max(0, MAX_LENGTH - length)));
    length += text.length;
    if (words.length > 0) passages.push({ field, words, language: spoken });
  };
  for (const name of names) add('label', name, NO_LANGUAGE);
  const fields = Object.entries(metadata).map(([name, values]) => ({ field: FIELDS.get(name) ?? 'other', values }));
  const byWeight = fields.toSorted((one, other) => Number(one.field === 'other') - Number(other.field === 'other'));
  for (const { field, values } of byWeight) {
    for (const value of values) {
      const spoken = field === 'creator' ? NO_LANGUAGE : (value.language ?? language);
      for (const text of searchedOf(value)) add(field, text, spoken);
    }
  }
  return passages;
};

const termsOf = (
  passages: readonly Passage[],
  metadata: Metadata,
  keys: (facet: FacetName) => readonly string[],
): readonly string[] => {
  const terms = new Set<string>();
  let length = 0;
  const add = (term: string): void => {
    if (terms.has(term) || length + term.length > MAX_TERMS_LENGTH) return;
    terms.add(term);
    length += term.length;
  };
  // What everything else depends on comes first, for the case that there is no room for all.
  add(EVERY_ITEM);
  for (const facet of FACET_NAMES) for (const key of keys(facet)) add(facetTerm(facet, key));
  for (const { words } of passages) for (const word of words) add(word);
  for (const { value } of metadata['title'] ?? []) add(titleTerm(wordsOf(value)));
  const times = new Map<string, number>();
  for (const { field, words, language } of passages) {
    const places = placesOf(field);
    for (const word of words) {
      for (const form of formsOf(word, language)) {
        const count = (times.get(form) ?? 0) + 1;
        times.set(form, count);
        for (const place of places) add(wordTerm(place, form));
        if (count === OFTEN) add(wordTerm('often', form));
      }
    }
  }
  for (const { words } of passages) for (const pair of pairTerms(words)) add(pair);
  return [...terms];
};

/** The word as it is, and its stems. */
const formsOf = (word: string, language: string | undefined): readonly string[] => [word, ...stemsOf(word, language)];

const placesOf = (field: TextField): readonly Place[] => {
  if (field === 'other') return ['anywhere'];
  // The wider place comes first, so that an item with the narrower one has it.
  return field === 'label' ? ['label'] : ['anywhere', 'head', field];
};

const keysOf = (
  facet: Exclude<FacetName, 'collection'>,
  facts: IndexedItem['facts'],
  people: IndexedItem['people'],
): readonly string[] => {
  if (facet === 'person') return people.map(({ person }) => person);
  return facts[facet] === '' ? [] : [keyOf(facts[facet])];
};

const factsOf = (metadata: Metadata, language: string | undefined, yearOfDeposit: string): IndexedItem['facts'] => ({
  type: kindOf((metadata['type'] ?? []).map(({ value }) => value)),
  year: /^\d{4}/.exec(issueDate(metadata) ?? '')?.[0] ?? yearOfDeposit,
  language: (language ?? metadata['language']?.[0]?.value ?? '').split('-', 1).join('').toLowerCase(),
  licence: licenceOf(metadata['rights'] ?? []),
  title: wordsOf(titleIn(metadata, language))
    .join(' ')
    .slice(0, MAX_SORTED_LENGTH)
    .replace(/[\ud800-\udbff]$/, ''),
});

const licenceOf = (rights: readonly MetadataValue[]): string =>
  rights
    .map(({ license, value }) => license ?? findLicense(value.trim().replaceAll(' ', '-')))
    .find((found) => found !== undefined) ?? '';

const peopleOf = (metadata: Metadata): IndexedItem['people'] => {
  const names = new Map<string, string>();
  for (const { value } of [...(metadata['creator'] ?? []), ...(metadata['contributor'] ?? [])]) {
    const person = keyOf(value);
    if (person !== '' && !names.has(person) && names.size < MAX_PEOPLE) {
      names.set(person, [...value].slice(0, MAX_NAME_LENGTH).join(''));
    }
  }
  return [...names].map(([person, name]) => ({ person, name }));
};

const textsOf = (passages: readonly Passage[]): IndexedItem['texts'] => {
  const texts = new Map<TextField, string[]>();
  for (const { field, words } of passages) {
    const lines = texts.get(field) ?? [];
    texts.set(field, lines);
    lines.push(` ${words.join(' ')} `);
  }
  return [...texts].map(([field, lines]) => ({ field, words: lines.join('\n') }));
};
