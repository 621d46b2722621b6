import { type AccessMethod, sumUsage, type UsageNumbers } from '@perene/core/usage';
import type { DailyCount } from '../../../../../ports/archive/counts/access-counts.ts';
import type { PeriodUsage } from '../../../../../ports/archive/counts/usage-counts.ts';
import type { Format } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { PageTexts } from '../../texts.ts';

const MONTHS = 12;
const MONTH_LENGTH = 'YYYY-MM'.length;

interface MonthCount {
  readonly month: string;
  /** How often readers opened the item. */
  readonly data: number;
  /** How often they looked at its description alone. */
  readonly metadata: number;
  /** How many sessions of readers looked at it. */
  readonly unique: number;
  /** How often programs opened it, or looked at its description. */
  readonly machine: number;
  /** Redirects, whoever asked for them. */
  readonly redirects: number;
}

/** What was counted of an item. */
export interface ItemCounts {
  /** By month. */
  readonly usage: readonly PeriodUsage[];
  readonly accesses: readonly DailyCount[];
}

/** Returns the first day of the eleventh month before this one, and today. */
export const yearUntil = (today: string): { readonly from: string; readonly to: string } => {
  const [first = today.slice(0, MONTH_LENGTH)] = monthsUntil(today);
  return { from: `${first}-01`, to: today };
};

const monthsUntil = (today: string): readonly string[] => {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = last - MONTHS + 1 + index;
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
};

const sumMonths = ({ usage, accesses }: ItemCounts, today: string): readonly MonthCount[] =>
  monthsUntil(today).map((month) => {
    const sum = (method: AccessMethod): UsageNumbers =>
      sumUsage(usage.filter((one) => one.method === method && one.period === month));
    const readers = sum('Regular');
    const redirects = accesses.filter(({ day }) => day.startsWith(month));
    return {
      month,
      data: readers.totalRequests,
      metadata: readers.totalInvestigations - readers.totalRequests,
      unique: readers.uniqueInvestigations,
      machine: sum('Machine').totalInvestigations,
      redirects: redirects.reduce((total, one) => total + one.accesses, 0),
    };
  });

const BAR_WIDTH = 28;
const BAR_GAP = 12;
const PLOT_HEIGHT = 120;
const AXIS_HEIGHT = 22;
const LABEL_HEIGHT = 18;

/** Renders bars by month, each with its number, and the same numbers in a table for readers who cannot see bars. */
export const renderStatistics = (
  counts: ItemCounts,
  { today, texts, format }: { readonly today: string; readonly texts: PageTexts; readonly format: Format },
): Html => {
  const { statistics } = texts;
  const months = sumMonths(counts, today);
  const data = months.reduce((total, count) => total + count.data, 0);
  const metadata = months.reduce((total, count) => total + count.metadata, 0);
  const columns = ['data', 'metadata', 'unique', 'machine', 'redirects'] as const;
  if (months.every((month) => columns.every((column) => month[column] === 0))) {
    return html`<p>${statistics.none}</p>`;
  }
  const sentence = statistics.sum(format.number(data), format.number(metadata));
  return html`<p>${sentence}</p>
<figure class="plot">${renderBars(months, statistics.plot, sentence, format)}
<figcaption><span class="key key-data">${statistics.data}</span> <span class="key key-metadata">${statistics.metadata}</span></figcaption></figure>
<details><summary>${statistics.table}</summary>
<table><thead><tr><th scope="col">${statistics.month}</th>${columns.map((column) => html`<th scope="col" class="bytes">${statistics[column]}</th>`)}</tr></thead>
<tbody>${months.map((count) => html`<tr><th scope="row">${format.month(count.month)}</th>${columns.map((column) => html`<td class="bytes">${format.number(count[column])}</td>`)}</tr>`)}</tbody></table>
<p class="faint">${statistics.rules}</p></details>`;
};

const renderBars = (months: readonly MonthCount[], title: string, description: string, format: Format): Html => {
  const highest = Math.max(1, ...months.map(({ data, metadata }) => data + metadata));
  const width = months.length * (BAR_WIDTH + BAR_GAP);
  const height = LABEL_HEIGHT + PLOT_HEIGHT + AXIS_HEIGHT;
  const base = LABEL_HEIGHT + PLOT_HEIGHT;
  const bars = months.map(({ month, data, metadata }, index) => {
    const x = index * (BAR_WIDTH + BAR_GAP) + BAR_GAP / 2;
    const middle = x + BAR_WIDTH / 2;
    const dataHeight = round((data / highest) * PLOT_HEIGHT);
    const metadataHeight = round((metadata / highest) * PLOT_HEIGHT);
    const top = round(base - dataHeight - metadataHeight);
    const sum = data + metadata;
    return html`${dataHeight > 0 && html`<rect class="bar-data" x="${x}" y="${round(base - dataHeight)}" width="${BAR_WIDTH}" height="${dataHeight}"/>`}${metadataHeight > 0 && html`<rect class="bar-metadata" x="${x}" y="${top}" width="${BAR_WIDTH}" height="${metadataHeight}"/>`}${sum > 0 && html`<text x="${middle}" y="${round(top - 5)}">${format.number(sum)}</text>`}<text class="axis" x="${middle}" y="${height - 6}">${format.month(month).slice(0, 3)}</text>`;
  });
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="plot-title plot-description"><title id="plot-title">${title}</title><desc id="plot-description">${description}</desc><line x1="0" y1="${base}" x2="${width}" y2="${base}"/>${bars}</svg>`;
};

const round = (value: number): number => Math.round(value * 10) / 10;
