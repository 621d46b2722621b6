import { expect, it } from 'vitest';
import { createIdempotencyMemory } from './idempotency-memory.ts';

const createCounted = () => {
  let now = 1;
  let done = 0;
  const memory = createIdempotencyMemory(() => now);
  const ask = (key: string, answer: unknown = 'answer', fingerprint = 'f'): Promise<unknown> =>
    memory.once({ key, fingerprint }, async () => {
      done += 1;
      return answer;
    });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { memory, ask, pass, done: () => done };
};

it('carries a request out once a day', async () => {
  const { ask, pass, done } = createCounted();
  expect(await Promise.all([ask('k'), ask('k')])).toEqual(['answer', 'answer']);
  expect(done()).toBe(1);
  pass(24 * 3_600_000);
  await ask('k');
  expect(done()).toBe(1);
  pass(1);
  await ask('k');
  expect(done()).toBe(2);
});

it('refuses another request under the same key', async () => {
  const { ask } = createCounted();
  await ask('k');
  expect(() => ask('k', 'answer', 'other')).toThrow(/another request/);
});

it('forgets what failed', async () => {
  const { memory, ask } = createCounted();
  await expect(memory.once({ key: 'k', fingerprint: 'f' }, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  expect(await ask('k')).toBe('answer');
});

it('forgets the earliest beyond ten thousand', async () => {
  const { ask, done } = createCounted();
  for (let number = 0; number <= 10_000; number += 1) await ask(`k${number}`);
  await ask('k10000');
  expect(done()).toBe(10_001);
  await ask('k0');
  expect(done()).toBe(10_002);
});

it('forgets the earliest beyond 64 MiB', async () => {
  const { ask, done } = createCounted();
  const large = 'x'.repeat(16 * 1_048_576);
  for (const key of ['a', 'b', 'c', 'd']) await ask(key, large);
  await ask('d');
  expect(done()).toBe(4);
  await ask('a');
  expect(done()).toBe(5);
});
