/**
 * Names of files are bytes, but databases, JSON and people need texts. The spelling of a name is its text in UTF-8,
 * with `\xHH` for every byte that is not text, is invisible, or would not stay unchanged: bytes that are not UTF-8,
 * control and format characters, blanks at both ends, and the backslash itself (`\x5C`). Where the text is not in
 * Unicode NFC, all its bytes beyond ASCII are spelled this way. Each name has one spelling, and each spelling one name.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\\]/u;
/** Persian and the scripts of India spell with joiners, and emoji are composed with them: RFC 5892 appendix A. */
const JOINER = /^[\u200C\u200D]$/;
const JOINED = /^[^\p{ASCII}\p{Cf}]$/u;
const BLANK = /^\p{Zs}$/u;
const ESCAPE = /\\x([0-9a-f]{2})/i;
const ESCAPES = /(\\x[0-9a-f]{2})/i;

/** A character of UTF-8, or a byte that belongs to no character. */
interface Piece {
  readonly bytes: readonly number[];
  readonly character: string | undefined;
}

/** The spelling of any name, without U+0000 and "/". */
export const spellFileName = (bytes: Uint8Array): string => {
  const pieces = readPieces(bytes);
  const spelling = pieces
    .map((piece, index) => (isPlain(pieces, index) ? piece.character : escapeBytes(piece)))
    .join('');
  if (spelling === spelling.normalize('NFC')) return spelling;
  return pieces
    .map((piece, index) => (piece.bytes.length === 1 && isPlain(pieces, index) ? piece.character : escapeBytes(piece)))
    .join('');
};

/** The bytes of a name, from its spelling. */
export const fileNameBytes = (spelling: string): Uint8Array =>
  Uint8Array.from(
    spelling.split(ESCAPES).flatMap((text) => {
      const [, digits] = ESCAPE.exec(text) ?? [];
      return digits === undefined ? utf8Of(text) : [Number.parseInt(digits, 16)];
    }),
  );

/** The name for people: its text in UTF-8, or else in ISO 8859-1. It cannot be used to find the file. */
export const readableFileName = (spelling: string): string => {
  if (!spelling.includes('\\')) return spelling;
  const pieces = readPieces(fileNameBytes(spelling));
  const isText = pieces.every(({ character }) => character !== undefined);
  return pieces
    .map(({ bytes, character }) => (isText ? character : String.fromCharCode(...bytes)))
    .join('')
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, '_');
};

/** Like `readableFileName` if the whole name is UTF-8; other bytes and the backslash stay escaped. */
export const looseText = (spelling: string): string =>
  spelling.includes('\\')
    ? readPieces(fileNameBytes(spelling))
        .map((piece) =>
          piece.character === undefined || piece.character === '\\' ? escapeBytes(piece) : piece.character,
        )
        .join('')
    : spelling;

/** The text of a name whose bytes are UTF-8; undefined for others. */
export const fileNameText = (spelling: string): string | undefined => {
  const characters = readPieces(fileNameBytes(spelling)).map(({ character }) => character);
  return characters.includes(undefined) ? undefined : characters.join('');
};

const readPieces = (bytes: Uint8Array): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (let start = 0; start < bytes.length; ) {
    const piece = readPiece(bytes, start);
    pieces.push(piece);
    start += piece.bytes.length;
  }
  return pieces;
};

const readPiece = (bytes: Uint8Array, start: number): Piece => {
  const first = Number(bytes[start]);
  if (first < 0x80) return { bytes: [first], character: String.fromCharCode(first) };
  const taken = [...bytes.slice(start, start + lengthAfter(first))];
  const character = decodeCharacter(taken);
  return character === undefined ? { bytes: [first], character } : { bytes: taken, character };
};

/** The number of bytes after the first in a character of UTF-8 that begins with this byte. */
const lengthAfter = (first: number): number => (first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

const decodeCharacter = (bytes: readonly number[]): string | undefined => {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${hexadecimal(byte)}`).join(''));
  } catch {
    return undefined;
  }
};

const isPlain = (pieces: readonly Piece[], index: number): boolean => {
  const character = pieces[index]?.character;
  if (character === undefined) return false;
  const [before, after] = [pieces[index - 1]?.character ?? '', pieces[index + 1]?.character ?? ''];
  // A joiner between ASCII characters, or at an end, joins nothing and is invisible.
  if (JOINER.test(character)) return JOINED.test(before) && JOINED.test(after);
  const isAtEnd = index === 0 || index === pieces.length - 1;
  return !HIDDEN.test(character) && !(isAtEnd && BLANK.test(character));
};

const escapeBytes = ({ bytes }: Piece): string => bytes.map((byte) => `\\x${hexadecimal(byte)}`).join('');

const hexadecimal = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

/** Lone surrogates become U+FFFD, as everywhere. */
export const utf8Of = (text: string): readonly number[] =>
  (encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD')).match(/%..|[^%]/g) ?? []).map((unit) =>
    unit.length === 1 ? unit.charCodeAt(0) : Number.parseInt(unit.slice(1), 16),
  );
