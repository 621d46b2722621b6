import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layCounters } from './counters.ts';

describe('layCounters', () => {
  it.each([
    [0n, 1n, 0, 1n],
    [1n, 1n, 1, 1n],
    [10n, 1n, 10, 1n],
    [292n, 1n, 292, 1n],
    [293n, 2n, 147, 1n],
    [1_000n, 4n, 250, 4n],
    [10_000n, 35n, 286, 25n],
    [70_728_100n, 241_393n, 293, 241_344n],
  ])('of %d', (total, size, count, lastSize) => {
    expect(layCounters(total)).toEqual({ size, count, lastSize });
  });

  it('shares out any total exactly, among 293 counters at most', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), (total) => {
        const { size, count, lastSize } = layCounters(total);
        expect(count).toBeLessThanOrEqual(293);
        expect(size * BigInt(count - 1) + lastSize).toBe(total);
        expect(lastSize > 0n && lastSize <= size).toBe(true);
      }),
      { seed: 4, numRuns: 1_000 },
    );
  });
});
