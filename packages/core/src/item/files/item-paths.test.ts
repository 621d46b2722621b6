import { describe, expect, it } from 'vitest';
import { MAX_FILES_PER_ITEM } from '../limits.ts';
import { createItemPaths } from './item-paths.ts';

describe('the paths of an item', () => {
  it('are kept as they are spelled', () => {
    expect(createItemPaths().take('a/e\u0301.txt')).toEqual({ ok: true, value: 'a/é.txt' });
  });

  it('are what parsers take', () => {
    expect(createItemPaths().take('a//b')).toMatchObject({ ok: false, problem: 'file-path/empty-name', position: 2 });
  });

  it.each([
    ['letter case aside', 'Report.pdf', 'report.PDF'],
    ['a file where a folder is', 'a/b/c', 'A/B'],
    ['a folder where a file is', 'a/b', 'a/b/c'],
  ])('are taken once: %s', (_case, first, second) => {
    const paths = createItemPaths();
    expect(paths.take(first).ok).toBe(true);
    expect(paths.take(second)).toMatchObject({ ok: false, problem: 'file-path/taken' });
  });

  it('share folders', () => {
    const paths = createItemPaths();
    expect([paths.take('a/b').ok, paths.take('a/c').ok, paths.take('ab').ok]).toEqual([true, true, true]);
  });

  it('are free again with their folders, once no file is in them', () => {
    const paths = createItemPaths();
    paths.take('a/b');
    paths.take('a/c');
    paths.release('a/b');
    expect(paths.take('a').ok).toBe(false);
    paths.release('a/c');
    expect(paths.take('a').ok).toBe(true);
  });

  it('stay as they are when one is released that nobody took', () => {
    const paths = createItemPaths();
    paths.take('a/b');
    paths.release('a/c');
    expect(paths.take('a').ok).toBe(false);
  });

  it('are as many as an item has files', () => {
    const paths = createItemPaths();
    for (let index = 0; index < MAX_FILES_PER_ITEM; index += 1) expect(paths.take(String(index)).ok).toBe(true);
    expect(paths.take('one more')).toMatchObject({ ok: false, problem: 'file-path/too-many' });
    paths.release('7');
    expect(paths.take('one more').ok).toBe(true);
  });
});
