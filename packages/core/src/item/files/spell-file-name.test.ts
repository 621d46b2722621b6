import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseItemFilePath } from './file-path.ts';
import { fileNameBytes, readableFileName, spellFileName } from './spell-file-name.ts';

const RUNS = { seed: 22, numRuns: 5_000 };
const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/**
 * Any name that a disk may hold: random bytes, texts in several encodings, and names that look like our own escapes.
 */
const nameBytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 6 }).map((bytes) => [...bytes]),
      fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => [...Buffer.from(text, 'utf8')]),
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => [...Buffer.from(text, 'utf8')]),
      fc
        .constantFrom(
          '\\',
          '\\x',
          '\\xF3',
          '\\x5C',
          ' ',
          '.',
          '..',
          'CON',
          'é',
          'e\u0301',
          '\u0338',
          '<',
          '\u200d',
          'A',
        )
        .map((text) => [...Buffer.from(text, 'utf8')]),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => Uint8Array.from(pieces.flat().filter((byte) => byte !== 0 && byte !== 0x2f)));

describe('spellFileName', () => {
  it.each([
    [latin1('Relat\xf3rio Final.pdf'), String.raw`Relat\xF3rio Final.pdf`],
    [latin1('a\\b'), String.raw`a\x5Cb`],
    [latin1('\\xF3'), String.raw`\x5CxF3`],
    [latin1('\xc3\xb3'), 'ó'],
    [latin1('\xed\xa0\x80'), String.raw`\xED\xA0\x80`],
    [latin1('\xf0\x9f\x98'), String.raw`\xF0\x9F\x98`],
    [latin1('\xff\xe3'), String.raw`\xFF\xE3`],
    [latin1('a'), 'a'],
  ])('spells %s as %s', (bytes, spelling) => {
    expect(spellFileName(bytes)).toBe(spelling);
    expect(fileNameBytes(spelling)).toEqual(bytes);
  });

  it('loses no byte of any name, and gives no two names one spelling', () => {
    fc.assert(
      fc.property(nameBytes, (bytes) => {
        const spelling = spellFileName(bytes);
        expect(fileNameBytes(spelling)).toEqual(bytes);
        expect(spellFileName(fileNameBytes(spelling))).toBe(spelling);
        expect(spelling).toBe(spelling.normalize('NFC'));
      }),
      RUNS,
    );
  });

  it('spells what is a path already', () => {
    fc.assert(
      fc.property(nameBytes, (bytes) => {
        const spelling = spellFileName(bytes);
        if (['', '.', '..'].includes(spelling)) return;
        expect(parseItemFilePath(spelling)).toEqual({ ok: true, value: spelling });
      }),
      RUNS,
    );
  });
});

describe('fileNameBytes', () => {
  it('replaces halves of characters', () => {
    expect(fileNameBytes('a\ud83d')).toEqual(Uint8Array.from(Buffer.from('a\ufffd')));
  });
});

describe('readableFileName', () => {
  it.each([
    ['thesis.pdf', 'thesis.pdf'],
    [String.raw`Relat\xF3rio Final.pdf`, 'Relatório Final.pdf'],
    [String.raw`ac\xCC\xA7a\xCC\x83o.txt`, 'ação.txt'],
    [String.raw`a\x5Cb\x0A`, 'a\\b_'],
    [String.raw`\xF3\x85`, 'ó_'],
  ])('reads %s as %s', (spelling, text) => {
    expect(readableFileName(spelling)).toBe(text);
  });
});
