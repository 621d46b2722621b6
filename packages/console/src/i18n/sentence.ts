/** A label or an address, in which letter case may matter. */
const NAME = /^\S*[/\d@]/;

/** Makes a sentence of the words, with a full stop, and a capital letter unless they begin with a name. */
export const sentence = (words: string): string =>
  `${NAME.test(words) ? words.charAt(0) : words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
