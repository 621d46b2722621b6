import { type Answer, accept, refuse } from './answer.ts';
import { isHexadecimal, isPrintable } from './characters.ts';

/** A text whose percent escapes were replaced, and where each of its characters stood in the source. */
export interface Unescaped {
  readonly text: string;
  readonly positionOf: (index: number) => number;
}

const MALFORMED = 'two hexadecimal digits';

/** Returns the byte of the escape at `position`, or -1 if there is none. */
const byteAt = (source: string, position: number): number =>
  source[position] === '%' &&
  isHexadecimal(source.charCodeAt(position + 1)) &&
  isHexadecimal(source.charCodeAt(position + 2))
    ? Number.parseInt(source.slice(position + 1, position + 3), 16)
    : -1;

/**
 * Replaces the escapes of printable ASCII characters. Escapes of other bytes, such as `%f3` in a file name of
 * ISO 8859-1, stay as they are: they spell bytes of an encoding that only the Archive knows.
 */
export const unescapePrintable = (source: string, { plusIsBlank }: { plusIsBlank: boolean }): Answer<Unescaped> => {
  if (!source.includes('%') && !(plusIsBlank && source.includes('+'))) {
    return accept({ text: source, positionOf: (index) => index });
  }
  const positions: number[] = [];
  let text = '';
  for (let position = 0; position < source.length; position += 1) {
    positions.push(position);
    const character = source.charAt(position);
    if (character === '%') {
      const byte = byteAt(source, position);
      if (byte < 0) return refuse('escape/malformed', position, MALFORMED);
      if (isPrintable(byte)) {
        text += String.fromCharCode(byte);
        position += 2;
        continue;
      }
    }
    text += plusIsBlank && character === '+' ? ' ' : character;
  }
  return accept({ text, positionOf: (index) => positions[index] ?? source.length });
};

/**
 * Escapes a text so that `unescapePrintable` returns it unchanged. `special` must be printable characters; characters
 * beyond ASCII are written as the bytes of UTF-8.
 */
export const escapeSpecial = (text: string, special: string): string => {
  let escaped = '';
  let position = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (!isPrintable(code)) {
      const isLone = character.length === 1 && isSurrogate(code);
      escaped += encodeURIComponent(isLone ? '\uFFFD' : character);
    } else {
      const byte = byteAt(text, position);
      escaped += special.includes(character) && (byte < 0 || isPrintable(byte)) ? encodeByte(code) : character;
    }
    position += character.length;
  }
  return escaped;
};

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

const encodeByte = (byte: number): string => `%${byte.toString(16).toUpperCase()}`;

/** Undoes all escapes; returns nothing where they are not UTF-8. */
export const unescapeText = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
