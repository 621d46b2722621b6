const SCHEME = /^https?:\/\/[^/?#\\]/i;
const PLAIN = /^[\x21-\x7e]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;
const UNSENDABLE = /[^\x21-\x7e]+/g;
const MAX_LOCATION_LENGTH = 8_192;

/** Returns the URL that an Archive gave in a form for headers and links; undefined if no browser should follow it. */
export const safeLocation = (url: string): string | undefined => {
  if (!SCHEME.test(url) || url.length > MAX_LOCATION_LENGTH || url.includes('\\')) return undefined;
  if (PLAIN.test(url)) return url;
  return CONTROL.test(url) ? undefined : url.replace(UNSENDABLE, escapeBytes);
};

/** Escapes the bytes of the text in UTF-8, whatever characters it has. */
const escapeBytes = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
