import { expect, it } from 'vitest';
import { createFewAtATime } from './few-at-a-time.ts';

it('at most so many works run at the same time, and all come to their end, whatever fails', async () => {
  const few = createFewAtATime(2);
  let [running, most] = [0, 0];
  const work = (number: number) =>
    few(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      if (number % 3 === 0) throw new Error(`${number}`);
      return number;
    });
  const ended = await Promise.allSettled(Array.from({ length: 9 }, (_, number) => work(number)));
  expect(ended.map(({ status }) => status === 'fulfilled')).toEqual(
    Array.from({ length: 9 }, (_, number) => number % 3 !== 0),
  );
  expect([most, running]).toEqual([2, 0]);
  expect(await work(1)).toBe(1);
});
