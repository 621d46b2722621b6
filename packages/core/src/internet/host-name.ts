import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';
import { isAlphanumeric, isLetter, skip } from '../parsing/characters.ts';

/**
 * RTC-10 Table 6.1, which takes them from RFC 1034 and RFC 2396:
 *
 *     subdomain = *(word ".") last-word ["."]
 *     word      = ALPHANUM | (ALPHANUM *(ALPHANUM | "-") ALPHANUM)
 *     last-word = ALPHA | (ALPHA *(ALPHANUM | "-") ALPHANUM)
 */
const MAX_WORD_LENGTH = 63;
const HYPHEN = 45;

const belongsToWord = (code: number): boolean => isAlphanumeric(code) || code === HYPHEN;

/** The end of the word that begins at `start`. */
export const readWord = (text: string, start: number): Answer<number> => {
  const end = skip(text, start, belongsToWord);
  if (end === start) return refuse('host/empty-word', start, 'a letter or a digit');
  if (text.charCodeAt(start) === HYPHEN) return refuse('host/hyphen', start, 'a letter or a digit');
  if (text.charCodeAt(end - 1) === HYPHEN) return refuse('host/hyphen', end - 1, 'a letter or a digit');
  if (end - start > MAX_WORD_LENGTH) {
    return refuse('host/long-word', start + MAX_WORD_LENGTH, `a word of at most ${MAX_WORD_LENGTH} characters`);
  }
  return accept(end);
};

/** The end of the subdomain that begins at `start`. */
export const readSubdomain = (text: string, start: number): Answer<number> => {
  let wordStart = start;
  for (;;) {
    const word = readWord(text, wordStart);
    if (!word.ok) return word;
    const end = word.value;
    const endsWithPoint = text[end] === '.' && (end + 1 === text.length || text[end + 1] === '/');
    if (text[end] !== '.' || endsWithPoint) {
      if (!isLetter(text.charCodeAt(wordStart))) {
        return refuse('host/last-word', wordStart, 'a letter to begin the last word');
      }
      return accept(endsWithPoint ? end + 1 : end);
    }
    wordStart = end + 1;
  }
};

/** A fully qualified name of a computer, in lower case and without a final point: a word, a point, a subdomain. */
export interface HostName {
  readonly word: string;
  readonly subdomain: string;
}

const MAX_HOST_LENGTH = 253;

export const withoutFinalPoint = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name);

export const parseHostName = (text: string): Answer<HostName> => {
  if (text.length > MAX_HOST_LENGTH) {
    return refuseLong('host', MAX_HOST_LENGTH);
  }
  const word = readWord(text, 0);
  if (!word.ok) return word;
  if (text[word.value] !== '.') {
    return refuse('host/no-subdomain', word.value, 'a point: a fully qualified name is needed');
  }
  const end = readSubdomain(text, word.value + 1);
  if (!end.ok) return end;
  if (end.value < text.length) return refuse('host/trailing', end.value, 'the end');
  const lower = text.toLowerCase();
  return accept({ word: lower.slice(0, word.value), subdomain: withoutFinalPoint(lower.slice(word.value + 1)) });
};
