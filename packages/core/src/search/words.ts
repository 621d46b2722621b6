const MAX_READ_LENGTH = 100_000;
const MAX_WORD_LENGTH = 100;

/** Scripts that are written without blanks are indexed letter by letter. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

/** In lower case and without accents. */
const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The words of a text, folded and in their order. Both databases get these, so that their own rules for words do not
 * matter.
 */
export const wordsOf = (text: string): readonly string[] =>
  (foldText(text.slice(0, MAX_READ_LENGTH)).match(WORDS) ?? []).map(cutWord);

const cutWord = (word: string): string =>
  word.length > MAX_WORD_LENGTH ? [...word].slice(0, MAX_WORD_LENGTH).join('') : word;

/** One word for what a facet is told apart by: "Lima, Ana" and "LIMA, ANA" are the same person. */
export const keyOf = (text: string): string => {
  const key = wordsOf(text).join('·').slice(0, MAX_WORD_LENGTH);
  // The cut may have left half of a surrogate pair.
  return key.replace(/[\ud800-\udbff]$/, '');
};
