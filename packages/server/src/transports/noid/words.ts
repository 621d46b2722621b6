import { refuse } from '@perene/api/refusals';

/**
 * A word of a command: bytes, one character each (U+0000 to U+00FF), so that values pass as they came while blanks and
 * quotes are found as in any text.
 */
export type Word = string;

const ASCII = /^[\0-\x7f]*$/;
const STRICT_DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const wordOf = (text: string): Word => (ASCII.test(text) ? text : Buffer.from(text).toString('latin1'));

export const bytesOf = (word: Word): Uint8Array => Buffer.from(word, 'latin1');

/** Returns a name as text, with replacement characters if it is not UTF-8. */
export const shownText = (word: Word): string => (ASCII.test(word) ? word : Buffer.from(word, 'latin1').toString());

/** Returns an identifier or an element, which is kept as text. */
export const textOf = (word: Word): string => {
  if (ASCII.test(word)) return word;
  try {
    return STRICT_DECODER.decode(Buffer.from(word, 'latin1'));
  } catch {
    throw refuse('identifier-invalid', { reason: 'not-utf-8', text: shownText(word) });
  }
};

const BLANK = /\s/;
/** Whether this byte is a blank of Perl's \s; U+00A0 and the like are not. */
const isBlank = (character: string): boolean => character < '\x7f' && BLANK.test(character);

/** Unlike `trim`, takes no byte inside a letter for a blank. */
export const trimBlanks = (word: Word): Word => {
  let start = 0;
  let end = word.length;
  while (start < end && isBlank(word.charAt(start))) start += 1;
  while (end > start && isBlank(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
};

/** Splits a line into words as Perl's shellwords does; returns none if a quote or a backslash stays open. */
export const shellWords = (line: string): readonly Word[] => {
  const words: Word[] = [];
  let word: Word | undefined;
  let position = 0;
  while (position < line.length) {
    const character = line.charAt(position);
    if (isBlank(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      position += 1;
    } else if (character === '"' || character === "'") {
      const quoted = readQuoted(line, position + 1, character);
      if (quoted === undefined) return [];
      word = (word ?? '') + quoted.text;
      position = quoted.end;
    } else if (character === '\\') {
      if (position + 1 === line.length) return [];
      word = (word ?? '') + line.charAt(position + 1);
      position += 2;
    } else {
      const end = endOfPlain(line, position);
      word = (word ?? '') + line.slice(position, end);
      position = end;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
};

const endOfPlain = (line: string, start: number): number => {
  let end = start;
  while (end < line.length) {
    const character = line.charAt(end);
    if (character === '"' || character === "'" || character === '\\' || isBlank(character)) break;
    end += 1;
  }
  return end;
};

/**
 * Reads up to the quote. A backslash keeps a quote from ending the text; between double quotes the backslash is left
 * out.
 */
const readQuoted = (line: string, start: number, quote: string): { text: string; end: number } | undefined => {
  let text = '';
  let position = start;
  while (position < line.length) {
    const character = line.charAt(position);
    if (character === quote) return { text, end: position + 1 };
    if (character === '\\' && position + 1 < line.length) {
      text += quote === '"' ? line.charAt(position + 1) : line.slice(position, position + 2);
      position += 2;
    } else {
      text += character;
      position += 1;
    }
  }
  return undefined;
};
