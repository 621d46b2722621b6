import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { alphabetOf } from './alphabets.ts';

const NAMES: Readonly<Record<string, string>> = { d: 'digit', e: 'extended digit' };

/**
 * Returns the mask letter of each character, or the first place where they disagree; `k` matches any character. The
 * first letter of an unlimited mask is repeated to the left, where no number has a leading zero.
 */
export const matchMask = (
  characters: string,
  { letters, order }: { readonly letters: string; readonly order: string | null },
): Answer<string> => {
  const first = letters.charAt(0);
  const isGrown = order === 'unlimited' && characters.length > letters.length;
  if (isGrown && characters.charAt(0) === alphabetOf(first).charAt(0)) {
    return refuse('noid/longer', 0, `${letters.length} characters`);
  }
  const places = isGrown ? letters.padStart(characters.length, first) : letters;
  for (let position = 0; position < characters.length; position += 1) {
    if (position === places.length) return refuse('noid/longer', position, `${places.length} characters`);
    const letter = places.charAt(position);
    const alphabet = alphabetOf(letter);
    if (alphabet !== '' && !alphabet.includes(characters.charAt(position))) {
      return refuse('noid/conflict', position, `char '${letter}' (${NAMES[letter] ?? `one of ${alphabet}`})`);
    }
  }
  if (characters.length < places.length) {
    return refuse('noid/shorter', characters.length, `${places.length} characters`);
  }
  return accept(places);
};
