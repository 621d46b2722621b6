import { type Answer, accept, refuse } from '../../parsing/answer.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CHUNK = 0x3000;

const CODES = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));
const VALUES = new Int8Array(128).fill(-1);
for (const [value, code] of CODES.entries()) VALUES[code] = value;

/** RFC 4648 section 4, without the padding. */
export const encodeBase64 = (bytes: Uint8Array): string => {
  const characters = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  for (let read = 0, written = 0; read < bytes.length; read += 3, written += 4) {
    // Bytes beyond the end are read as zeros, and writing beyond the end has no effect.
    const group = ((bytes[read] as number) << 16) | ((bytes[read + 1] as number) << 8) | (bytes[read + 2] as number);
    characters[written] = CODES[group >>> 18] as number;
    characters[written + 1] = CODES[(group >>> 12) & 63] as number;
    characters[written + 2] = CODES[(group >>> 6) & 63] as number;
    characters[written + 3] = CODES[group & 63] as number;
  }
  let text = '';
  for (let start = 0; start < characters.length; start += CHUNK) {
    text += String.fromCharCode(...characters.subarray(start, start + CHUNK));
  }
  return text;
};

/** Strict: refuses any text that `encodeBase64` would not write. */
export const decodeBase64 = (text: string): Answer<Uint8Array> => {
  if (text.length % 4 === 1) return refuse('base64/length', text.length, 'another character');
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [buffer, bits, written] = [0, 0, 0];
  for (let position = 0; position < text.length; position += 1) {
    const value = VALUES[text.charCodeAt(position)] ?? -1;
    if (value < 0) return refuse('base64/character', position, 'a digit of base 64');
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[written] = buffer >>> bits;
    written += 1;
  }
  const rest = buffer & ((1 << bits) - 1);
  return rest === 0 ? accept(bytes) : refuse('base64/rest', text.length - 1, 'a digit without bits that are left over');
};
