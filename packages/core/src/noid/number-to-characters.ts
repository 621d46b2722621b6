import { type Answer, accept } from '../parsing/answer.ts';
import { alphabetOf } from './template/alphabets.ts';
import { refuseLongIdentifier } from './template/identifier-length.ts';
import { matchMask } from './template/match-mask.ts';
import type { MintingTemplate } from './template/template.ts';

/**
 * Returns the characters between prefix and check character. A bounded mask gives as many characters as it has letters,
 * so that the total itself is all zeroes; an unlimited one goes on with the radix of its first letter. The number must
 * not be negative.
 */
export const numberToCharacters = (
  number: number | bigint,
  { letters, order }: Pick<MintingTemplate, 'letters' | 'order'>,
): string => {
  let characters = '';
  let rest = BigInt(number);
  for (let place = letters.length - 1; place >= 0 || (order === 'unlimited' && rest > 0n); place -= 1) {
    const alphabet = alphabetOf(letters.charAt(Math.max(0, place)));
    const radix = BigInt(alphabet.length);
    characters = alphabet.charAt(Number(rest % radix)) + characters;
    rest /= radix;
  }
  return characters;
};

/** The inverse. All zeroes are 0 in a sequential order and the total in a random one, whose numbers begin at 1. */
export const charactersToNumber = (characters: string, template: MintingTemplate): Answer<bigint> => {
  const long = refuseLongIdentifier(characters);
  if (long !== undefined) return long;
  const places = matchMask(characters, template);
  if (!places.ok) return places;
  const number = [...places.value].reduce((sum, letter, position) => {
    const alphabet = alphabetOf(letter);
    return sum * BigInt(alphabet.length) + BigInt(alphabet.indexOf(characters.charAt(position)));
  }, 0n);
  return accept(template.order === 'random' && number === 0n ? template.total : number);
};
