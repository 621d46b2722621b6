import { Refusal } from '@perene/api/refusals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, shellWords, shownText, textOf, trimBlanks, wordOf } from './words.ts';

/** Bytes as they come from a stream. */
const words = fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

const inDoubleQuotes = (word: string): string => `"${word.replace(/["\\]/g, '\\$&')}"`;
const withBackslashes = (word: string): string => word.replace(/[\s\S]/g, '\\$&');

describe('words', () => {
  it('are the bytes of a text, and the text again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Buffer.from(bytesOf(wordOf(text))).toString()).toBe(Buffer.from(text).toString());
        expect(textOf(wordOf(text))).toBe(Buffer.from(text).toString());
        expect(shownText(wordOf(text))).toBe(Buffer.from(text).toString());
      }),
    );
  });

  it('keep any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect([...bytesOf(Buffer.from(bytes).toString('latin1'))]).toEqual([...bytes]);
      }),
    );
  });

  it('are names only where they are UTF-8', () => {
    for (const word of ['a\xff', '\xc3', '\xed\xa0\x80', '\xc0\x80']) {
      expect(() => textOf(word)).toThrow(Refusal);
      expect(shownText(word)).toContain('\ufffd');
    }
    expect(textOf('\xef\xbb\xbfa')).toBe('\ufeffa');
  });

  it('lose blanks of one byte at their ends, and nothing else', () => {
    expect(trimBlanks(' \t\r\n\v\f a b \n')).toBe('a b');
    expect(trimBlanks('\xa0\x85a\xa0')).toBe('\xa0\x85a\xa0');
    expect(trimBlanks(' \n ')).toBe('');
  });
});

describe('lines', () => {
  it('give back the words that were quoted, whatever is in them', () => {
    const quoted = fc.tuple(words, fc.constantFrom(inDoubleQuotes, withBackslashes));
    fc.assert(
      fc.property(fc.array(quoted), fc.constantFrom(' ', '\t', '  \n', '\r\n'), (parts, blanks) => {
        // Backslashes alone cannot write an empty word.
        const given = parts.filter(([word, quote]) => word !== '' || quote === inDoubleQuotes);
        const line = given.map(([word, quote]) => quote(word)).join(blanks);
        expect(shellWords(`${blanks}${line}${blanks}`)).toEqual(given.map(([word]) => word));
      }),
    );
  });

  it('never fail, and have no blank outside quotes in a word', () => {
    fc.assert(
      fc.property(words, (line) => {
        const found = shellWords(line);
        if (!/["'\\]/.test(line)) expect(found).toEqual(line.split(/[ \t-\r]+/).filter((word) => word !== ''));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['', []],
    [' \n', []],
    ['a b', ['a', 'b']],
    ['a"b c"d', ['ab cd']],
    [`"" ''`, ['', '']],
    [`'a\\'b'`, ["a\\'b"]],
    [`'a\\b'`, ['a\\b']],
    ['"a\\b\\""', ['ab"']],
    ['a\\ b', ['a b']],
    ['"it\'s" \'a "b"\'', ["it's", 'a "b"']],
    ['a\xa0b', ['a\xa0b']],
  ])('%j is %j', (line, expected) => {
    expect(shellWords(line)).toEqual(expected);
  });

  it.each(['"', "'", 'a "b', "don't", 'a\\', '"a\\', '"\\"'])('%j stays open, and has no words', (line) => {
    expect(shellWords(line)).toEqual([]);
  });
});
