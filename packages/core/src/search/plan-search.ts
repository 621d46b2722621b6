import type { Search, SoughtFacet, SoughtWords } from './parse-search.ts';
import {
  EVERY_ITEM,
  facetTerm,
  type Place,
  pairTerms,
  type SearchField,
  stemsOf,
  titleTerm,
  wordTerm,
} from './terms.ts';

/** What the terms of an item must be. */
export type Condition =
  | { readonly kind: 'term'; readonly term: string; readonly isBeginning: boolean }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'but'; readonly of: Condition; readonly not: Condition };

/** Words in their order, which the terms do not tell. */
interface Phrase {
  readonly field: SearchField | undefined;
  /** The words with blanks around them. */
  readonly text: string;
  readonly isExcluded: boolean;
}

export interface SearchPlan {
  /** What every found item meets. */
  readonly condition: Condition;
  /** The same items in groups without overlap, the most relevant first. */
  readonly ranks: readonly Condition[];
  readonly phrases: readonly Phrase[];
}

const term = (text: string): Condition => ({ kind: 'term', term: text, isBeginning: false });
const beginning = (text: string): Condition => ({ kind: 'term', term: text, isBeginning: true });
const all = (of: readonly Condition[]): Condition => (of.length === 1 && of[0] ? of[0] : { kind: 'all', of });
const any = (of: readonly Condition[]): Condition => (of.length === 1 && of[0] ? of[0] : { kind: 'any', of });
const but = (of: Condition, not: readonly Condition[]): Condition =>
  not.length === 0 ? of : { kind: 'but', of, not: any(not) };

/** More words than these are not ranked by every rule, because a condition must stay short. */
const MAX_RANKED = 8;

/** Plans a search; undefined if there is nothing to look for. */
export const planSearch = ({ words, facets }: Search): SearchPlan | undefined => {
  if (words.length + facets.length === 0) return undefined;
  const demanded = words.filter(({ isExcluded }) => !isExcluded);
  const ranked = demanded.filter(({ field }) => field === undefined);
  const phrases = words.filter((one) => one.words.length > 1);
  const excluded = [
    // Items with the words in another order stay: the phrase itself is looked for in their texts.
    ...words.filter((one) => one.isExcluded && one.words.length === 1).map((one) => inItsPlace(one)),
    ...facets.filter(({ isExcluded }) => isExcluded).map(ofFacet),
  ];
  const others = [
    ...demanded.flatMap(({ words: inOrder }) => pairTerms(inOrder).map(term)),
    ...demanded.filter(({ field }) => field !== undefined).map((one) => inItsPlace(one)),
    ...facets.filter(({ isExcluded }) => !isExcluded).map(ofFacet),
  ];
  const meet = (conditions: readonly Condition[], not: readonly Condition[] = []): Condition => {
    const demands = [...conditions, ...others];
    return but(all(demands.length === 0 ? [term(EVERY_ITEM)] : demands), [...not, ...excluded]);
  };
  const anywhere = ranked.map((one) => inPlace(one, 'anywhere'));
  return {
    condition: meet(anywhere),
    ranks: ranked.length === 0 ? [meet([])] : rank(ranked, anywhere, meet),
    phrases: phrases.map(({ field, words: inOrder, isExcluded }) => ({
      field,
      text: ` ${inOrder.join(' ')} `,
      isExcluded,
    })),
  };
};

/**
 * First the items whose whole title was typed; then those with all words in the title, as they were typed, or in other
 * forms; in the title, the names and the subjects; one of them in the title; all of them several times; and the rest.
 */
const rank = (
  ranked: readonly SoughtWords[],
  anywhere: readonly Condition[],
  meet: (conditions: readonly Condition[], not?: readonly Condition[]) => Condition,
): readonly Condition[] => {
  const inEvery = (place: Place, sought = ranked) => sought.map((one) => inPlace(one, place));
  const exactly = ranked.map((one) => (one.match === 'forms' ? ({ ...one, match: 'exact' } as const) : one));
  const isTitle = ranked.every(({ match }) => match !== 'beginning');
  const whole = term(titleTerm(ranked.flatMap(({ words }) => words)));
  const typed = all(inEvery('title', exactly));
  const title = all(inEvery('title'));
  const first = [
    ...(isTitle ? [meet([whole, typed])] : []),
    meet([typed], isTitle ? [whole] : []),
    meet([title], [typed]),
  ];
  if (ranked.length > MAX_RANKED) return [...first, meet(anywhere, [title])];
  const head = all(inEvery('head'));
  const some = any(inEvery('title'));
  const often = all(inEvery('often'));
  const before = ranked.length === 1 ? [head] : [head, some];
  return [
    ...first,
    meet([head], [title]),
    ...(ranked.length === 1 ? [] : [meet([...anywhere, some], [head])]),
    meet([often], before),
    meet(anywhere, [...before, often]),
  ];
};

const inPlace = ({ words, match }: SoughtWords, place: Place): Condition =>
  all(
    words.map((word) => {
      if (match === 'beginning') return beginning(wordTerm(place, word));
      const stems = match === 'exact' ? [] : stemsOf(word);
      return any([word, ...stems].map((form) => term(wordTerm(place, form))));
    }),
  );

const inItsPlace = (sought: SoughtWords): Condition => inPlace(sought, sought.field ?? 'anywhere');

const ofFacet = ({ facet, keys }: SoughtFacet): Condition =>
  any(
    keys.map((key) =>
      key.endsWith('*') ? beginning(facetTerm(facet, key.slice(0, -1))) : term(facetTerm(facet, key)),
    ),
  );
