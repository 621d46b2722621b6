import type { RepositoryLabel } from '@perene/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSqlAccessCounts } from '../../packages/server/src/adapters/sql/catalogue/counts/sql-access-counts.ts';
import type { DailyCount } from '../../packages/server/src/ports/archive/counts/access-counts.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-02-01'];
const day = fc.constantFrom(...DAYS);
const repository = fc.constantFrom(...['example.org/a', 'example.org/b', 'example.org/c'].map(repositoryLabel));
const count = fc.record({
  repository,
  day,
  content: fc.constantFrom('Data' as const, 'Metadata' as const),
  accesses: fc.constantFrom(1, 2, 7, 4_000_000_000),
});
const counts = fc.uniqueArray(count, {
  maxLength: 24,
  selector: (one) => `${one.repository} ${one.day} ${one.content}`,
});
const period = fc.record({ from: day, to: day, repository }, { requiredKeys: ['from', 'to'] });

type Period = { readonly from: string; readonly to: string; readonly repository?: RepositoryLabel };

const inPeriod = (all: readonly DailyCount[], { from, to, repository: only }: Period): readonly DailyCount[] =>
  all.filter((one) => one.day >= from && one.day <= to && (only === undefined || one.repository === only));

/** Sums accesses by `keyOf`, without SQL. */
const sumBy = (all: readonly DailyCount[], keyOf: (one: DailyCount) => string): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const one of all) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.accesses);
  return sums;
};

describe.each(DATABASES)('sums of accesses in $name', ({ openMigrated }) => {
  it('are exact, by day and by item', async () => {
    const database = await openMigrated();
    const store = createSqlAccessCounts(database);
    await fc.assert(
      fc.asyncProperty(counts, period, fc.integer({ min: 1, max: 3 }), async (all, asked, top) => {
        await database.transaction((session) => session.run('delete from access_counts'));
        await store.add(all);
        const shown = inPeriod(all, asked);

        const days = await store.sumByDay({ ...asked, limit: 100 });
        const byDay = sumBy(shown, (one) => `${one.day} ${one.content}`);
        expect(days.map((one) => [`${one.day} ${one.content}`, one.accesses])).toEqual([...byDay].sort());

        const items = await store.sumByItem({ ...asked, top });
        const totals = sumBy(shown, (one) => one.repository);
        const most = [...totals].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, top);
        expect([...new Set(items.map((one) => one.repository))]).toEqual(most.map(([name]) => name));
        const byItem = sumBy(shown, (one) => `${one.repository} ${one.content}`);
        for (const one of items) expect(one.accesses).toBe(byItem.get(`${one.repository} ${one.content}`));
        expect(items.reduce((sum, one) => sum + one.accesses, 0)).toBe(most.reduce((sum, [, total]) => sum + total, 0));
      }),
      { numRuns: 40 },
    );
  });

  it('are as many as are asked for', async () => {
    const store = createSqlAccessCounts(await openMigrated());
    await store.add(
      DAYS.map((on) => ({ repository: repositoryLabel('example.org/a'), day: on, content: 'Data', accesses: 1 })),
    );
    expect(await store.sumByDay({ from: '2026-01-01', to: '2026-12-31', limit: 2 })).toHaveLength(2);
  });
});
