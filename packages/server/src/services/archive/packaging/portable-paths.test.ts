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
    expect(places).toEqual(['a~3F', 'a~253F', '_2_A~253f', 'x'.repeat(120), `_2_${'x'.repeat(120)}`]);
    // A file is at no place where others have a folder.
    expect([...portablePaths([`${long}/a`, long, `${long}3/b`]).values()]).toEqual([
      `${'x'.repeat(120)}/a`,
      `_2_${'x'.repeat(120)}`,
      `${'x'.repeat(120)}/b`,
    ]);
    expect([...portablePaths(['b?', 'B?']).values()]).toEqual(['b~3F', '_2_B~3F']);
  });

  it('are names that every disk takes, however many begin alike', () => {
    const paths = Array.from({ length: 3_000 }, (_, number) => `${'x'.repeat(130)}${number}`);
    const places = [...portablePaths(paths).values()];
    expect(new Set(places).size).toBe(3_000);
    expect(Math.max(...places.map((place) => place.length))).toBeLessThan(200);
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
