/** How the text of a table was stored. Excel saves CSV in Windows-1252, and "Unicode text" in UTF-16. */
export interface DecodedTable {
  readonly text: string;
  /** Whether the encoding was guessed, so that a person should look at the letters with accents. */
  readonly isGuessed: boolean;
}

/** Control characters that no table has, but every file of another kind. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NO_TEXT = /[\x00-\x08\x0e-\x1f]/;

/** Returns undefined for bytes that are no text, such as those of a workbook. */
export const decodeTable = (bytes: Uint8Array): DecodedTable | undefined => {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const known = decode(bytes, isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8');
  const text = known ?? decode(bytes, 'windows-1252');
  return text === undefined || NO_TEXT.test(text) ? undefined : { text, isGuessed: known === undefined };
};

const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
