/** A consonant, in words without accents; y is one at the beginning and after a vowel. */
const isConsonant = (word: string, index: number): boolean => {
  const letter = word.charAt(index);
  if ('aeiou'.includes(letter)) return false;
  return letter !== 'y' || index === 0 || !isConsonant(word, index - 1);
};

/** Which letters are consonants (c) and which are vowels (v). */
const shapeOf = (word: string): string =>
  Array.from(word, (_, index) => (isConsonant(word, index) ? 'c' : 'v')).join('');

/** How often vowels are followed by consonants. */
const measure = (stem: string): number => shapeOf(stem).match(/v+c+/g)?.length ?? 0;

const hasVowel = (stem: string): boolean => shapeOf(stem).includes('v');

const endsDouble = (word: string): boolean => word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1);

/** Whether a stem such as "hop" needs its "e" to be a word again: "hope". */
const isShort = (stem: string): boolean => shapeOf(stem).endsWith('cvc') && !/[wxy]$/.test(stem);

type Ending = readonly [ending: string, replacement: string];

/** Replaces the first of the endings that the word has, if the rest fits. */
const replaceEnding = (word: string, endings: readonly Ending[], fits: (stem: string) => boolean): string => {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (found === undefined) return word;
  const stem = word.slice(0, word.length - found[0].length);
  return fits(stem) ? stem + found[1] : word;
};

const PLURALS: readonly Ending[] = [
  ['sses', 'ss'],
  ['ies', 'i'],
  ['ss', 'ss'],
  ['s', ''],
];

const LONG_ENDINGS: readonly Ending[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
];

const MIDDLE_ENDINGS: readonly Ending[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const LAST_ENDINGS: readonly Ending[] = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'
  .split(' ')
  .map((ending) => [ending, '']);

const dropPast = (word: string): string => {
  if (word.endsWith('eed')) return replaceEnding(word, [['eed', 'ee']], (stem) => measure(stem) > 0);
  const stem = /^(.*)(?:ed|ing)$/.exec(word)?.[1];
  if (stem === undefined || !hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && isShort(stem) ? `${stem}e` : stem;
};

const dropLastLetters = (word: string): string => {
  const stem = word.slice(0, -1);
  const isDropped = word.endsWith('e') && (measure(stem) > 1 || (measure(stem) === 1 && !isShort(stem)));
  const rest = isDropped ? stem : word;
  return rest.endsWith('ll') && measure(rest) > 1 ? rest.slice(0, -1) : rest;
};

const MIN_LENGTH = 3;

/** The stem of an English word in lower-case letters (M. F. Porter, An algorithm for suffix stripping, 1980). */
export const stemEnglish = (word: string): string => {
  if (word.length < MIN_LENGTH) return word;
  const singular = dropPast(replaceEnding(word, PLURALS, () => true));
  const plain = replaceEnding(singular, [['y', 'i']], hasVowel);
  const shorter = replaceEnding(plain, LONG_ENDINGS, (stem) => measure(stem) > 0);
  const short = replaceEnding(shorter, MIDDLE_ENDINGS, (stem) => measure(stem) > 0);
  const isLong = (stem: string): boolean => measure(stem) > 1 && (!short.endsWith('ion') || /[st]$/.test(stem));
  return dropLastLetters(replaceEnding(short, LAST_ENDINGS, isLong));
};
