import { describe, expect, it } from 'vitest';
import type { IbiMinter, MintedIbi } from './mint-ibis.ts';
import { mintTogether } from './mint-together.ts';

const open = ({ fails = () => false }: { readonly fails?: (call: number) => boolean } = {}) => {
  const calls: number[] = [];
  let next = 0;
  const minter: IbiMinter = {
    async mint(count) {
      calls.push(count);
      if (fails(calls.length)) throw new Error(`refused ${calls.length}`);
      return Array.from({ length: count }, () => {
        next += 1;
        return { repository: `r${next}`, date: String(next) } as MintedIbi;
      });
    },
    close: async () => undefined,
  };
  return { calls, together: mintTogether(minter) };
};

const names = (minted: readonly MintedIbi[]): readonly string[] => minted.map(({ repository }) => repository);

describe('mints that wait together', () => {
  it('become one, and each gets its own labels, in the order in which they came', async () => {
    const { calls, together } = open();
    const minted = await Promise.all([2, 1, 3].map((count) => together.mint(count)));
    expect(minted.map(names)).toEqual([['r1', 'r2'], ['r3'], ['r4', 'r5', 'r6']]);
    expect(calls).toEqual([6]);
    expect(names(await together.mint(1))).toEqual(['r7']);
  });

  it('are refused together, and those that come later are not', async () => {
    const { together } = open({ fails: (call) => call === 1 });
    const outcomes = await Promise.allSettled([together.mint(1), together.mint(1)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(names(await together.mint(1))).toEqual(['r1']);
  });

  it('leave out large counts and those that are no count, and are bounded', async () => {
    const { calls, together } = open();
    await Promise.all([together.mint(1_001), ...Array.from({ length: 11 }, () => together.mint(1_000))]);
    expect(calls.toSorted((one, other) => one - other)).toEqual([1_000, 1_001, 10_000]);
    await together.mint(0.5).catch(() => undefined);
    expect(calls.at(-1)).toBe(0.5);
  });
});
