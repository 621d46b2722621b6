import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';
import { decodeSet, encodeSet, netChange } from './set-digest.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../vectors/federation/digests.json', import.meta.url), 'utf8'),
) as {
  readonly valid: readonly { readonly fingerprints: readonly string[]; readonly base64: string }[];
  readonly invalid: readonly {
    readonly base64: string;
    readonly problem: string;
    readonly position: number;
    readonly why: string;
  }[];
};

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));
const LIMITS = { maxCount: 1_000 };

const fingerprints = fc.oneof(
  fc.maxSafeNat().map((number) => number % 2 ** 48),
  fc.nat({ max: 20 }),
  fc.nat({ max: 20 }).map((number) => 2 ** 48 - 1 - number),
);
const sets = fc.array(fingerprints, { maxLength: 200 }).map((numbers) => Float64Array.from(numbers).sort());

describe('a set digest', () => {
  it.each(vectors.valid)('$base64', ({ fingerprints: written, base64 }) => {
    const set = Float64Array.from(written, (digits) => Number.parseInt(digits, 16));
    expect(Buffer.from(encodeSet(set)).toString('base64').replaceAll('=', '')).toBe(base64);
    expect(decodeSet(bytesOf(base64), LIMITS)).toEqual({ ok: true, value: set });
  });

  it.each(vectors.invalid)('refuses $base64: $why', ({ base64, problem, position }) => {
    expect(decodeSet(bytesOf(base64), LIMITS)).toMatchObject({ ok: false, problem, position });
  });

  it('comes back, whatever is in it', () => {
    fc.assert(
      fc.property(sets, (set) => {
        expect(decodeSet(encodeSet(set), LIMITS)).toEqual({ ok: true, value: set });
      }),
    );
  });

  it('has one spelling: bytes that are read are those that are written', () => {
    fc.assert(
      fc.property(sets, fc.nat(), fc.nat({ max: 255 }), fc.nat({ max: 3 }), (set, place, byte, cut) => {
        const bytes = encodeSet(set);
        bytes[place % bytes.length] = byte;
        const read = decodeSet(bytes.slice(0, bytes.length - cut), LIMITS);
        if (read.ok) expect(encodeSet(read.value)).toEqual(bytes.slice(0, bytes.length - cut));
        else expect(read.position).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });

  it('is read from the middle of other bytes', () => {
    const bytes = encodeSet(Float64Array.of(1, 2, 3));
    const around = new Uint8Array(bytes.length + 3).fill(255);
    around.set(bytes, 3);
    expect(decodeSet(around.subarray(3), LIMITS)).toEqual({ ok: true, value: Float64Array.of(1, 2, 3) });
  });

  it.each([
    { labels: 1_000, bytes: 5_100 },
    { labels: 100_000, bytes: 430_000 },
  ])('of $labels labels has at most $bytes bytes', ({ labels, bytes }) => {
    const set = Float64Array.from({ length: labels }, (_, index) => fingerprintOf(`LK47B6W/${index}`)).sort();
    expect(encodeSet(set).length).toBeLessThanOrEqual(bytes);
  });
});

describe('netChange', () => {
  const countsOf = (numbers: Iterable<number>): Map<number, number> => {
    const counts = new Map<number, number>();
    for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
    return counts;
  };

  it('leaves of each number what additions and removals differ by, in order', () => {
    const few = fc.array(fc.nat({ max: 6 }), { maxLength: 20 });
    fc.assert(
      fc.property(few, few, (additions, removals) => {
        const { added, removed } = netChange(additions, removals);
        const [before, after] = [countsOf(additions), countsOf(removals)];
        for (const number of [0, 1, 2, 3, 4, 5, 6]) {
          const difference = (before.get(number) ?? 0) - (after.get(number) ?? 0);
          expect(added.filter((other) => other === number).length).toBe(Math.max(0, difference));
          expect(removed.filter((other) => other === number).length).toBe(Math.max(0, -difference));
        }
        expect([added, removed]).toEqual([added.toSorted(), removed.toSorted()]);
      }),
    );
  });
});
