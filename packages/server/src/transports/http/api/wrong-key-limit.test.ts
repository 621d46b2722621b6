import { expect, it } from 'vitest';
import { createWrongKeyLimit } from './wrong-key-limit.ts';

const ADDRESS = '192.0.2.7';

it('allows twenty wrong keys, and one more every three seconds', () => {
  let now = 0;
  const limit = createWrongKeyLimit(() => now);
  const take = (count: number): readonly number[] => Array.from({ length: count }, () => limit.take(ADDRESS));
  expect(take(22)).toEqual([...Array.from({ length: 20 }, () => 0), 3, 3]);
  now += 1_500;
  expect(take(1)).toEqual([2]);
  now += 1_500;
  expect(take(2)).toEqual([0, 3]);
  now += 3_600_000;
  expect(take(21)).toEqual([...Array.from({ length: 20 }, () => 0), 3]);
});

it('remembers a bounded number of addresses', () => {
  const limit = createWrongKeyLimit(() => 0);
  for (let count = 0; count < 20; count += 1) limit.take(ADDRESS);
  for (let number = 0; number < 9_999; number += 1) limit.take(String(number));
  expect(limit.take(ADDRESS)).toBe(3);
  for (let number = 0; number < 10_000; number += 1) limit.take(`other ${number}`);
  expect(limit.take(ADDRESS)).toBe(0);
});
