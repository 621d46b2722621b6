import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findDecisionProblems } from './decisions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') });
const PLACES = [
  '*.md',
  '{docs,benchmarks}/**/*.{md,ts}',
  'packages/*/src/**/*.{ts,tsx}',
  'tests/**/*.ts',
  'vectors/**/*.{json,md,txt}',
];

const judge = (text: string): readonly string[] =>
  findDecisionProblems('1. One\n2. Two\n3. Three\n', [{ path: 'x.ts', text }]);

describe('decisions that files refer to', () => {
  it('are in docs/decisions.md', () => {
    const files = globSync(PLACES, { cwd: root, exclude: (path) => /node_modules|\/dist\//.test(path) }).map(read);
    expect(files.filter(({ text }) => /\bdecisions? \d/i.test(text)).length).toBeGreaterThan(20);
    expect(findDecisionProblems(read('docs/decisions.md').text, files)).toEqual([]);
  });

  it.each(['Decision 4', 'decisions 1 and 4', 'decisions 1, 2 and 4', 'decisions 2-4', 'decisions 1 to 4'])(
    'are missed where a text says "%s"',
    (text) => {
      expect(judge(`// ${text}: a reason`)).toEqual([
        'x.ts: refers to decision 4, which docs/decisions.md does not have',
      ]);
    },
  );

  it.each(['decision 3', 'decisions 1-3', 'the decision of 4 people'])('are found where a text says "%s"', (text) => {
    expect(judge(text)).toEqual([]);
  });

  it('have one meaning each', () => {
    expect(findDecisionProblems('1. One\n1. Two\n', [])).toEqual(['docs/decisions.md: has decision 1 twice']);
  });
});
