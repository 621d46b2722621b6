import { type Answer, accept, refuse, shift } from '../parsing/answer.ts';
import { isVisible, skip } from '../parsing/characters.ts';
import { escapeSpecial, unescapePrintable } from '../parsing/escapes.ts';

/**
 * RTC-11 section 6.1: `name=value` pairs separated by `&`. Table 6.1 escapes the characters that delimit; bytes that
 * are not ASCII are escapes in the value itself (`Relat%f3rio`) and stay escaped, whatever their encoding is.
 */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
  /** The position of a character of the value in the query string. */
  readonly positionOf: (index: number) => number;
}

/** Those of Table 6.1, and the sign at which HTTP clients end a URL. */
const SPECIAL = ' %&+=?#';
const MAX_PAIRS = 256;

export const parseQueryString = (text: string): Answer<readonly QueryPair[]> => {
  const pairs: QueryPair[] = [];
  if (text === '') return accept(pairs);
  const visibleEnd = skip(text, 0, isVisible);
  if (visibleEnd < text.length) {
    return refuse('query-string/character', visibleEnd, 'an ASCII character or a percent escape');
  }
  let start = 0;
  for (const pair of text.split('&', MAX_PAIRS + 1)) {
    const equals = pair.indexOf('=');
    // Decision 51: clients write a sign of a new pair too many.
    if (pair === '') {
      start += 1;
      continue;
    }
    if (equals < 1) return refuse('query-string/pair', start, 'a pair name=value');
    if (pairs.length === MAX_PAIRS) return refuse('query-string/too-many', start, `at most ${MAX_PAIRS} pairs`);
    const name = unescapePrintable(pair.slice(0, equals), { plusIsBlank: true });
    if (!name.ok) return shift(name, start);
    const value = unescapePrintable(pair.slice(equals + 1), { plusIsBlank: true });
    const valueStart = start + equals + 1;
    if (!value.ok) return shift(value, valueStart);
    const { text: unescaped, positionOf } = value.value;
    pairs.push({
      name: name.value.text,
      value: unescaped,
      positionOf: (index) => valueStart + positionOf(index),
    });
    start += pair.length + 1;
  }
  return accept(pairs);
};

export const escapeValue = (value: string): string => escapeSpecial(value, SPECIAL);

/**
 * Writes a URL as a value. In the examples of RTC-11 an escaped blank of the URL stays `%20` and is not escaped again;
 * the reader of a URL restores it.
 */
export const escapeUrl = (url: string): string => url.split('%20').map(escapeValue).join('%20');

export const formatQueryString = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.map((pair) => pair.map(escapeValue).join('=')).join('&');
