/**
 * The letters, digits and seven other characters of the draft, section 3.1, and the unreserved characters of RFC 3986.
 */
const UNRESERVED = /^[A-Za-z0-9=~*+@_$.-]$/;
/** The draft's hyphens: the ASCII one and U+2010 to U+2015. */
const HYPHEN = /^[-\u2010-\u2015]$/;
const TOKENS = /%[0-9a-f]{2}|[\s\S]/gi;

const isStructural = (token: string | undefined): boolean => token === '/' || token === '.';

/**
 * Returns a name in the form that is compared (draft-kunze-ark, section 3.2, steps 5, 6 and 8): without hyphens and
 * needless escapes, the other escapes in upper case, each "/" and "." between two characters that are neither.
 */
export const normalizeName = (written: string): string => {
  const kept: string[] = [];
  for (const [token] of written.matchAll(TOKENS)) {
    const character = readToken(token);
    if (HYPHEN.test(character)) continue;
    if (isStructural(character) && (kept.length === 0 || isStructural(kept.at(-1)))) continue;
    if (endsEscapedHyphen(character, kept)) kept.length -= 2;
    else kept.push(character);
  }
  if (isStructural(kept.at(-1))) kept.pop();
  return kept.join('');
};

const readToken = (token: string): string => {
  // The draft writes "%" itself as "%25"; a "%" that begins no escape stands for itself.
  if (token === '%') return '%25';
  if (token.length === 1) return token;
  const character = String.fromCharCode(Number.parseInt(token.slice(1), 16));
  return UNRESERVED.test(character) ? character : token.toUpperCase();
};

/** The third token of U+2010 to U+2015 in UTF-8. */
const endsEscapedHyphen = (character: string, kept: readonly string[]): boolean =>
  /^%9[0-5]$/.test(character) && kept.at(-1) === '%80' && kept.at(-2) === '%E2';
