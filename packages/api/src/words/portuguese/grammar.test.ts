import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { expectedInPortuguese } from './grammar.ts';

const refused = (problem: string) => ({ problem, expected: 'the English words' });

const readInvalid = (path: string): readonly { readonly problem: string }[] =>
  JSON.parse(readFileSync(new URL(`../../../../../vectors/${path}`, import.meta.url), 'utf8')).invalid;

describe('what was expected, in Portuguese', () => {
  it('is known for every problem that a label or a persistent URL can have', () => {
    const problems = [...readInvalid('ibi/labels.json'), ...readInvalid('persistent-url/strict-more.json')];
    expect(new Set(problems.map(({ problem }) => problem)).size).toBeGreaterThan(30);
    for (const { problem } of problems) {
      expect(expectedInPortuguese(refused(problem)), problem).not.toBe('the English words');
    }
  });

  it('is known for every problem code of core', () => {
    const core = fileURLToPath(new URL('../../../../core/src/', import.meta.url));
    const sources = globSync('**/*.ts', { cwd: core, exclude: (path) => path.endsWith('.test.ts') });
    const codes = sources.flatMap((path) =>
      [...readFileSync(`${core}${path}`, 'utf8').matchAll(/refuse\(\s*'([a-z0-9-]+\/[a-z0-9-]+)'/g)].map(
        ([, code = '']) => code,
      ),
    );
    expect(new Set(codes).size).toBeGreaterThan(80);
    const unknown = codes.filter((code) => expectedInPortuguese(refused(code)) === 'the English words');
    expect(unknown).toEqual([]);
  });

  it.each([
    ['ibip/port', 'nada (porta 800) ou outra porta codificada'],
    ['host/never-heard-of', 'uma letra ou um algarismo'],
    ['ibip/too-long', 'um texto mais curto'],
    ['never/heard-of', 'the English words'],
  ])('is told of %s by its code, by its grammar, or in English', (problem, expected) =>
    expect(expectedInPortuguese(refused(problem))).toBe(expected),
  );
});
