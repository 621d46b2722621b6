import { DEFAULT_TOP, MAX_COUNTS, type WrittenAnswerOf } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { AccessCounts } from '../../../../ports/archive/access-counts.ts';
import type { ArchiveOperations } from '../../../../services/archive/archive-operations.ts';
import type { Bind } from '../bind-operation.ts';
import { dayStart } from './days.ts';
import { readLabel } from './item-routes.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

type Statistics = Pick<AccessCounts, 'read' | 'sumByDay' | 'sumByItem'>;
type Counts = Pick<WrittenAnswerOf<'countAccesses'>, 'counts' | 'isComplete'>;
type Period = Parameters<Statistics['sumByItem']>[0];

export const registerStatisticsRoute = (
  bind: Bind,
  needs: { readonly archive: ArchiveOperations; readonly statistics: Statistics },
): void => {
  bind('countAccesses', async (request) => {
    const { item, to = dayOf(Date.now()), group, top } = request.query;
    const { from = dayOf(dayStart(to) - (DEFAULT_DAYS - 1) * DAY_MS) } = request.query;
    if (from > to) throw refuse('request-invalid', { reason: 'days-turned', from, to });
    if (top !== undefined && group !== 'item') throw refuse('request-invalid', { reason: 'top-without-items' });
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
