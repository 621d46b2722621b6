import { numberToCharacters } from './number-to-characters.ts';
import { alphabetOf } from './template/alphabets.ts';
import { checkCharacter, checkSum } from './template/check-character.ts';
import { firstPart, type MintingTemplate } from './template/template.ts';

/** One place of the mask, and the place to its left. */
interface Place {
  readonly alphabet: string;
  /** The ordinal of each of its characters in the check alphabet, as character codes, which are fast to read. */
  readonly ordinals: string;
  /** Whether the place is written only while something is left to write. */
  readonly isGrowth: boolean;
  left: Place | null;
}

/**
 * Makes the function from a number to a whole identifier. It computes the constant parts once, and writes plain numbers
 * without BigInt.
 */
export const createIdentifierWriter = (
  template: MintingTemplate,
  naan: string,
): ((number: number | bigint) => string) => {
  const { hasCheckCharacter, checkAlphabet } = template;
  const first = firstPart(template, naan);
  const firstSum = checkSum(first, checkAlphabet);
  const lastPlace = linkPlaces(template);

  return (number) => {
    if (typeof number === 'bigint') {
      const text = first + numberToCharacters(number, template);
      return hasCheckCharacter ? text + checkCharacter(text, checkAlphabet) : text;
    }
    let text = '';
    let rest = number;
    let ordinals = 0;
    let fromTheRight = 0;
    for (let place: Place | null = lastPlace; place !== null && (rest > 0 || !place.isGrowth); place = place.left) {
      const radix = place.alphabet.length;
      const quotient = Math.floor(rest / radix);
      const digit = rest - quotient * radix;
      const ordinal = place.ordinals.charCodeAt(digit);
      ordinals += ordinal;
      fromTheRight += ordinal * text.length;
      text = place.alphabet.charAt(digit) + text;
      rest = quotient;
    }
    text = first + text;
    // A position counted from the left is the whole length less the position counted from the right.
    const sum = firstSum + ordinals * text.length - fromTheRight;
    return hasCheckCharacter ? text + checkAlphabet.charAt(sum % checkAlphabet.length) : text;
  };
};

/** The rightmost place; an unlimited mask has a leftmost place that leads to itself. */
const linkPlaces = ({ letters, order, checkAlphabet }: MintingTemplate): Place | null => {
  const createPlace = (letter: string, left: Place | null, isGrowth: boolean): Place => {
    const alphabet = alphabetOf(letter);
    const ordinals = Array.from(alphabet, (character) => Math.max(0, checkAlphabet.indexOf(character)));
    return { alphabet, ordinals: String.fromCharCode(...ordinals), isGrowth, left };
  };
  let place: Place | null = null;
  if (order === 'unlimited') {
    place = createPlace(letters.charAt(0), null, true);
    place.left = place;
  }
  for (const letter of letters) place = createPlace(letter, place, false);
  return place;
};
