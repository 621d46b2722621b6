import { type Answer, accept, refuse, refuseLong, shift } from '../../parsing/answer.ts';
import { type Bytes, concatBytes, decodeHex, decodePaddedBase64, encodeHex, encodePaddedBase64 } from '../bytes.ts';

/**
 * A signed note (C2SP signed-note): a text that ends with a line feed, an empty line, and lines with signatures:
 *
 *     — <name of the key> <base 64 of four bytes that identify the key, and the signature>
 */
export interface Note {
  /** Ends with a line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  /** Eight hexadecimal digits. */
  readonly keyId: string;
  readonly bytes: Bytes;
}

const MAX_LENGTH = 262_144;
const MAX_SIGNATURES = 256;
const ID_BYTES = 4;
const DASH = '— ';
const SIGNATURE_LINE = '"— ", the name of a key, a blank and a signature in base 64';

const NOT_TEXT = /[^\n\P{Cc}]|\p{Cs}/u;
const NOT_IN_NAME = /[\p{White_Space}+]/u;

export const isKeyName = (name: string): boolean => name !== '' && !NOT_IN_NAME.test(name) && !NOT_TEXT.test(name);

/** Accepts exactly what `formatNote` writes. */
export const parseNote = (note: string): Answer<Note> => {
  if (note.length > MAX_LENGTH) return refuseLong('note', MAX_LENGTH);
  const strange = note.search(NOT_TEXT);
  if (strange >= 0) return refuse('note/character', strange, 'text and line feeds');
  const textEnd = note.lastIndexOf('\n\n') + 1;
  if (textEnd === 0) return refuse('note/no-signatures', note.length, 'an empty line, then signatures');
  if (!note.endsWith('\n')) return refuse('note/end', note.length, 'a line feed');
  const lines = note.slice(textEnd + 1).split('\n');
  if (lines.length - 1 > MAX_SIGNATURES) return refuse('note/many', textEnd, `at most ${MAX_SIGNATURES} signatures`);
  const signatures: NoteSignature[] = [];
  let start = textEnd + 1;
  for (const line of lines.slice(0, -1)) {
    const signature = parseSignatureLine(line);
    if (!signature.ok) return shift(signature, start);
    signatures.push(signature.value);
    start += line.length + 1;
  }
  return signatures.length === 0
    ? refuse('note/no-signatures', note.length, SIGNATURE_LINE)
    : accept({ text: note.slice(0, textEnd), signatures });
};

const parseSignatureLine = (line: string): Answer<NoteSignature> => {
  const [dash, name = '', coded = '', ...rest] = line.split(' ');
  if (`${dash} ` !== DASH || !isKeyName(name) || rest.length > 0) return refuse('note/signature', 0, SIGNATURE_LINE);
  const start = DASH.length + name.length + 1;
  const bytes = decodePaddedBase64(coded);
  if (!bytes.ok) return shift(bytes, Math.min(start, line.length - coded.length));
  if (bytes.value.length <= ID_BYTES) return refuse('note/signature', start, 'more than four bytes in base 64');
  return accept({ name, keyId: encodeHex(bytes.value.subarray(0, ID_BYTES)), bytes: bytes.value.slice(ID_BYTES) });
};

/** The line of one signature, with its line feed: a note grows by adding it at the end. */
export const formatNoteSignature = ({ name, keyId, bytes }: NoteSignature): string =>
  `${DASH}${name} ${encodePaddedBase64(concatBytes(decodeHex(keyId), bytes))}\n`;

export const formatNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(formatNoteSignature).join('')}`;
