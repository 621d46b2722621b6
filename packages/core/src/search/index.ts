export { INDEX_VERSION, type IndexedItem, type ItemToIndex, indexItem } from './index-item.ts';
export { type MarkedText, markWords, snippetOf } from './mark-words.ts';
export { type FacetValues, parseSearch, type Search } from './parse-search.ts';
export { type Condition, planSearch, type SearchPlan } from './plan-search.ts';
export { FACET_NAMES, type FacetName } from './terms.ts';
export { keyOf, wordsOf } from './words.ts';
