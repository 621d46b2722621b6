import { describe, expect, it } from 'vitest';
import { decodeTable } from './decode-table.ts';

const TABLE = 'title;file\r\nCobertura – São Paulo;a.pdf\r\n';

const utf16 = (text: string, isLittleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (const [index, unit] of [...text].entries()) view.setUint16(index * 2, unit.charCodeAt(0), isLittleEndian);
  return new Uint8Array(view.buffer);
};

describe('a table', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode(TABLE)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${TABLE}`)],
    ['UTF-16 as Excel saves it', utf16(`\ufeff${TABLE}`, true)],
    ['UTF-16 the other way round', utf16(`\ufeff${TABLE}`, false)],
  ])('is read in %s', (_name, bytes) => expect(decodeTable(bytes)).toEqual({ text: TABLE, isGuessed: false }));

  it('is read as Excel saves CSV, and that is said to be a guess', () => {
    const bytes = Uint8Array.from(TABLE, (letter) => (letter === '–' ? 0x96 : letter.charCodeAt(0)));
    expect(decodeTable(bytes)).toEqual({ text: TABLE, isGuessed: true });
  });

  it.each([
    ['a workbook', [0x50, 0x4b, 0x03, 0x04, 0x00, 0xff]],
    ['half of a character', [0xff, 0xfe, 0x00]],
  ])('is not %s', (_name, bytes) => expect(decodeTable(Uint8Array.from(bytes))).toBeUndefined());
});
