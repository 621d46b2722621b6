import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FINGERPRINT_BITS, fingerprintOf } from './fingerprint.ts';

const { fingerprints } = JSON.parse(
  readFileSync(new URL('../../../../vectors/federation/fingerprints.json', import.meta.url), 'utf8'),
) as { readonly fingerprints: readonly { readonly label: string; readonly fingerprint: string }[] };

const hexadecimal = (label: string): string => fingerprintOf(label).toString(16).padStart(12, '0');

describe('fingerprintOf', () => {
  it.each(fingerprints)('$label', ({ label, fingerprint }) => {
    expect(hexadecimal(label)).toBe(fingerprint);
  });

  it('is a whole number of 48 bits, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const fingerprint = fingerprintOf(text);
        return Number.isSafeInteger(fingerprint) && fingerprint >= 0 && fingerprint < 2 ** FINGERPRINT_BITS;
      }),
    );
  });

  it('disregards the case of ASCII letters, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => fingerprintOf(text.toUpperCase()) === fingerprintOf(text)),
    );
    for (const [one, other] of ['@`', '[{', '\0 ', '0P'].map((pair) => [...pair])) {
      expect(hexadecimal(one ?? '')).not.toBe(hexadecimal(other ?? ''));
    }
  });

  it('spreads labels that are alike evenly', () => {
    const count = 100_000;
    const [seen, upper] = [new Set<number>(), new Uint32Array(256)];
    for (let index = 0; index < count; index += 1) {
      const fingerprint = fingerprintOf(`sid.inpe.br/mtc-m18/2009/02.16.17.46.${index}`);
      seen.add(fingerprint);
      upper[Math.floor(fingerprint / 2 ** 40)] = (upper[Math.floor(fingerprint / 2 ** 40)] ?? 0) + 1;
    }
    expect(seen.size).toBe(count);
    // Chi-squared with 255 degrees of freedom: 400 practically never happens by chance.
    const expected = count / 256;
    expect(upper.reduce((sum, found) => sum + (found - expected) ** 2 / expected, 0)).toBeLessThan(400);
  });
});
