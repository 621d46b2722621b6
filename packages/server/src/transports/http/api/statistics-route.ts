import { Type } from '@fastify/type-provider-typebox';
import type { AccessCounts, DailyCount } from '../../../ports/access-counts.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { ArchiveOperations } from '../../../services/archive/archive-operations.ts';
import type { Api } from './api.ts';
import { DaySchema, dayStart } from './days.ts';
import { readLabel } from './item-routes.ts';
import { describeOperation } from './operation.ts';

const MAX_COUNTS = 10_000;
const MAX_TOP = 500;
const DEFAULT_TOP = 10;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

const Day = Type.Optional(DaySchema);

const StatisticsSchema = Type.Object({
  from: Type.String(),
  to: Type.String(),
  counts: Type.Array(
    Type.Object({
      repository: Type.Optional(Type.String({ description: 'Absent where days are asked for' })),
      day: Type.Optional(Type.String({ description: 'Absent where items are asked for' })),
      content: Type.Unsafe<string>({ type: 'string', enum: ['Data', 'Metadata'] }),
      accesses: Type.Integer(),
    }),
  ),
  isComplete: Type.Boolean({
    description: `False where there are more than ${MAX_COUNTS} counts: ask for fewer days; or more items than "top"`,
  }),
});

type Statistics = Pick<AccessCounts, 'read' | 'sumByDay' | 'sumByItem'>;
type Counts = { readonly counts: readonly Partial<DailyCount>[]; readonly isComplete: boolean };
type Period = Parameters<Statistics['sumByItem']>[0];

export const registerStatisticsRoute = (
  api: Api,
  needs: { readonly archive: ArchiveOperations; readonly statistics: Statistics },
): void => {
  const { config, documentation } = describeOperation({
    summary: 'Count accesses by item and day, by day, or by item',
    tag: 'Statistics',
    access: 'reading',
    answers: { 200: { ...StatisticsSchema, description: 'Days without accesses are left out' } },
    refusals: [404],
  });
  const querystring = Type.Object({
    item: Type.Optional(Type.String({ description: 'Label of an item; without it, all items' })),
    from: Day,
    to: Day,
    group: Type.Optional(
      Type.Unsafe<'day' | 'item'>({
        type: 'string',
        enum: ['day', 'item'],
        description: 'day: items are summed; item: days are summed, and the items accessed most come first',
      }),
    ),
    top: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_TOP, description: `With group=item: how many (default ${DEFAULT_TOP})` }),
    ),
  });
  api.get('/statistics', { config, schema: { ...documentation, querystring } }, async (request) => {
    const { item, to = dayOf(Date.now()), group, top } = request.query;
    const { from = dayOf(dayStart(to) - (DEFAULT_DAYS - 1) * DAY_MS) } = request.query;
    if (from > to) throw new Refusal('request-invalid', `there is no day from ${from} to ${to}: turn them round`);
    if (top !== undefined && group !== 'item') throw new Refusal('request-invalid', '"top" needs group=item');
    dayStart(from);
    const repository = item === undefined ? undefined : (await needs.archive.show(readLabel(item))).repository;
    const period = { repository, from, to, top: top ?? DEFAULT_TOP };
    return { from, to, ...(await countAccesses(needs.statistics, period, group)) };
  });
};

const countAccesses = async (
  statistics: Statistics,
  period: Period,
  group: 'day' | 'item' | undefined,
): Promise<Counts> => {
  if (group === 'item') return countItems(statistics, period);
  const query = { ...period, limit: MAX_COUNTS + 1 };
  const counts = await (group === 'day' ? statistics.sumByDay(query) : statistics.read(query));
  return { counts: counts.slice(0, MAX_COUNTS), isComplete: counts.length <= MAX_COUNTS };
};

const countItems = async (statistics: Statistics, period: Period): Promise<Counts> => {
  const counts = await statistics.sumByItem({ ...period, top: period.top + 1 });
  const shown = new Set([...new Set(counts.map(({ repository }) => repository))].slice(0, period.top));
  const kept = counts.filter(({ repository }) => shown.has(repository));
  return { counts: kept, isComplete: kept.length === counts.length };
};

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
