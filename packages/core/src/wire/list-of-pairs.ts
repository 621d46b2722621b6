import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { skip } from '../parsing/characters.ts';

/**
 * RTC-11 Table 6.2, the format of every answer:
 *
 *     list-of-pairs = pair *(space pair)          space     = SP | CRLF
 *     pair          = name 1*SP value             value     = word | ("{" list "}")
 *     word          = 1*character                 character = %x21-7A | %x7C | %x7E
 *
 * The reader accepts any run of blanks and line ends between words, and lists of any length, including `{}`.
 */
export interface Pair {
  readonly name: string;
  readonly value: string | readonly string[];
}

/** A pair, and where its value begins. */
export interface PlacedPair extends Pair {
  readonly position: number;
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

export const isWordCharacter = (code: number): boolean =>
  (code >= 0x21 && code <= 0x7a) || code === 0x7c || code === 0x7e;

/** Characters that do not delimit: a word with them is still read as one word, though its value cannot be right. */
export const isNotSyntax = (code: number): boolean => !isSpace(code) && code !== 0x7b && code !== 0x7d;

export const parseListOfPairs = (
  text: string,
  belongsToWord: (code: number) => boolean = isWordCharacter,
): Answer<readonly PlacedPair[]> => {
  const pairs: PlacedPair[] = [];
  let position = skip(text, 0, isSpace);
  while (position < text.length) {
    const nameEnd = skip(text, position, belongsToWord);
    const name = text.slice(position, nameEnd);
    const valueStart = skip(text, nameEnd, isSpace);
    if (valueStart === nameEnd && valueStart < text.length) {
      return refuse('pairs/name', nameEnd, 'a word');
    }
    if (text[valueStart] === '{') {
      const list = readList(text, valueStart + 1, belongsToWord);
      if (!list.ok) return list;
      pairs.push({ name, value: list.value.words, position: valueStart });
      position = list.value.end;
    } else {
      const valueEnd = skip(text, valueStart, belongsToWord);
      if (valueEnd === valueStart) return refuse('pairs/value', valueStart, `a value for ${name.slice(0, 64)}`);
      pairs.push({ name, value: text.slice(valueStart, valueEnd), position: valueStart });
      position = valueEnd;
    }
    const next = skip(text, position, isSpace);
    if (next === position && next < text.length) {
      return refuse('pairs/character', next, 'a blank; other characters as escapes');
    }
    position = next;
  }
  return accept(pairs);
};

const readList = (
  text: string,
  start: number,
  belongsToWord: (code: number) => boolean,
): Answer<{ readonly words: readonly string[]; readonly end: number }> => {
  const words: string[] = [];
  let position = skip(text, start, isSpace);
  while (text[position] !== '}') {
    const end = skip(text, position, belongsToWord);
    if (end === position) return refuse('pairs/list', position, 'a word or }');
    words.push(text.slice(position, end));
    position = skip(text, end, isSpace);
  }
  return accept({ words, end: position + 1 });
};

export const isWord = (text: string): boolean => text !== '' && skip(text, 0, isWordCharacter) === text.length;

/** Writes one pair a line, strictly; refuses what Table 6.2 cannot express. The position is the index of the pair. */
export const formatListOfPairs = (pairs: readonly Pair[]): Answer<string> => {
  const lines: string[] = [];
  for (const [index, { name, value }] of pairs.entries()) {
    if (!isWord(name)) return refuse('pairs/name', index, 'a word');
    if (typeof value === 'string') {
      if (!isWord(value)) return refuse('pairs/value', index, `a word as the value of ${name}`);
      lines.push(`${name} ${value}`);
    } else {
      if (value.length === 1 || !value.every(isWord)) {
        return refuse('pairs/list', index, `no word or several as the value of ${name}`);
      }
      lines.push(`${name} {${value.join(' ')}}`);
    }
  }
  return accept(lines.join('\r\n'));
};
