import { describe, expect, it } from 'vitest';
import { createAttemptLimit } from './attempt-limit.ts';

const createLimit = () => {
  let now = 1_000_000;
  const limit = createAttemptLimit({ now: () => now, most: 3, periodSeconds: 60 });
  return { ...limit, pass: (seconds: number) => (now += seconds * 1_000) };
};

describe('a limit of attempts', () => {
  it('allows some at once, and then one for every part of the period', () => {
    const { take, pass } = createLimit();
    expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 20]);
    expect(take('b')).toBe(0);
    pass(19.5);
    expect(take('a')).toBe(1);
    pass(0.5);
    expect([take('a'), take('a')]).toEqual([0, 20]);
    pass(3_600);
    expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 20]);
  });

  it('counts no attempt that was all right', () => {
    const { take, giveBack } = createLimit();
    for (let turn = 0; turn < 10; turn += 1) {
      expect(take('a')).toBe(0);
      giveBack('a');
    }
    giveBack('a');
    giveBack('nobody');
    expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 20]);
  });

  it('gives nothing away to a clock that is set back', () => {
    const { take, pass } = createLimit();
    for (let turn = 0; turn < 3; turn += 1) take('a');
    pass(-600);
    expect(take('a')).toBe(20);
    pass(20);
    expect(take('a')).toBe(0);
  });

  it.each([
    ['2001:db8::1', '2001:db8::2', true],
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff:1:2:3', true],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
    ['2001:db8::1', '2001:0DB8:0:0::2', true],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:c000:201', '192.0.2.1', true],
    ['::ffff:c000:201', '192.0.2.2', false],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['192.0.2.1', '192.0.2.2', false],
  ])('counts %s and %s together: %s', (one, other, areTogether) => {
    const { take } = createLimit();
    for (let turn = 0; turn < 3; turn += 1) take(one);
    expect(take(other) > 0).toBe(areTogether);
  });

  it('remembers so many addresses and no more, the latest', () => {
    const { take } = createLimit();
    for (let turn = 0; turn < 4; turn += 1) take('early');
    for (let index = 0; index < 10_000; index += 1) take(String(index));
    expect(take('early')).toBe(0);
  });
});
