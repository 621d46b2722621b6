import { expect, it } from 'vitest';
import { rememberKeyHashes } from './remembered-key-hashes.ts';

const open = (maxRemembered?: number) => {
  const tried: string[] = [];
  const slow = {
    hashKey: async (key: string) => `hash of ${key}`,
    isKeyOf: async (hash: string, key: string) => {
      tried.push(key);
      return hash === `hash of ${key}`;
    },
  };
  return { tried, ...rememberKeyHashes(slow, maxRemembered) };
};

it('remembers right keys, under their own hash only, and no wrong ones', async () => {
  const { hashKey, isKeyOf, isKnownKey, tried } = open();
  const mine = await hashKey('a');
  expect(isKnownKey(mine, 'a')).toBe(false);
  expect([await isKeyOf(mine, 'a'), await isKeyOf(mine, 'a'), await isKeyOf(mine, 'b')]).toEqual([true, true, false]);
  expect([isKnownKey(mine, 'a'), isKnownKey(mine, 'b'), isKnownKey('hash of b', 'a')]).toEqual([true, false, false]);
  expect(tried).toEqual(['a', 'b']);
});

it('remembers a bounded number of keys, those used last', async () => {
  const { isKeyOf, isKnownKey } = open(2);
  for (const key of ['a', 'b', 'a', 'c']) await isKeyOf(`hash of ${key}`, key);
  expect(['a', 'b', 'c'].map((key) => isKnownKey(`hash of ${key}`, key))).toEqual([true, false, true]);
});
