import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { parseKey } from './key.ts';

const digits = (count: number): string => '7'.repeat(count);

describe('parseKey', () => {
  it.each([
    '1234567890',
    '0000000000',
    '1234567890-1234567890',
    '1426286454-36108967764060357',
    digits(10),
    digits(256),
    `${digits(256)}-${digits(10)}`,
    `${digits(10)}-${digits(256)}`,
  ])('takes %s', (text) => {
    expect(parseKey(text)).toEqual(accept(text));
  });

  it.each([
    ['', 0],
    [digits(9), 0],
    [digits(257), 0],
    ['123456789x', 0],
    ['-1234567890', 0],
    [' 1234567890', 0],
    [`${digits(10)}-`, 11],
    [`${digits(10)}-${digits(9)}`, 11],
    [`${digits(10)}-${digits(257)}`, 11],
    [`${digits(10)}--${digits(10)}`, 11],
    [`${digits(256)}-x`, 257],
  ])('counts the digits of %j', (text, position) => {
    expect(parseKey(text)).toEqual(refuse('key/number', position, '10 to 256 digits'));
  });

  it.each([`${digits(10)} `, `${digits(10)}x`, `${digits(10)}_${digits(10)}`, `${digits(10)}\u0661`])(
    'refuses what follows the first number in %j',
    (text) => {
      expect(parseKey(text)).toEqual(refuse('key/trailing', 10, 'a hyphen or the end'));
    },
  );

  it.each([`${digits(10)}-${digits(10)} `, `${digits(10)}-${digits(10)}-${digits(10)}`])(
    'refuses what follows the second number in %j',
    (text) => {
      expect(parseKey(text)).toEqual(refuse('key/trailing', 21, 'a digit or the end'));
    },
  );

  it('is one or two numbers of 10 to 256 digits, and nothing else', () => {
    const text = fc.array(fc.constantFrom('-', 'x', digits(9), digits(10), digits(246), digits(1)), { maxLength: 5 });
    fc.assert(
      fc.property(text, (parts) => {
        const key = parts.join('');
        expect(parseKey(key).ok).toBe(/^\d{10,256}(-\d{10,256})?$/.test(key));
      }),
      { seed: 20_150_325, numRuns: 2_000 },
    );
  });
});
