/**
 * The canonical folder of an identifier (noid manual, TO DO): `xv8t984` -> `xv/8t/98/4/`, cleaned as in Pairtree.
 *
 * The identifier can be read from the folder, with three exceptions: empty parts ("//") are dropped; the "/" after a
 * part with an even number of characters looks like the end of a pair (`ab/cd` and `abcd` share a folder; a NAAN of
 * five digits is safe); and a lone surrogate becomes U+FFFD.
 */
export const identifierFolder = (identifier: string): string =>
  identifier
    .split('/')
    .map((part) => clean(part).replace(/../g, '$&/').replace(/[^/]$/, '$&/'))
    .join('');

/** Pairtree 0.1, "Identifier string cleaning": no name is ever `.` or `..`, and all are visible ASCII. */
const clean = (part: string): string =>
  part
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[^!-~]|["*+,<=>?\\^|]/gu, encodeCharacter)
    .replaceAll(':', '+')
    .replaceAll('.', ',');

const encodeCharacter = (character: string): string => {
  const code = character.charCodeAt(0);
  if (code >= 128) return encodeURIComponent(character).replaceAll('%', '^').toLowerCase();
  return `^${code.toString(16).padStart(2, '0')}`;
};
