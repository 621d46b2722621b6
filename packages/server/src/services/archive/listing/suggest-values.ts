import type { MetadataValue } from '@perene/core/item';
import { parseSearch, wordsOf } from '@perene/core/search';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';

export interface SuggestionRequest {
  readonly field: 'creator' | 'subject';
  /** What somebody has begun to write. */
  readonly text: string;
}

/** The items that are read for suggestions, the newest first. */
const MAX_READ = 100;
const MAX_SUGGESTIONS = 10;

/** Returns values that items of the Archive have in a field, those first that most of the read items have. */
export const suggestValues = async (
  catalogue: Pick<Catalogue, 'list'>,
  { field, text }: SuggestionRequest,
): Promise<readonly MetadataValue[]> => {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const sought = words.map((word, index) => `${field}:${word}${index === words.length - 1 ? '*' : ''}`).join(' ');
  const { entries } = await catalogue.list({ search: parseSearch(sought, {}), sort: 'newest', limit: MAX_READ });
  const found = new Map<string, { readonly value: MetadataValue; readonly count: number }>();
  for (const { described } of entries) {
    for (const value of described?.metadata?.[field] ?? []) {
      if (!isBegun(wordsOf(value.value), words)) continue;
      const { value: first = value, count = 0 } = found.get(value.value) ?? {};
      // Of two values the one that says more is kept, such as a person with an ORCID iD.
      found.set(value.value, { value: sizeOf(value) > sizeOf(first) ? value : first, count: count + 1 });
    }
  }
  return [...found.values()]
    .sort((one, other) => other.count - one.count || one.value.value.localeCompare(other.value.value))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ value }) => value);
};

const sizeOf = (value: MetadataValue): number => Object.keys(value).length;

/** Whether the value has all words, of which the last may be only begun. */
const isBegun = (having: readonly string[], words: readonly string[]): boolean => {
  const last = words.at(-1) ?? '';
  return words.slice(0, -1).every((word) => having.includes(word)) && having.some((word) => word.startsWith(last));
};
