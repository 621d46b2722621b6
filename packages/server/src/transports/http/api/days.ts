import { Type } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../refusals/refusal.ts';

export const DaySchema = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD, UTC' });

/** Milliseconds since 1970 at which a day begins. */
export const dayStart = (day: string): number => {
  const start = Date.parse(day);
  // Some days that no month has are taken for days of the next one.
  if (Number.isFinite(start) && new Date(start).toISOString().startsWith(day)) return start;
  throw new Refusal('request-invalid', `${day} is no day of the calendar`);
};
