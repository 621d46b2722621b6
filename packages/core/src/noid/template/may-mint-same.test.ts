import { describe, expect, it } from 'vitest';
import { mayMintSame } from './may-mint-same.ts';

const may = (one: string, other: string, naans: readonly [string, string] = ['13030', '13030']): boolean => {
  const [first, second] = [
    { template: one, naan: naans[0] },
    { template: other, naan: naans[1] },
  ];
  const answer = mayMintSame(first, second);
  expect(mayMintSame(second, first)).toBe(answer);
  return answer;
};

describe('two minters may mint one name', () => {
  it.each([
    ['kt.reeded', 'kt.reeded'],
    ['kt.reeded', 'kt.seeded'],
    ['kt.reeded', 'KT.reeded'],
    ['a.sdd', 'a1.sd'],
    ['b.rdk', 'b.rdd'],
    ['.zd', '.sdddd'],
    ['.zd', '.zdd'],
    ['a.zd', 'a12.zd'],
    ['a.sE', 'a.se'],
    ['x/kt.rd', 'kt.rd'],
  ])('where their templates are %s and %s', (one, other) => {
    expect(may(one, other)).toBe(true);
    expect(may(one, other, ['13030', '13031'])).toBe(false);
  });

  it.each([
    ['kt.reeded', 'ft.reeded'],
    ['kt.reeded', 'kt.reededk'],
    ['a.sdd', 'a.sddd'],
    ['.zd', 'f.zd'],
    ['.zdd', '.sd'],
    ['ab.zd', 'ac.zd'],
    ['-', '-'],
    ['kt.rd', '-'],
    ['kt.q', 'kt.q'],
  ])('but not where they are %s and %s', (one, other) => {
    expect(may(one, other)).toBe(false);
  });

  it('where their NAANs differ in case only', () => {
    expect(may('.zd', '.zd', ['B5072', 'b5072'])).toBe(true);
  });
});
