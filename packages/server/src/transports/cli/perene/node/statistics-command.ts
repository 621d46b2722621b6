import { USAGE_METRICS, type UsageReport } from '@perene/api';
import type { Command } from 'commander';
import type { ReportRequest } from '../../../../services/archive/usage/report-usage.ts';
import { writeUsageCsv } from '../../../../services/archive/usage/usage-csv.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { withLabel } from '../items/item-label.ts';
import { limitArgument } from '../items/item-options.ts';
import { escapeText } from '../labels/describe-refused.ts';

interface StatisticsOptions extends Pick<ReportRequest, 'from' | 'to' | 'limit' | 'cursor'> {
  readonly by?: string;
  readonly node?: true;
  readonly csv?: true;
}

export const addStatisticsCommand = (program: Command, context: CommandContext): void => {
  const statistics = program
    .command('statistics')
    .summary('tell how items were used, by the rules of COUNTER')
    .description(
      'Tells how often items were opened (requests) and looked at (investigations), in all and by different visitors, by the rules of COUNTER: double clicks count once, robots do not count, programs are told apart from readers.',
    )
    .argument('[LABEL]', 'of an item; without it, all items')
    .option('--from <DAY>', 'YYYY-MM-DD; by default eleven months before')
    .option('--to <DAY>', 'YYYY-MM-DD; by default today')
    .option('--by <PERIOD>', 'month or day (default month)')
    .option('--node', 'one entry for the whole node')
    .option('--csv', 'as a table')
    .option('--limit <N>', 'how many items at most, from 1 to 500 (default 50)', limitArgument)
    .option('--cursor <CURSOR>', '"next" of the page before')
    .addHelpText(
      'after',
      `
Examples:
  $ perene statistics
  $ perene statistics LK47B6W/48QQQSB --by day --from 2026-11-01
  $ perene statistics --node --csv`,
    );
  addSettings(statistics, []);
  statistics.action(async (label: string | undefined, options: StatisticsOptions, command: Command) => {
    const { by, node: isOfNode, csv: isCsv, ...query } = options;
    await withNode(command, context, async ({ usageReports }) => {
      const asked = { ...query, by: by === 'day' ? 'day' : 'month', of: isOfNode ? 'node' : 'items' } as const;
      const report =
        label === undefined
          ? await usageReports.report(asked)
          : await withLabel(label, (item) => usageReports.report({ ...asked, item }));
      const { json } = command.optsWithGlobals<GlobalFlags>();
      const written = isCsv ? writeUsageCsv(report) : formatReport(report);
      context.terminal.out(json ? `${JSON.stringify(report)}\n` : written);
    });
  });
};

/** One line a number: item, access method, metric, period, count. */
const formatReport = ({ Report_Items: items, next }: UsageReport): string => {
  const lines = items.flatMap((item) =>
    item.Attribute_Performance.flatMap(({ Access_Method: method, Performance: performance }) =>
      USAGE_METRICS.flatMap((metric) =>
        Object.entries(performance[metric]).map(([period, count]) =>
          [item.Item_ID?.Proprietary ?? item.Platform, method, metric, period, String(count)]
            .map(escapeText)
            .join('\t'),
        ),
      ),
    ),
  );
  return [...lines, ...(next === undefined ? [] : [`next: ${escapeText(next)}`])].map((line) => `${line}\n`).join('');
};
