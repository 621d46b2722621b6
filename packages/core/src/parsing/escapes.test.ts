import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeSpecial, unescapePrintable } from './escapes.ts';

const RUNS = { seed: 20_110_907, numRuns: 1_000 };
const PATH = { plusIsBlank: false };
const QUERY = { plusIsBlank: true };

/** The text, and the position of each of its characters (and of the end) in the source. */
const read = (source: string, options: { plusIsBlank: boolean }): { text: string; positions: number[] } | undefined => {
  const answer = unescapePrintable(source, options);
  if (!answer.ok) return undefined;
  const { text, positionOf } = answer.value;
  return { text, positions: Array.from({ length: text.length + 1 }, (_, index) => positionOf(index)) };
};

const bytes = Array.from({ length: 256 }, (_, byte) => byte);
const isPrintable = (byte: number): boolean => byte >= 0x20 && byte <= 0x7e;

describe('unescapePrintable', () => {
  it.each([
    { source: '', options: PATH, text: '', positions: [0] },
    { source: 'abc', options: PATH, text: 'abc', positions: [0, 1, 2, 3] },
    { source: 'a+b', options: PATH, text: 'a+b', positions: [0, 1, 2, 3] },
    { source: 'a+b', options: QUERY, text: 'a b', positions: [0, 1, 2, 3] },
    { source: '+', options: QUERY, text: ' ', positions: [0, 1] },
    { source: '+%41', options: PATH, text: '+A', positions: [0, 1, 4] },
    { source: '+%41', options: QUERY, text: ' A', positions: [0, 1, 4] },
    { source: '%2B+', options: QUERY, text: '+ ', positions: [0, 3, 4] },
    { source: '%20', options: PATH, text: ' ', positions: [0, 3] },
    { source: '%21%3A(oai_dc)', options: PATH, text: '!:(oai_dc)', positions: [0, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14] },
    { source: 'a%7eb', options: PATH, text: 'a~b', positions: [0, 1, 4, 5] },
    { source: '%2541', options: PATH, text: '%41', positions: [0, 3, 4, 5] },
    { source: 'c%f3digo', options: PATH, text: 'c%f3digo', positions: [0, 1, 2, 3, 4, 5, 6, 7, 8] },
    { source: '%0a%41', options: PATH, text: '%0aA', positions: [0, 1, 2, 3, 6] },
    { source: 'é%41', options: PATH, text: 'éA', positions: [0, 1, 4] },
  ])('reads "$source" ($options.plusIsBlank) as "$text"', ({ source, options, text, positions }) => {
    expect(read(source, options)).toEqual({ text, positions });
  });

  it('knows no place beyond the end of a text that had escapes', () => {
    const answer = unescapePrintable('%41%42', PATH);
    expect(answer.ok && [answer.value.positionOf(2), answer.value.positionOf(9)]).toEqual([6, 6]);
  });

  it('replaces the escapes of the printable bytes, in any letter case, and keeps those of all others', () => {
    for (const byte of bytes) {
      const lower = `%${byte.toString(16).padStart(2, '0')}`;
      for (const escaped of [lower, lower.toUpperCase()]) {
        expect(read(`<${escaped}>`, PATH)?.text).toBe(`<${isPrintable(byte) ? String.fromCharCode(byte) : escaped}>`);
      }
    }
  });

  it.each([
    { source: '%', position: 0 },
    { source: 'ab%', position: 2 },
    { source: 'ab%4', position: 2 },
    { source: '%4g', position: 0 },
    { source: '%g4', position: 0 },
    { source: '%%41', position: 0 },
    { source: '%41%', position: 3 },
    { source: '%41%zz%', position: 3 },
    { source: '%f', position: 0 },
    { source: '% 4', position: 0 },
    { source: '%-1', position: 0 },
    { source: '%４1', position: 0 },
  ])('refuses "$source" at $position', ({ source, position }) => {
    for (const options of [PATH, QUERY]) {
      expect(unescapePrintable(source, options)).toEqual({
        ok: false,
        problem: 'escape/malformed',
        position,
        expected: 'two hexadecimal digits',
      });
    }
  });
});

describe('escapeSpecial', () => {
  it.each([
    { text: '', special: '%', escaped: '' },
    { text: 'abc', special: '%', escaped: 'abc' },
    { text: 'a&b=c', special: '&=', escaped: 'a%26b%3Dc' },
    { text: 'a&b=c', special: '', escaped: 'a&b=c' },
    { text: 'a b+c', special: ' +', escaped: 'a%20b%2Bc' },
    { text: '~', special: '~', escaped: '%7E' },
    { text: '100%', special: '%', escaped: '100%25' },
    { text: '100%', special: '', escaped: '100%' },
    { text: '%4', special: '%', escaped: '%254' },
    { text: '%41', special: '%', escaped: '%2541' },
    { text: '%20', special: '%', escaped: '%2520' },
    { text: '%7e', special: '%', escaped: '%257e' },
    { text: '%f3', special: '%', escaped: '%f3' },
    { text: '%00', special: '%', escaped: '%00' },
    { text: '%1f%7f', special: '%', escaped: '%1f%7f' },
    { text: '%%f3', special: '%', escaped: '%25%f3' },
    { text: 'é', special: '', escaped: '%C3%A9' },
    { text: 'é%41%f3', special: '%', escaped: '%C3%A9%2541%f3' },
    { text: '\u{1F600}%41%f3', special: '%', escaped: '%F0%9F%98%80%2541%f3' },
    { text: '\u0000\n\u001f\u007f\u0080', special: '', escaped: '%00%0A%1F%7F%C2%80' },
    { text: '\ud800', special: '', escaped: '%EF%BF%BD' },
    { text: '\udfff', special: '', escaped: '%EF%BF%BD' },
    { text: '\ud83dx', special: '', escaped: '%EF%BF%BDx' },
    { text: '\ud83d\ud83d\ude00\ude00', special: '', escaped: '%EF%BF%BD%F0%9F%98%80%EF%BF%BD' },
    { text: '\ud7ff\ue000\uffff', special: '', escaped: '%ED%9F%BF%EE%80%80%EF%BF%BF' },
  ])('writes $text with the specials "$special" as $escaped', ({ text, special, escaped }) => {
    expect(escapeSpecial(text, special)).toBe(escaped);
  });

  it('escapes a printable character if and only if it is special', () => {
    for (const byte of bytes.filter(isPrintable)) {
      const character = String.fromCharCode(byte);
      expect(escapeSpecial(character, character)).toBe(`%${byte.toString(16).toUpperCase()}`);
      expect(escapeSpecial(character, '')).toBe(character);
    }
  });

  it('is read again as the same printable text', () => {
    const pieces = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii' }) },
      fc.constantFrom('%', '%41', '%f3', '%0A', '%2', '%%', '+', ' ', '%zz'),
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join('');
        expect(read(escapeSpecial(text, '%+ '), QUERY)?.text).toBe(text);
        expect(read(escapeSpecial(text, '%'), PATH)?.text).toBe(text);
      }),
      RUNS,
    );
  });

  it('writes the bytes of UTF-8, with U+FFFD for half a surrogate pair', () => {
    const units = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd700, max: 0xe0ff }));
    fc.assert(
      fc.property(fc.array(units), (codes) => {
        const text = String.fromCharCode(...codes.filter((code) => code !== 37));
        const escaped = escapeSpecial(text, '');
        expect(escaped).toMatch(/^[\x20-\x7e]*$/);
        expect(decodeURIComponent(escaped)).toBe(Buffer.from(text, 'utf8').toString('utf8'));
        expect(escapeSpecial(escaped, '')).toBe(escaped);
      }),
      RUNS,
    );
  });
});
