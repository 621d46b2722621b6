import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentPath, escapeFilePath, readingsOfPath, unescapeFilePath } from './file-url.ts';
import { spellFileName } from './spell-file-name.ts';

describe('documentPath', () => {
  it('is spelled as the item says', () => {
    const item = { repository: 'example.org/www/2020/01.01' };
    expect(documentPath(item, 'é.txt')).toBe('/col/example.org/www/2020/01.01/doc/%C3%A9.txt');
    expect(documentPath({ ...item, fileNameEncoding: 'iso-8859-1' }, 'é.txt')).toMatch(/\/%e9\.txt$/i);
  });
});

describe('escapeFilePath', () => {
  it.each([
    ['a b/c@d#e?.txt', 'utf-8', 'a%20b/c@d%23e%3F.txt'],
    ['Relatório Final.pdf', 'utf-8', 'Relat%C3%B3rio%20Final.pdf'],
    ['Relatório Final.pdf', 'iso-8859-1', 'Relat%f3rio%20Final.pdf'],
    [String.raw`Relat\xF3rio Final.pdf`, 'utf-8', 'Relat%f3rio%20Final.pdf'],
    [String.raw`a\x5Cb<c>`, 'utf-8', 'a%5cb%3Cc%3E'],
    [String.raw`á\x5Cb`, 'iso-8859-1', '%e1%5cb'],
  ] as const)('writes %s in %s as %s', (path, encoding, escaped) => {
    expect(escapeFilePath(path, encoding)).toBe(escaped);
  });

  it('leads to the same bytes again', () => {
    const name = fc
      .uint8Array({ minLength: 1, maxLength: 12 })
      .map((bytes) => bytes.filter((byte) => byte !== 0 && byte !== 0x2f))
      .filter((bytes) => bytes.length > 0)
      .map(spellFileName);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (names) => {
        const escaped = escapeFilePath(names.join('/'), 'utf-8');
        expect(escaped).toMatch(/^[!-~]+$/);
        expect(unescapeFilePath(escaped)).toBe(names.join('/'));
      }),
      { seed: 22, numRuns: 2_000 },
    );
  });
});

describe('unescapeFilePath', () => {
  it.each([
    ['a%20b/c', 'a b/c'],
    ['a%2Fb', 'a/b'],
    ['Relat%f3rio%20Final.pdf', String.raw`Relat\xF3rio Final.pdf`],
    ['Relat%C3%B3rio', 'Relatório'],
    ['ó', 'ó'],
    ['a\\xF3', String.raw`a\x5CxF3`],
    ['a%5cxF3', String.raw`a\x5CxF3`],
    ['a%00b', undefined],
    ['a%zz', undefined],
    ['a%4', undefined],
    ['a\ud83d', undefined],
  ])('reads %s as %s', (escaped, path) => {
    expect(unescapeFilePath(escaped)).toBe(path);
  });
});

describe('readingsOfPath', () => {
  it.each([
    ['a/b', ['a/b']],
    ['é', ['é', 'Ã©']],
    [String.raw`Relat\xF3rio`, [String.raw`Relat\xF3rio`, 'Relatório']],
    [String.raw`c\xCC\xA7/a`, [String.raw`c\xCC\xA7/a`, 'ç/a', 'cÌ§/a']],
    [String.raw`a\x5Cb`, [String.raw`a\x5Cb`]],
    ['..', []],
    ['a\0', []],
    // Characters of ISO 8859-1 beyond ASCII have two bytes in UTF-8.
    ['é'.repeat(300), ['é'.repeat(300)]],
  ])('reads %s as %j', (path, readings) => {
    expect(readingsOfPath(path)).toEqual(readings);
  });
});
