import { USAGE_METRICS, type UsageReport } from '@perene/api';
import { writeCell } from '../../../formats/csv-cell.ts';

const COLUMNS = ['Item', 'Item_ID', 'URI', 'DOI', 'Platform', 'Data_Type', 'YOP', 'Access_Type'];

/** Writes a report as a table of COUNTER: one row for each item, access method and metric, one column a period. */
export const writeUsageCsv = ({ Report_Items: items }: UsageReport): string => {
  const rows = items.flatMap((item) =>
    item.Attribute_Performance.flatMap(({ Access_Method: method, Performance: performance }) =>
      USAGE_METRICS.map((metric) => ({ item, method, metric, counts: performance[metric] })),
    ),
  );
  const periods = [...new Set(rows.flatMap(({ counts }) => Object.keys(counts)))].sort();
  const head = [...COLUMNS, 'Access_Method', 'Metric_Type', 'Reporting_Period_Total', ...periods];
  const lines = rows.map(({ item, method, metric, counts }) => {
    const { Item_ID: id } = item;
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return [
      ...[item.Item, id?.Proprietary, id?.URI, id?.DOI, item.Platform, item.Data_Type, item.YOP, item.Access_Type],
      ...[method, metric, total],
      ...periods.map((period) => counts[period] ?? 0),
    ];
  });
  return [head, ...lines].map((line) => `${line.map((cell) => writeCell(cell ?? '')).join(',')}\r\n`).join('');
};
