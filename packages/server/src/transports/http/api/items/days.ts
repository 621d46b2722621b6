import { refuse } from '@perene/api/refusals';

/** Milliseconds since 1970 at which a day begins. */
export const dayStart = (day: string): number => {
  const start = Date.parse(day);
  // Some days that no month has are taken for days of the next one.
  if (Number.isFinite(start) && new Date(start).toISOString().startsWith(day)) return start;
  throw refuse('request-invalid', { reason: 'no-day', day });
};
