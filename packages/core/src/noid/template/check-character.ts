import { EXTENDED_DIGITS } from './alphabets.ts';

/** Noid check digit algorithm, step 2: position (from 1) times ordinal; characters outside the alphabet count as 0. */
export const checkSum = (text: string, alphabet: string): number =>
  text.split('').reduce((sum, character, index) => sum + (index + 1) * Math.max(0, alphabet.indexOf(character)), 0);

/** The character to append to an identifier, NAAN and "/" included. */
export const checkCharacter = (text: string, alphabet: string = EXTENDED_DIGITS): string =>
  alphabet.charAt(checkSum(text, alphabet) % alphabet.length);

/** A single character has nothing to check, so it is never valid. */
export const hasValidCheckCharacter = (identifier: string, alphabet: string = EXTENDED_DIGITS): boolean =>
  identifier.length > 1 && identifier.endsWith(checkCharacter(identifier.slice(0, -1), alphabet));
