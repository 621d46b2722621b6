import type { DayCount, ItemCount, Period } from '../api/node.ts';
import { daysOf } from './periods.ts';

/** The counts at one place of the axis: of a day, or of several days if single ones would be too thin to see. */
export interface Bar {
  readonly from: string;
  readonly to: string;
  readonly data: number;
  readonly metadata: number;
}

const MAX_BARS = 92;
const DAYS_OF_WEEK = 7;

/** Days without accesses have bars, too; long periods are drawn by weeks. */
export const gatherBars = (counts: readonly DayCount[], period: Period): readonly Bar[] => {
  const days = daysOf(period);
  const step = days.length > MAX_BARS ? DAYS_OF_WEEK : 1;
  const byDay = new Map<string, { data: number; metadata: number }>();
  for (const { day, content, accesses } of counts) {
    const sums = byDay.get(day) ?? { data: 0, metadata: 0 };
    sums[content === 'Data' ? 'data' : 'metadata'] += accesses;
    byDay.set(day, sums);
  }
  return Array.from({ length: Math.ceil(days.length / step) }, (_, index) => {
    const span = days.slice(index * step, (index + 1) * step);
    const sums = span.flatMap((day) => byDay.get(day) ?? []);
    return {
      from: span[0] ?? period.from,
      to: span.at(-1) ?? period.to,
      data: sums.reduce((sum, { data }) => sum + data, 0),
      metadata: sums.reduce((sum, { metadata }) => sum + metadata, 0),
    };
  });
};

/**
 * Returns the end of an axis that has room for this value, and its ticks. Steps are 1, 2 or 5 with zeroes, at most five
 * of them.
 */
export const chooseAxis = (highest: number): { readonly end: number; readonly ticks: readonly number[] } => {
  const rough = Math.max(1, highest / 5);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.max(1, Math.ceil(highest / step));
  return { end: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
};

export interface ItemTotal {
  readonly repository: string;
  readonly data: number;
  readonly metadata: number;
}

/** Sums the counts of each item, in the order in which the items came. */
export const gatherItems = (counts: readonly ItemCount[]): readonly ItemTotal[] => {
  const items = new Map<string, ItemTotal>();
  for (const { repository, content, accesses } of counts) {
    const { data, metadata } = items.get(repository) ?? { data: 0, metadata: 0 };
    items.set(repository, {
      repository,
      data: content === 'Data' ? data + accesses : data,
      metadata: content === 'Metadata' ? metadata + accesses : metadata,
    });
  }
  return [...items.values()];
};
