import { describe, expect, it } from 'vitest';
import { ALPHABETS, alphabetOf, checkAlphabetOf, EXTENDED_DIGITS } from './alphabets.ts';

const isPrime = (number: number): boolean => {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return number > 1;
};

describe('alphabets', () => {
  it.each([
    ['d', 10, '0', '9'],
    ['i', 11, '0', 'x'],
    ['x', 17, '0', '_'],
    ['e', 29, '0', 'z'],
    ['v', 37, '0', '_'],
    ['E', 47, '1', 'Z'],
    ['w', 67, '0', '_'],
    ['c', 89, '!', '~'],
  ])('%s has %i different characters', (letter, size, first, last) => {
    const alphabet = alphabetOf(letter);
    expect(alphabet).toHaveLength(size);
    expect(new Set(alphabet).size).toBe(size);
    expect([alphabet.at(0), alphabet.at(-1)]).toEqual([first, last]);
    expect(isPrime(size)).toBe(letter !== 'd');
  });

  it('lists the letters in the order of their sizes', () => {
    expect(Object.keys(ALPHABETS).join('')).toBe('dixevEwc');
  });

  it('has the extended digits and the alphabets of the manual', () => {
    expect(EXTENDED_DIGITS).toBe('0123456789bcdfghjkmnpqrstvwxz');
    expect(alphabetOf('e')).toBe(EXTENDED_DIGITS);
    expect(alphabetOf('x')).toBe('0123456789abcdef_');
    expect(alphabetOf('v')).toBe('0123456789abcdefghijklmnopqrstuvwxyz_');
    expect(alphabetOf('E')).toBe('123456789bcdfghjkmnpqrstvwxzBCDFGHJKMNPQRSTVWXZ');
    expect(alphabetOf('w')).toBe('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#*+@_');
    const visible = Array.from({ length: 0x7e - 0x20 }, (_, index) => String.fromCharCode(0x21 + index));
    expect(alphabetOf('c')).toBe(visible.filter((character) => !'%-./\\'.includes(character)).join(''));
  });

  it.each(['k', '', 'D', 'r', '_'])('has nothing for %j', (letter) => {
    expect(alphabetOf(letter)).toBe('');
  });
});

describe('checkAlphabetOf', () => {
  it.each([
    ['', 29],
    ['d', 29],
    ['e', 29],
    ['ded', 29],
    ['i', 11],
    ['di', 11],
    ['ei', 29],
    ['ie', 29],
    ['x', 17],
    ['dx', 17],
    ['ix', 37],
    ['xe', 37],
    ['v', 37],
    ['vexid', 37],
    ['E', 47],
    ['dE', 67],
    ['eE', 67],
    ['w', 67],
    ['vE', 67],
    ['c', 89],
    ['wc', 89],
    ['dixevEwc', 89],
  ])('of %j has %i characters', (letters, size) => {
    expect(checkAlphabetOf(letters)).toHaveLength(size);
  });
});
