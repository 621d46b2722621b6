import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { portuguese } from './portuguese.ts';

const readInvalid = (path: string): readonly { readonly problem: string }[] =>
  JSON.parse(readFileSync(new URL(`../../../../../vectors/${path}`, import.meta.url), 'utf8')).invalid;

const PROBLEMS = new Set(
  [...readInvalid('ibi/labels.json'), ...readInvalid('persistent-url/strict-more.json')].map(({ problem }) => problem),
);

it('knows a sentence for every problem that a label or a persistent URL can have', () => {
  expect(PROBLEMS.size).toBeGreaterThan(30);
  for (const problem of PROBLEMS) {
    const sentence = portuguese.expected({ ok: false, problem, position: 0, expected: 'the English words' });
    expect(sentence, problem).toMatch(/^esperava-se .+\.$/);
    expect(sentence, problem).not.toContain('English');
  }
});
