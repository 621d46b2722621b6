import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromNumerals, IBIP_NUMERALS, IPV4_NUMERALS, IPV6_NUMERALS, ordinalOf, toNumerals } from './numerals.ts';

const RUNS = { seed: 27, numRuns: 2_000 };

const { radix, ipToDecimal } = JSON.parse(
  readFileSync(new URL('../../../../vectors/ibi/generation.json', import.meta.url), 'utf8'),
) as {
  readonly radix: readonly { readonly decimal: string; readonly ibip: string }[];
  readonly ipToDecimal: readonly { readonly ip: string; readonly decimal: string }[];
};

const SYSTEMS = [
  { name: 'IPv4', numerals: IPV4_NUMERALS, graphemes: '0123456789.' },
  { name: 'IPv6', numerals: IPV6_NUMERALS, graphemes: '0123456789abcdef:' },
  { name: 'IBIp', numerals: IBIP_NUMERALS, graphemes: '23456789ABCDEFGHJKLMNPQRSTU' },
];

/** The definition: the sum of each ordinal times a power of the radix. */
const sum = (text: string, graphemes: string): bigint =>
  [...text].reduce((value, grapheme) => value * BigInt(graphemes.length) + BigInt(graphemes.indexOf(grapheme)), 0n);

describe('the vectors of generation', () => {
  it.each(radix)('$decimal is $ibip', ({ decimal, ibip }) => {
    expect(toNumerals(BigInt(decimal), IBIP_NUMERALS)).toBe(ibip);
    expect(String(fromNumerals(ibip, IBIP_NUMERALS))).toBe(decimal);
    expect(String(fromNumerals(ibip.toLowerCase(), IBIP_NUMERALS))).toBe(decimal);
  });

  it.each(ipToDecimal)('$ip is $decimal', ({ ip, decimal }) => {
    const numerals = ip.includes(':') ? IPV6_NUMERALS : IPV4_NUMERALS;
    expect(String(fromNumerals(ip, numerals))).toBe(decimal);
    expect(toNumerals(BigInt(decimal), numerals)).toBe(ip);
  });
});

describe.each(SYSTEMS)('$name', ({ numerals, graphemes }) => {
  const base = BigInt(graphemes.length);
  const text = fc.array(fc.constantFrom(...graphemes), { minLength: 1, maxLength: 45 }).map((all) => all.join(''));

  it('has the graphemes of its table, in both letter cases, and no other character', () => {
    const wrong: number[] = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      const character = String.fromCharCode(code);
      const spellings = code < 128 ? [character, character.toUpperCase(), character.toLowerCase()] : [];
      const ordinal = Math.max(-1, ...spellings.map((spelling) => graphemes.indexOf(spelling)));
      if (ordinalOf(code, numerals) !== ordinal) wrong.push(code);
    }
    expect(wrong).toEqual([]);
    expect(ordinalOf(Number.NaN, numerals)).toBe(-1);
    expect(numerals.graphemes).toBe(graphemes);
  });

  it('writes and reads each number that has one grapheme, and the first that has two', () => {
    [...graphemes].forEach((grapheme, ordinal) => {
      expect(toNumerals(ordinal, numerals)).toBe(grapheme);
      expect(toNumerals(BigInt(ordinal), numerals)).toBe(grapheme);
      expect(fromNumerals(grapheme, numerals)).toBe(ordinal);
    });
    expect(toNumerals(graphemes.length, numerals)).toBe(`${graphemes[1]}${graphemes[0]}`);
  });

  it('reads nothing as zero, and sees no difference in leading zeros', () => {
    expect(fromNumerals('', numerals)).toBe(0);
    expect(fromNumerals(`${graphemes[0]}${graphemes[0]}${graphemes[1]}`, numerals)).toBe(1);
  });

  it('answers with a plain number up to the last exact one, and with a bigint beyond', () => {
    const largest = BigInt(Number.MAX_SAFE_INTEGER);
    for (let value = largest - 3n * base; value <= largest + 3n * base; value += 1n) {
      const read = fromNumerals(toNumerals(value, numerals), numerals);
      expect(BigInt(read)).toBe(value);
      if (value > largest) expect(typeof read).toBe('bigint');
    }
    expect(typeof fromNumerals(toNumerals(largest / base - 2n, numerals), numerals)).toBe('number');
    expect(typeof fromNumerals(toNumerals((largest / base - 2n) * base, numerals), numerals)).toBe('number');
    expect(typeof fromNumerals(toNumerals(2n ** 60n, numerals), numerals)).toBe('bigint');
  });

  it('writes plain numbers and bigints alike', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(toNumerals(value, numerals)).toBe(toNumerals(BigInt(value), numerals));
      }),
      RUNS,
    );
  });

  it('reads the number that the definition gives', () => {
    fc.assert(
      fc.property(text, (written) => {
        const value = sum(written, graphemes);
        expect(BigInt(fromNumerals(written, numerals))).toBe(value);
        expect(BigInt(fromNumerals(written.toLowerCase(), numerals))).toBe(value);
        expect(BigInt(fromNumerals(written.toUpperCase(), numerals))).toBe(value);
      }),
      RUNS,
    );
  });

  it('reads back every number up to 2^200, written without leading zeros', () => {
    const values = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 200n }),
      fc.bigInt({ min: 2n ** 53n - 1_000n, max: 2n ** 53n + 1_000n }),
      fc.tuple(fc.integer({ min: 0, max: 45 }), fc.integer({ min: -1, max: 1 })).map(([power, near]) => {
        const value = base ** BigInt(power) + BigInt(near);
        return value < 0n ? 0n : value;
      }),
    );
    fc.assert(
      fc.property(values, (value) => {
        const written = toNumerals(value, numerals);
        expect(sum(written, graphemes)).toBe(value);
        expect(BigInt(fromNumerals(written, numerals))).toBe(value);
        if (value > 0n) expect(written[0]).not.toBe(graphemes[0]);
      }),
      RUNS,
    );
  });
});
