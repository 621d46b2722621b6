import { readFileSync } from 'node:fs';
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

  it.each([
    ['ibip/port', 'nada (porta 800) ou outra porta codificada'],
    ['host/never-heard-of', 'uma letra ou um algarismo'],
    ['ibip/too-long', 'um texto mais curto'],
    ['noid/never-heard-of', 'the English words'],
  ])('is told of %s by its code, by its grammar, or in English', (problem, expected) =>
    expect(expectedInPortuguese(refused(problem))).toBe(expected),
  );
});
