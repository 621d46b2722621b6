import { describe, expect, it } from 'vitest';
import { createWorkBudget, wideNetworkOf } from './work-budget.ts';

const open = (more: Partial<Parameters<typeof createWorkBudget>[0]> = {}) => {
  let time = 0;
  const budget = createWorkBudget({
    now: () => time,
    mostMs: 1_000,
    perSecondMs: 100,
    mostOfNetwork: 3,
    mostTogether: 5,
    ...more,
  });
  return { budget, pass: (milliseconds: number) => (time += milliseconds) };
};

describe('a budget of work', () => {
  it('is spent by the cost of the work, and comes back with time', () => {
    const { budget, pass } = open();
    const work = (milliseconds: number): number => {
      const seconds = budget.begin('192.0.2.1');
      if (seconds === 0) budget.end('192.0.2.1', milliseconds);
      return seconds;
    };
    let cheap = 0;
    while (work(5) === 0) cheap += 1;
    expect(cheap).toBe(50);
    pass(10_000);
    let dear = 0;
    while (work(200) === 0) dear += 1;
    expect(dear).toBe(5);
    expect(work(5)).toBeGreaterThan(0);
    pass(work(5) * 1_000);
    expect(work(5)).toBe(0);
  });

  it('is one for all addresses of a network, and none of another network pays for it', () => {
    const { budget } = open({ mostMs: 20 });
    expect(budget.begin('192.0.2.1')).toBe(0);
    expect(budget.begin('192.0.2.200')).toBeGreaterThan(0);
    expect(budget.begin('192.0.3.1')).toBe(0);
  });

  it('bounds what runs at one time: of a network, and of all', () => {
    const { budget } = open();
    expect(Array.from({ length: 4 }, () => budget.begin('192.0.2.1'))).toEqual([0, 0, 0, 1]);
    expect([1, 2, 3].map((net) => budget.begin(`198.51.${net}.1`))).toEqual([0, 0, 1]);
    budget.end('192.0.2.1', 1);
    expect(budget.begin('203.0.113.1')).toBe(0);
  });

  it('takes nobody for a network who may be everybody behind a proxy', () => {
    const { budget } = open({ mostMs: 20 });
    expect([1, 2, 3, 4, 5, 6].map(() => budget.begin('127.0.0.1'))).toEqual([0, 0, 0, 0, 0, 1]);
  });
});

it.each([
  ['192.0.2.1', '192.0.2.255', true],
  ['192.0.2.1', '192.0.3.1', false],
  ['192.0.2.1', '::ffff:192.0.2.9', true],
  ['10.0.5.1', '10.0.80.1', false],
  ['2001:db8:1:2::1', '2001:db8:1:9::5', true],
  ['2001:db8:1::1', '2001:db8:2::1', false],
])('%s and %s are of one network: %s', (one, other, isSame) => {
  expect(wideNetworkOf(one) === wideNetworkOf(other)).toBe(isSame);
});
