import { NO_USAGE, type UsageCount } from '@perene/core/usage';
import { describe, expect, it } from 'vitest';
import { createSqlUsageCounts } from '../../packages/server/src/adapters/sql/catalogue/counts/sql-usage-counts.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';

const [A, B, C] = ['example.org/a', 'example.org/b', 'example.org/c'].map(repositoryLabel);
const YEAR = { from: '2026-01-01', to: '2026-12-31' };

const count = (repository: UsageCount['repository'] | undefined, day: string, more: Partial<UsageCount> = {}) => ({
  ...NO_USAGE,
  repository: repository ?? repositoryLabel(''),
  day,
  method: 'Regular' as const,
  totalInvestigations: 4_000_000_000,
  totalRequests: 3,
  uniqueInvestigations: 2,
  uniqueRequests: 1,
  ...more,
});

describe.each(DATABASES)('how items were used, in $name', ({ openMigrated }) => {
  it('is summed by day and by month, over all items or for each', async () => {
    const store = createSqlUsageCounts(await openMigrated());
    await store.add([count(A, '2026-01-01'), count(B, '2026-01-31'), count(A, '2025-12-31')]);
    await store.add([count(A, '2026-01-01'), count(C, '2026-02-01', { method: 'Machine' })]);

    const months = await store.sum({ ...YEAR, granularity: 'month' });
    expect(months).toEqual([
      {
        period: '2026-01',
        method: 'Regular',
        totalInvestigations: 12_000_000_000,
        totalRequests: 9,
        uniqueInvestigations: 6,
        uniqueRequests: 3,
      },
      expect.objectContaining({ period: '2026-02', method: 'Machine', totalRequests: 3 }),
    ]);
    const days = await store.sum({ ...YEAR, granularity: 'day', repository: A });
    expect(days.map(({ period, totalRequests }) => [period, totalRequests])).toEqual([['2026-01-01', 6]]);

    const page = await store.sumByItem({ ...YEAR, granularity: 'month', limit: 2 });
    expect(page.map(({ repository, totalRequests }) => [repository, totalRequests])).toEqual([
      [A, 6],
      [B, 3],
    ]);
    const rest = await store.sumByItem({ ...YEAR, granularity: 'month', after: B, limit: 2 });
    expect(rest.map(({ repository, method }) => [repository, method])).toEqual([[C, 'Machine']]);
  });

  it('tells from which items, those followed most first, of which a thousand are kept', async () => {
    const store = createSqlUsageCounts(await openMigrated());
    const [repository, often] = ['example.org/a', 'example.org/often'].map(repositoryLabel);
    if (repository === undefined || often === undefined) throw new Error('no labels');
    const invented = Array.from({ length: 1_001 }, (_, number) => repositoryLabel(`example.org/${number}`));
    const follow = (citing: typeof repository, day: string) => ({ repository, citing, day });
    await store.addCiting([follow(often, '2026-01-01'), follow(often, '2026-01-03')]);
    await store.addCiting(invented.map((citing) => follow(citing, '2026-01-02')));
    const kept = await store.citing({ repository, limit: 2_000 });
    expect(kept).toHaveLength(1_000);
    expect(kept[0]).toEqual({ label: often, follows: 2, lastDay: '2026-01-03' });
    const latest = repositoryLabel('example.org/latest');
    await store.addCiting([follow(latest, '2026-01-04')]);
    expect((await store.citing({ repository, limit: 2 })).map(({ label }) => label)).toEqual([often, latest]);
  });
});
