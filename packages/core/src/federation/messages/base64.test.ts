import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';

describe('base 64', () => {
  it('is that of RFC 4648, without the padding, and comes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64').replaceAll('=', ''));
        expect(decodeBase64(text)).toEqual({ ok: true, value: bytes });
      }),
    );
  });

  it('writes texts that are longer than a chunk', () => {
    const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index * 7);
    expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64').replaceAll('=', ''));
  });

  it.each([
    ['A', 'base64/length', 1],
    ['AAAAA', 'base64/length', 5],
    ['AA==', 'base64/character', 2],
    ['A-AA', 'base64/character', 1],
    ['AAA\u00e9', 'base64/character', 3],
    ['AB', 'base64/rest', 1],
    ['AAB', 'base64/rest', 2],
  ])('refuses %s', (text, problem, position) => {
    expect(decodeBase64(text)).toMatchObject({ ok: false, problem, position });
  });
});
