import { type Answer, accept, refuse, shift } from '../parsing/answer.ts';
import { isVisible, skip } from '../parsing/characters.ts';
import { unescapePrintable } from '../parsing/escapes.ts';
import type { PersistentUrl } from './persistent-url.ts';
import { type PlacedVerb, parseVerbs } from './verb-list.ts';

/**
 * RTC-11 Tables 8.1 and 8.3: pairs whose names begin with `ibiurl.` are for the resolver, which ignores those it does
 * not know; every other pair belongs to the item and is passed on as it is written.
 */
const RESOLVER_PREFIX = 'ibiurl.';
const VERB_LIST = 'ibiurl.verblist';
const REQUIRED_ITEM_STATUS = 'ibiurl.requireditemstatus';

const NOTHING = accept({ verbs: [], requiredItemStatus: undefined, passThrough: '' });

export const readQuery = (
  query: string,
): Answer<Pick<PersistentUrl, 'requiredItemStatus' | 'passThrough'> & { readonly verbs: readonly PlacedVerb[] }> => {
  if (query === '') return NOTHING;
  const end = skip(query, 0, isVisible);
  if (end < query.length) return refuse('query/character', end, 'an ASCII character or a percent escape');

  const verbs: PlacedVerb[] = [];
  const passThrough: string[] = [];
  let requiredItemStatus: 'Original' | undefined;
  let position = 0;
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const nameEnd = equals < 0 ? pair.length : equals;
    const name = unescapePrintable(pair.slice(0, nameEnd), { plusIsBlank: true });
    if (!name.ok || !name.value.text.startsWith(RESOLVER_PREFIX)) {
      if (pair !== '') passThrough.push(pair);
    } else if (name.value.text === VERB_LIST || name.value.text === REQUIRED_ITEM_STATUS) {
      const valueStart = position + Math.min(nameEnd + 1, pair.length);
      const value = unescapePrintable(pair.slice(nameEnd + 1), { plusIsBlank: true });
      if (!value.ok) return shift(value, valueStart);
      const { text, positionOf } = value.value;
      if (name.value.text === VERB_LIST) {
        const read = parseVerbs(text);
        if (!read.ok) return { ...read, position: valueStart + positionOf(read.position) };
        verbs.push(...read.value.map((placed) => ({ ...placed, position: valueStart + positionOf(placed.position) })));
      } else {
        if (text !== 'Original') return refuse('query/required-status', valueStart, 'Original');
        requiredItemStatus = 'Original';
      }
    }
    position += pair.length + 1;
  }
  return accept({ verbs, requiredItemStatus, passThrough: passThrough.join('&') });
};
