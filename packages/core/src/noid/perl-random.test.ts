import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawIndex, next48, seed48 } from './perl-random.ts';

interface RandomCase {
  readonly seed: string;
  readonly first48: readonly string[];
  readonly rand4: readonly string[];
  readonly int_rand_first: Readonly<Record<string, number>>;
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../vectors/noid/perl-random.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly RandomCase[] };

describe('perl random, as Perl 5.36', () => {
  it.each(cases)('srand($seed)', ({ seed, first48, rand4, int_rand_first }) => {
    let state = seed48(Number(seed));
    first48.forEach((expected, draw) => {
      state = next48(state);
      expect(String(state)).toBe(expected);
      expect(state / 2 ** 48).toBe(Number(rand4[draw]));
    });
    for (const [length, index] of Object.entries(int_rand_first)) {
      expect(drawIndex(Number(seed), Number(length))).toBe(index);
    }
  });
});

describe('perl random', () => {
  it('is exact for every state and length', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 2 ** 28 - 1 }), (seed, length) => {
        const start = ((BigInt(seed) % 2n ** 32n) << 16n) + 0x330en;
        expect(BigInt(seed48(seed))).toBe(start);
        const state = (start * 0x5deece66dn + 0xbn) % 2n ** 48n;
        expect(BigInt(next48(seed48(seed)))).toBe(state);
        expect(BigInt(drawIndex(seed, length))).toBe((state * BigInt(length)) >> 48n);
      }),
      { seed: 3, numRuns: 2_000 },
    );
    expect(next48(2 ** 48 - 1)).toBe(Number(((2n ** 48n - 1n) * 0x5deece66dn + 0xbn) % 2n ** 48n));
  });
});
