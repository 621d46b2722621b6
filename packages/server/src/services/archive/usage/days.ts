import { refuse } from '@perene/api/refusals';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Returns the milliseconds since 1970 at which a day begins. */
export const dayStart = (day: string): number => {
  const start = Date.parse(day);
  // `Date` takes some days that a month does not have for days of the next month.
  if (Number.isFinite(start) && dayOf(start) === day) return start;
  throw refuse('request-invalid', { reason: 'no-day', day });
};

/** Returns the day (YYYY-MM-DD, UTC) of that time. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, DAY_LENGTH);
