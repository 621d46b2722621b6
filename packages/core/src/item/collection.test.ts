import { describe, expect, it } from 'vitest';
import { parseCollectionName } from './collection.ts';

describe('parseCollectionName', () => {
  it.each(['a', '7', 'heron-marsh', 'theses-2026', 'x'.repeat(64)])('takes %s', (text) => {
    expect(parseCollectionName(text)).toEqual({ ok: true, value: text });
  });

  it.each([
    ['', 0],
    ['-marsh', 0],
    ['Heron', 0],
    ['marsh-', 5],
    ['heron--marsh', 5],
    ['heron marsh', 5],
    ['açaí', 1],
    ['a/b', 1],
    ['a\n', 1],
    ['x'.repeat(65), 64],
  ])('refuses %j at character %i', (text, position) => {
    expect(parseCollectionName(text)).toMatchObject({ ok: false, position });
  });
});
