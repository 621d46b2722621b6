import { expect, it } from 'vitest';
import { createOverview } from './give-overview.ts';

const at = (text: string): bigint => BigInt(Date.parse(text)) * 1_000n;

it('tells what was deposited in the last twelve months, and counts once a minute', async () => {
  let now = at('2026-01-31T12:00:00Z');
  const asked: bigint[] = [];
  const overview = createOverview({
    clock: { now: () => now },
    holdings: {
      async count(since) {
        asked.push(since);
        const dayOf = (text: string): number => Date.parse(text) / 86_400_000;
        const added = [
          { day: dayOf('2025-02-01'), items: 3 },
          { day: dayOf('2026-01-01'), items: 1 },
          { day: dayOf('2026-01-31'), items: 4 },
        ];
        return { kept: 9, removed: 1, bytes: 5, added };
      },
    },
    examine: async () => [],
    countWaiting: async () => ({ proposals: 2 }),
  });
  const { items, waiting } = await overview();
  expect(items?.growth.map(({ month }) => month)).toEqual([
    ...['2025-02', '2025-03', '2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10'],
    ...['2025-11', '2025-12', '2026-01'],
  ]);
  expect(items?.growth.map(({ items: count }) => count)).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
  expect(waiting).toEqual({ proposals: 2 });
  await overview();
  now += 61_000_000n;
  await overview();
  expect(asked).toEqual([at('2025-02-01T00:00:00Z'), at('2025-02-01T00:00:00Z')]);
});

it('leaves out what takes too long, and tries again what failed', async () => {
  let fails = true;
  const overview = createOverview({
    clock: { now: () => at('2026-01-31T12:00:00Z') },
    holdings: { count: async () => undefined },
    async examine() {
      if (fails) throw new Error('gone');
      return [];
    },
    countWaiting: async () => ({}),
  });
  await expect(overview()).rejects.toThrow('gone');
  fails = false;
  expect(await overview()).toEqual({ findings: [], waiting: {} });
});
