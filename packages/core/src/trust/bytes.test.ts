import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  concatBytes,
  decodeHex,
  decodePaddedBase64,
  encodeHex,
  encodePaddedBase64,
  encodeUtf8,
  isSameBytes,
} from './bytes.ts';
import { sha256 } from './sha256.ts';

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Uint8Array.from(array));

describe('UTF-8', () => {
  it('is what the platform writes, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 0x10ffff })), fc.array(fc.nat({ max: 0xffff })), (points, codes) => {
        const text = String.fromCodePoint(...points);
        for (const one of [text, String.fromCharCode(...codes), `${text}\ud800`, `\udfff\ud83d${text}`]) {
          expect(encodeHex(encodeUtf8(one))).toBe(encodeHex(new TextEncoder().encode(one)));
        }
      }),
    );
  });

  it.each(['', '\x7f', '\x80', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}', '\ud800'])(
    'has the length of %j',
    (text) => {
      expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text));
    },
  );
});

describe('hexadecimal and base 64', () => {
  it('come back, and are what Node.js writes', () => {
    fc.assert(
      fc.property(bytes, (array) => {
        expect(encodeHex(array)).toBe(Buffer.from(array).toString('hex'));
        expect(decodeHex(encodeHex(array))).toEqual(array);
        expect(encodePaddedBase64(array)).toBe(Buffer.from(array).toString('base64'));
        expect(decodePaddedBase64(encodePaddedBase64(array))).toEqual({ ok: true, value: array });
      }),
    );
  });

  it.each([
    'A',
    'AA',
    'AAA',
    'AA=',
    'AAAAA',
    'A===',
    '====',
    'AB==',
    'AAB=',
    'AA=A',
    'AA-_',
    '=AAA',
    'AAAA====',
    'AA= ',
  ])('refuses %j', (text) => {
    expect(decodePaddedBase64(text)).toMatchObject({ ok: false });
  });
});

describe('bytes', () => {
  it('are joined and compared', () => {
    expect(concatBytes()).toEqual(new Uint8Array());
    expect(concatBytes(Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3))).toEqual(Uint8Array.of(1, 2, 3));
    expect(isSameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(isSameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(isSameBytes(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false);
    expect(isSameBytes(Uint8Array.of(1, 2), Uint8Array.of(1))).toBe(false);
  });
});

describe('SHA-256', () => {
  const expected = (array: Uint8Array): Uint8Array => Uint8Array.from(createHash('sha256').update(array).digest());

  it.each(Array.from({ length: 130 }, (_, length) => length))('of %i bytes', (length) => {
    const array = new Uint8Array(length).fill(0xa5);
    expect(sha256(array)).toEqual(expected(array));
  });

  it('is what Node.js computes, for any bytes, and leaves them as they are', () => {
    fc.assert(
      fc.property(bytes, (array) => {
        const before = array.slice();
        expect(sha256(array)).toEqual(expected(array));
        expect(array).toEqual(before);
      }),
    );
  });

  it('counts the bits of a long text', () => {
    const array = new Uint8Array(1_000_000).fill(97);
    expect(encodeHex(sha256(array))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });
});
