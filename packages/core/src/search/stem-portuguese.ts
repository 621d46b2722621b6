const MIN_STEM_LENGTH = 4;

/** Endings of plurals without their accents, each with the singular. The first that a word has counts. */
const PLURALS: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/(?:oes|aes|aos)$/, 'ao'],
  [/ns$/, 'm'],
  [/(..[aeou])is$/, '$1l'],
  [/([rzsl])es$/, '$1'],
  [/([^s])s$/, '$1'],
];

/** Endings that make words of other words; longer ones come before those that they end with. */
const ENDINGS =
  /(?:amento|imento|adora|idade|acao|icao|ador|avel|ivel|ante|ente|ista|ismo|ando|endo|indo|ado|ada|ido|ida|ico|ica|oso|osa|ivo|iva|ar|er|ir)$/;

const shorten = (word: string, ending: RegExp): string => {
  const stem = word.replace(ending, '');
  return stem.length < MIN_STEM_LENGTH ? word : stem;
};

const singularOf = (word: string): string => {
  const found = PLURALS.find(([ending]) => ending.test(word));
  return found === undefined ? word : word.replace(found[0], found[1]);
};

/**
 * The stem of a Portuguese word in lower case and without accents, as people often type it. It is a light one: number,
 * gender, and the commonest endings.
 */
export const stemPortuguese = (word: string): string => {
  if (word.length < MIN_STEM_LENGTH) return word;
  const adverbless = shorten(singularOf(word), /mente$/);
  return shorten(adverbless, ENDINGS).replace(/(?<=...)[aeo]$/, '');
};
