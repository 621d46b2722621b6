import type { Refused } from '@perene/core';

const MAX_SHOWN = 300;

/** Returns what a person gave, shortened, on one line and without characters that would act on a terminal. */
export const showText = (given: string): string => {
  const text = given.length > MAX_SHOWN ? `${given.slice(0, MAX_SHOWN)}...` : given;
  return escapeText(text);
};

/** Returns the whole text, on one line and without characters that would act on a terminal. */
export const escapeText = (text: string): string =>
  UNSAFE.test(text) ? JSON.stringify(text).replaceAll(UNSAFE_EVERYWHERE, escapeCharacter) : text;

const UNSAFE = /[\p{Cc}\p{Cf}]/u;
const UNSAFE_EVERYWHERE = new RegExp(UNSAFE, 'gu');

const escapeCharacter = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Points at the character in one line: `character 19 ("O"): expected ...`. */
export const describeRefused = (text: string, { position, expected }: Refused): string => {
  const character = String.fromCodePoint(text.codePointAt(position) ?? 0);
  const shown = UNSAFE.test(character) ? escapeText(character) : JSON.stringify(character);
  const where = position < text.length ? `character ${position + 1} (${shown})` : 'at the end';
  return `${where}: expected ${expected}`;
};
