import { decodeBase64, encodeBase64 } from '../federation/messages/base64.ts';
import { type Answer, refuse } from '../parsing/answer.ts';

/** Bytes that Web Crypto takes as well as Node.js. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A text as UTF-8. Lone surrogates become U+FFFD, as everywhere. */
export const encodeUtf8 = (text: string): Bytes => {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) return encodeBeyondAscii(text);
    bytes[index] = code;
  }
  return bytes;
};

const encodeBeyondAscii = (text: string): Bytes => {
  const bytes = new Uint8Array(text.length * 3);
  let end = 0;
  const put = (lead: number, code: number, rest: number): void => {
    bytes[end] = lead | (code >>> (6 * rest));
    end += 1;
    for (let left = rest - 1; left >= 0; left -= 1) {
      bytes[end] = 0x80 | ((code >>> (6 * left)) & 0x3f);
      end += 1;
    }
  };
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) as number;
    if (code < 0x80) put(0, code, 0);
    else if (code < 0x800) put(0xc0, code, 1);
    else if (code >= 0xd800 && code < 0xe000) put(0xe0, 0xfffd, 2);
    else if (code < 0x10000) put(0xe0, code, 2);
    else {
      put(0xf0, code, 3);
      index += 1;
    }
  }
  return bytes.slice(0, end);
};

export const concatBytes = (...parts: readonly Uint8Array[]): Bytes => {
  let [length, start] = [0, 0];
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  for (const part of parts) {
    joined.set(part, start);
    start += part.length;
  }
  return joined;
};

/** Nothing secret is compared here, so the time that it takes tells nothing. */
export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean => {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
};

export const encodeHex = (bytes: Uint8Array): string => {
  let digits = '';
  for (const byte of bytes) digits += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16);
  return digits;
};

/** From an even number of hexadecimal digits that was checked before. */
export const decodeHex = (digits: string): Bytes =>
  Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );

/** RFC 4648 section 4, with the padding. */
export const encodePaddedBase64 = (bytes: Uint8Array): string =>
  encodeBase64(bytes).padEnd(Math.ceil(bytes.length / 3) * 4, '=');

/** Strict: refuses any text that `encodePaddedBase64` would not write. */
export const decodePaddedBase64 = (text: string): Answer<Bytes> => {
  if (text.length % 4 !== 0) return refuse('base64/length', text.length, 'groups of four characters');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return decodeBase64(text.slice(0, text.length - padding)) as Answer<Bytes>;
};
