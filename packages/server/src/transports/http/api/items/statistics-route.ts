import { CSV, DEFAULT_TOP, MAX_COUNTS, type WrittenAnswerOf } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { parseRepositoryName } from '@perene/core';
import type { AccessCounts } from '../../../../ports/archive/counts/access-counts.ts';
import type { ArchiveOperations } from '../../../../services/archive/archive-operations.ts';
import { dayOf, dayStart } from '../../../../services/archive/usage/days.ts';
import type { UsageReports } from '../../../../services/archive/usage/report-usage.ts';
import { writeUsageCsv } from '../../../../services/archive/usage/usage-csv.ts';
import { ranksAbove } from '../../negotiation/media-types.ts';
import type { Bind } from '../bind-operation.ts';
import { readLabel } from './item-routes.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

type Statistics = Pick<AccessCounts, 'read' | 'sumByDay' | 'sumByItem'>;
type Counts = Pick<WrittenAnswerOf<'countAccesses'>, 'counts' | 'isComplete'>;
type Period = Parameters<Statistics['sumByItem']>[0];

export const registerStatisticsRoute = (
  bind: Bind,
  needs: { readonly archive: ArchiveOperations; readonly statistics: Statistics; readonly usageReports: UsageReports },
): void => {
  bind('countAccesses', async (request) => {
    const { item, to = dayOf(Date.now()), group, top } = request.query;
    const { from = dayOf(dayStart(to) - (DEFAULT_DAYS - 1) * DAY_MS) } = request.query;
    if (from > to) throw refuse('request-invalid', { reason: 'days-turned', from, to });
    if (top !== undefined && group !== 'item') throw refuse('request-invalid', { reason: 'top-without-items' });
    dayStart(from);
    const named =
      item === undefined ? undefined : parseRepositoryName((await needs.archive.show(readLabel(item))).repository);
    const repository = named?.ok ? named.value.text : undefined;
    const period = { repository, from, to, top: top ?? DEFAULT_TOP };
    return { from, to, ...(await countAccesses(needs.statistics, period, group)) };
  });
  bind('listCitingItems', async ({ params: { ibi } }) => ({
    items: await needs.usageReports.citedFrom(readLabel(ibi)),
  }));
  bind(
    'reportUsage',
    ({ query: { item, format: _, ...query } }) =>
      needs.usageReports.report({ ...query, item: item === undefined ? undefined : readLabel(item) }),
    {
      render({ query: { format }, headers: { accept = '' } }, reply, report) {
        reply.header('vary', 'accept');
        const isCsv = format === undefined ? ranksAbove(CSV, 'application/json', accept) : format === 'csv';
        if (!isCsv) return undefined;
        if (report.next !== undefined)
          reply.header('link', `<?${nextPage(reply.request.url, report.next)}>; rel="next"`);
        reply.header('content-disposition', 'attachment; filename="usage.csv"');
        return { mediaType: `${CSV}; charset=utf-8; header=present`, content: Buffer.from(writeUsageCsv(report)) };
      },
    },
  );
};

/** A table has no place for the cursor of its next page. */
const nextPage = (url: string, cursor: string): string => {
  const { searchParams } = new URL(url, 'http://localhost');
  searchParams.set('cursor', cursor);
  return searchParams.toString();
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
