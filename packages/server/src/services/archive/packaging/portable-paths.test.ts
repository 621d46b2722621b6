import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portablePaths } from './portable-paths.ts';

describe('places of files in packages', () => {
  it.each([
    ['a/b.txt', 'a/b.txt'],
    ['ção.txt', 'ção.txt'],
    ['Relat\\xF3rio.pdf', 'Relat~F3rio.pdf'],
    ['a\\x5Cb', 'a~5Cb'],
    ['100%.txt', '100~25.txt'],
    ['what?.txt', 'what~3F.txt'],
    ['end.', 'end~2E'],
    ['\\x20both\\x20', '~20both~20'],
    ['con.txt', '~63on.txt'],
    ['line\\x0Afeed', 'line~0Afeed'],
  ])('%s is at %s', (path, place) => {
    expect(portablePaths([path]).get(path)).toBe(place);
  });

  it('never coincide, whatever the case, and are short', () => {
    const long = 'x'.repeat(700);
    const paths = ['a?', 'a%3F', 'A%3f', `${long}1`, `${long}2`];
    const places = [...portablePaths(paths).values()];
    expect(places).toEqual(['a~3F', 'a~253F', '_A~253f', 'x'.repeat(120), `_${'x'.repeat(120)}`]);
    // A file is at no place where others have a folder.
    expect([...portablePaths([`${long}/a`, long, `${long}3/b`]).values()]).toEqual([
      `${'x'.repeat(120)}/a`,
      `_${'x'.repeat(120)}`,
      `${'x'.repeat(120)}/b`,
    ]);
    expect([...portablePaths(['b?', 'B?']).values()]).toEqual(['b~3F', '_B~3F']);
  });

  it('leave no folder, whatever the names are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, unit: 'binary' }), { maxLength: 5 }), (names) => {
        const paths = [...new Set(names.map((name) => name.replaceAll(/[/\\\0]/g, '_')))].filter(
          (name) => name !== '.' && name !== '..',
        );
        for (const place of portablePaths(paths).values()) {
          expect(place).not.toMatch(/[\\%:\n\r\0]|^\/|\/$|\/\//);
          expect(place.split('/').every((name) => name !== '..' && name !== '.' && name !== '')).toBe(true);
        }
      }),
    );
  });
});
