const DIGITS = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** No vowels, so that no word is spelled by chance, and no `l`, which looks like 1. */
const CONSONANTS = 'bcdfghjkmnpqrstvwxz';

export const EXTENDED_DIGITS = `${DIGITS}${CONSONANTS}`;

/**
 * The characters that each mask letter stands for, in the order of their values.
 * `d` and `e` are the original's; the others are those of the manual's TO DO list. All but `d` are prime in number.
 */
export const ALPHABETS: Readonly<Record<string, string>> = {
  d: DIGITS,
  i: `${DIGITS}x`,
  x: `${DIGITS}abcdef_`,
  e: EXTENDED_DIGITS,
  v: `${DIGITS}${LETTERS}_`,
  E: `123456789${CONSONANTS}${CONSONANTS.toUpperCase()}`,
  w: `${DIGITS}${LETTERS}${LETTERS.toUpperCase()}#*+@_`,
  c: `!"#$&'()*+,${DIGITS}:;<=>?@${LETTERS.toUpperCase()}[]^_\`${LETTERS}{|}~`,
};

/** The characters of a mask letter; empty for `k` and for any character that is not a mask letter. */
export const alphabetOf = (letter: string): string => ALPHABETS[letter] ?? '';

/**
 * The alphabet in which the check character of a mask is computed. For `d` and `e` it is the 29 extended digits, as in
 * the original; a mask with any other letter uses the smallest prime-sized alphabet that has every character of the
 * mask.
 */
export const checkAlphabetOf = (letters: string): string => {
  if (/^[de]*$/.test(letters)) return EXTENDED_DIGITS;
  const characters = new Set([...letters].flatMap((letter) => [...alphabetOf(letter)]));
  const covers = (letter: string): boolean => {
    const alphabet = alphabetOf(letter);
    return [...characters].every((character) => alphabet.includes(character));
  };
  return alphabetOf([...'ixevEw'].find(covers) ?? 'c');
};
