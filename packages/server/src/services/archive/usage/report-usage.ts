import { MAX_REPORT_DAYS, type USAGE_METRICS, type UsageReport } from '@perene/api';
import { Refusal, refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime, parseRepositoryName, type RepositoryLabel } from '@perene/core';
import { issueDate } from '@perene/core/item';
import { resourceTypeOf } from '@perene/core/representation';
import type { UsageNumbers } from '@perene/core/usage';
import type { CitingItem, Granularity, PeriodUsage, UsageCounts } from '../../../ports/archive/counts/usage-counts.ts';
import { type Clock, millisecondsOf } from '../../../ports/system/clock.ts';
import type { ArchiveOperations, ItemView, LabelOrAlias } from '../archive-operations.ts';
import { dayOf, dayStart } from './days.ts';

/** Reports how the items of a node were used: this one, or another node that is reached over HTTP. */
export interface UsageReports {
  report(request: ReportRequest): Promise<UsageReport>;
  /** The items from which an item was followed most, each with its persistent URL. */
  citedFrom(name: LabelOrAlias): Promise<readonly (CitingItem & { readonly url: string })[]>;
}

export interface ReportRequest {
  readonly item?: LabelOrAlias | undefined;
  readonly of?: 'items' | 'node' | undefined;
  /** YYYY-MM-DD, like `to`; by default the first day of the month, eleven months before. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: Granularity | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

const DEFAULT_LIMIT = 50;
const MAX_CITING = 100;
const DEFAULT_MONTHS = 12;
const DAY_MS = 86_400_000;

type Entry = UsageReport['Report_Items'][number];

export const createUsageReports = ({
  archive,
  usageCounts,
  clock,
  publicUrl,
  resolverUrl,
  version,
}: {
  readonly archive: Pick<ArchiveOperations, 'show'>;
  readonly usageCounts: UsageCounts;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly resolverUrl: string;
  readonly version: string;
}): UsageReports => {
  const entryOfItem = async (repository: RepositoryLabel, usage: readonly PeriodUsage[]): Promise<Entry> => {
    const item = await showIfHere(archive, repository);
    const performance = { Attribute_Performance: performanceOf(usage) };
    if (item === undefined) {
      const id = { Proprietary: repository, URI: `${resolverUrl}/${repository}` };
      return { Platform: publicUrl, Item_ID: id, Data_Type: 'Other', ...performance };
    }
    const doi = item.aliases.find((alias) => /^doi:/i.test(alias));
    const fields = item.access.description === 'closed' ? {} : (item.metadata?.fields ?? {});
    const year = issueDate(fields)?.slice(0, 4);
    return {
      Platform: publicUrl,
      ...(item.access.description !== 'closed' && item.title !== undefined && { Item: item.title }),
      Item_ID: { Proprietary: repository, URI: item.persistentUrl, ...(doi !== undefined && { DOI: doi.slice(4) }) },
      Data_Type: resourceTypeOf((fields['type'] ?? []).map(({ value }) => value)).counter,
      ...(year !== undefined && { YOP: year }),
      Access_Type: item.access.networks === undefined ? 'Open' : 'Controlled',
      ...performance,
    };
  };

  return {
    async citedFrom(name) {
      const repository = readRepository((await archive.show(name)).repository);
      const citing = repository === undefined ? [] : await usageCounts.citing({ repository, limit: MAX_CITING });
      return citing.map((one) => ({ ...one, url: `${resolverUrl}/${one.label}` }));
    },
    async report({ item, of = 'items', by = 'month', cursor, limit = DEFAULT_LIMIT, ...days }) {
      const period = readDays(days, by, millisecondsOf(clock.now()));
      const repository = item === undefined ? undefined : readRepository((await archive.show(item)).repository);
      const query = { ...period, repository, granularity: by };
      const header = {
        Release: '5.1',
        Created: `${formatTime(dateFromMicroseconds(clock.now())).slice(0, 19)}Z`,
        Created_By: `Perene ${version}`,
        Report_Attributes: { Granularity: by === 'day' ? ('Day' as const) : ('Month' as const) },
        Report_Filters: {
          Begin_Date: period.from,
          End_Date: period.to,
          ...(repository !== undefined && { Item_ID: repository }),
        },
      };
      if (of === 'node') {
        const performance = performanceOf(await usageCounts.sum(query));
        const entry = { Platform: publicUrl, Data_Type: 'Platform', Attribute_Performance: performance };
        return {
          Report_Header: { ...header, Report_ID: 'PR', Report_Name: 'Platform Report' },
          Report_Items: performance.length === 0 ? [] : [entry],
        };
      }
      const usage = await usageCounts.sumByItem({ ...query, after: cursor, limit: limit + 1 });
      const used = [...new Set(usage.map((one) => one.repository))];
      const shown = used.slice(0, limit);
      const entries: Entry[] = [];
      for (const one of shown) {
        const own = usage.filter((count) => count.repository === one);
        entries.push(await entryOfItem(one, own));
      }
      return {
        Report_Header: { ...header, Report_ID: 'IR', Report_Name: 'Item Report' },
        Report_Items: entries,
        ...(used.length > limit && { next: shown.at(-1) }),
      };
    },
  };
};

/** A copy that was dropped since is known by its label only. */
const showIfHere = async (
  archive: Pick<ArchiveOperations, 'show'>,
  repository: RepositoryLabel,
): Promise<ItemView | undefined> => {
  const label = parseRepositoryName(repository);
  if (!label.ok) return undefined;
  return archive.show(label.value).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'item-not-found') return undefined;
    throw error;
  });
};

const readRepository = (text: string): RepositoryLabel | undefined => {
  const label = parseRepositoryName(text);
  return label.ok ? label.value.text : undefined;
};

/** Returns both days, checked; without them, the last twelve months. */
const readDays = (
  { from, to }: Pick<ReportRequest, 'from' | 'to'>,
  by: Granularity,
  now: number,
): { readonly from: string; readonly to: string } => {
  const last = to ?? dayOf(now);
  const end = dayStart(last);
  const month = new Date(end);
  const first = from ?? dayOf(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - DEFAULT_MONTHS + 1, 1));
  const begin = dayStart(first);
  if (begin > end) throw refuse('request-invalid', { reason: 'days-turned', from: first, to: last });
  if (by === 'day' && end - begin >= MAX_REPORT_DAYS * DAY_MS) {
    throw refuse('request-invalid', { reason: 'days-many', most: MAX_REPORT_DAYS });
  }
  return { from: first, to: last };
};

const METRICS: Readonly<Record<(typeof USAGE_METRICS)[number], keyof UsageNumbers>> = {
  Total_Item_Investigations: 'totalInvestigations',
  Total_Item_Requests: 'totalRequests',
  Unique_Item_Investigations: 'uniqueInvestigations',
  Unique_Item_Requests: 'uniqueRequests',
};

const performanceOf = (usage: readonly PeriodUsage[]): Entry['Attribute_Performance'] =>
  (['Regular', 'Machine'] as const)
    .map((method) => ({ method, own: usage.filter((one) => one.method === method) }))
    .filter(({ own }) => own.length > 0)
    .map(({ method, own }) => {
      const periodsOf = (metric: (typeof USAGE_METRICS)[number]): Record<string, number> =>
        Object.fromEntries(own.map((one) => [one.period, one[METRICS[metric]]]).filter(([, count]) => count !== 0));
      return {
        Access_Method: method,
        Performance: {
          Total_Item_Investigations: periodsOf('Total_Item_Investigations'),
          Total_Item_Requests: periodsOf('Total_Item_Requests'),
          Unique_Item_Investigations: periodsOf('Unique_Item_Investigations'),
          Unique_Item_Requests: periodsOf('Unique_Item_Requests'),
        },
      };
    });
