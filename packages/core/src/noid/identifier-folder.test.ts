import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifierFolder } from './identifier-folder.ts';

/** Reads a Pairtree folder: a pair is followed by more of its part, a single character ends the part. */
const identifierOf = (folder: string): string =>
  decodeURIComponent(
    folder
      .slice(0, -1)
      .split('/')
      .map((pair) => (pair.length === 1 ? `${pair}/` : pair))
      .join('')
      .replaceAll('+', ':')
      .replaceAll(',', '.')
      .replaceAll('%', '%25')
      .replaceAll('^', '%'),
  );

describe('identifierFolder', () => {
  it.each([
    ['xv8t984', 'xv/8t/98/4/'],
    ['13030/xv8t984', '13/03/0/xv/8t/98/4/'],
    ['ab', 'ab/'],
    ['a', 'a/'],
    ['', ''],
    ['/', ''],
    ['//a//bc/', 'a/bc/'],
    ['.', ',/'],
    ['..', ',,/'],
    ['../..', ',,/,,/'],
    ['ark:/12025/654', 'ar/k+/12/02/5/65/4/'],
    ['a.b', 'a,/b/'],
    ['"*+,<=>?\\^|', '^2/2^/2a/^2/b^/2c/^3/c^/3d/^3/e^/3f/^5/c^/5e/^7/c/'],
    ['\u0000\u001f \u007f', '^0/0^/1f/^2/0^/7f/'],
    ["!~#$%&'()-;@[]_`{}", "!~/#$/%&/'(/)-/;@/[]/_`/{}/"],
    ['é', '^c/3^/a9/'],
    ['\u0080', '^c/2^/80/'],
    ['\u{1f600}', '^f/0^/9f/^9/8^/80/'],
    ['\ud800', '^e/f^/bf/^b/d/'],
    ['what-the-*@?#!^!?', 'wh/at/-t/he/-^/2a/@^/3f/#!/^5/e!/^3/f/'],
  ])('%j -> %s', (identifier, folder) => {
    expect(identifierFolder(identifier)).toBe(folder);
  });

  it('is made of safe names only, whatever the identifier', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
        (identifier) => {
          expect(identifierFolder(identifier)).toMatch(/^(?:[!#-)+\-0-;@-[\]-{}~,]{1,2}\/)*$/);
        },
      ),
      { seed: 12, numRuns: 1_000 },
    );
  });

  it('keeps an identifier of one part readable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const identifier = text.replaceAll('/', '');
        fc.pre(identifier !== '');
        expect(identifierOf(identifierFolder(identifier)).replace(/\/$/, '')).toBe(identifier);
      }),
      { seed: 13, numRuns: 1_000 },
    );
  });

  it('tells apart identifiers of one NAAN', () => {
    expect(identifierOf(identifierFolder('13030/xv8t98'))).toBe('13030/xv8t98');
    expect(identifierFolder('ab/cd')).toBe(identifierFolder('abcd'));
  });
});
