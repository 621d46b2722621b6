import { refuse } from '@perene/api/refusals';

/** Returns the milliseconds since 1970 at which a day begins. */
export const dayStart = (day: string): number => {
  const start = Date.parse(day);
  // `Date` takes some days that a month does not have for days of the next month.
  if (Number.isFinite(start) && new Date(start).toISOString().startsWith(day)) return start;
  throw refuse('request-invalid', { reason: 'no-day', day });
};
