import type { Period } from '../api/node.ts';

const DAY_MS = 86_400_000;

/** How many days back from today the chooser offers. */
export const OFFERED_DAYS = [7, 30, 90, 365] as const;

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

export const lastDays = (count: number, now: number): Period => ({
  from: dayOf(now - (count - 1) * DAY_MS),
  to: dayOf(now),
});

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text)) && dayOf(Date.parse(text)) === text;

export const countDays = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns every day of a period, in order. */
export const daysOf = (period: Period): readonly string[] =>
  Array.from({ length: countDays(period) }, (_, index) => dayOf(Date.parse(period.from) + index * DAY_MS));
