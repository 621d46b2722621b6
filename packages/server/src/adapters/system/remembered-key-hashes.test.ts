import { expect, it } from 'vitest';
import { rememberKeyHashes } from './remembered-key-hashes.ts';

const open = (maxRemembered?: number) => {
  const tried: string[] = [];
  const slow = {
    hash: async (key: string) => `hash of ${key}`,
    isHashOf: async (hash: string, key: string) => {
      tried.push(key);
      return hash === `hash of ${key}`;
    },
  };
  return { tried, ...rememberKeyHashes(slow, maxRemembered) };
};

it('knows again what was right, under that hash alone, and nothing that was wrong', async () => {
  const { hash, isHashOf, isKnown, tried } = open();
  const mine = await hash('a');
  expect(isKnown(mine, 'a')).toBe(false);
  expect([await isHashOf(mine, 'a'), await isHashOf(mine, 'a'), await isHashOf(mine, 'b')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isKnown(mine, 'a'), isKnown(mine, 'b'), isKnown('hash of b', 'a')]).toEqual([true, false, false]);
  expect(tried).toEqual(['a', 'b']);
});

it('remembers so many and no more, those used last', async () => {
  const { isHashOf, isKnown } = open(2);
  for (const key of ['a', 'b', 'a', 'c']) await isHashOf(`hash of ${key}`, key);
  expect(['a', 'b', 'c'].map((key) => isKnown(`hash of ${key}`, key))).toEqual([true, false, true]);
});
