import { expect, it } from 'vitest';
import { createMemberCircuits } from './member-circuits.ts';

it('an Archive that fails is left alone, each for itself, and comes back with its first answer', () => {
  let now = 5_000_000_000n;
  const circuits = createMemberCircuits({ clock: { now: () => now }, chance: () => 0 });
  expect(circuits.healthOf(7)).toEqual({ kind: 'answering' });
  circuits.failed(7);
  circuits.failed(7);
  expect(circuits.mayAsk(7)).toBe(true);
  circuits.failed(7);
  expect([circuits.mayAsk(7), circuits.mayAsk(8)]).toEqual([false, true]);
  expect(circuits.healthOf(7)).toEqual({ kind: 'silent', since: 5_000_000_000n, nextTryAt: 5_002_000_000n });
  now += 2_000_000n;
  expect([circuits.mayAsk(7), circuits.mayAsk(7)]).toEqual([true, false]);
  expect(circuits.healthOf(7)).toEqual({ kind: 'silent', since: 5_000_000_000n, nextTryAt: 5_012_000_000n });
  circuits.failed(7);
  expect(circuits.healthOf(7)).toEqual({ kind: 'silent', since: 5_000_000_000n, nextTryAt: 5_006_000_000n });
  circuits.answered(7);
  expect(circuits.healthOf(7)).toEqual({ kind: 'answering' });
  expect(circuits.mayAsk(7)).toBe(true);
});
