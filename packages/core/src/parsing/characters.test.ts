import { describe, expect, it } from 'vitest';
import { isAlphanumeric, isDigit, isDigitOrPoint, isHexadecimal, isLetter, skip } from './characters.ts';

const CLASSES = [
  { name: 'isDigit', belongs: isDigit, pattern: /^[0-9]$/ },
  { name: 'isDigitOrPoint', belongs: isDigitOrPoint, pattern: /^[0-9.]$/ },
  { name: 'isLetter', belongs: isLetter, pattern: /^[A-Za-z]$/ },
  { name: 'isAlphanumeric', belongs: isAlphanumeric, pattern: /^[0-9A-Za-z]$/ },
  { name: 'isHexadecimal', belongs: isHexadecimal, pattern: /^[0-9A-Fa-f]$/ },
];

describe.each(CLASSES)('$name', ({ belongs, pattern }) => {
  it('says of each of the 65536 codes what the regular expression says', () => {
    const wrong: number[] = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      if (belongs(code) !== pattern.test(String.fromCharCode(code))) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });

  it('does not contain the end of a text', () => {
    expect(belongs(''.charCodeAt(0))).toBe(false);
  });
});

describe('skip', () => {
  it.each([
    { text: '123abc', start: 0, end: 3 },
    { text: '123abc', start: 1, end: 3 },
    { text: '123abc', start: 3, end: 3 },
    { text: '123', start: 0, end: 3 },
    { text: '123', start: 3, end: 3 },
    { text: '123', start: 9, end: 9 },
    { text: '', start: 0, end: 0 },
  ])('stands at $end of "$text" from $start on', ({ text, start, end }) => {
    expect(skip(text, start, isDigit)).toBe(end);
  });

  it('ends with the text whatever the class', () => {
    expect(skip('abc', 0, () => true)).toBe(3);
  });
});
