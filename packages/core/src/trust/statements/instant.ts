import { secondsFromCivil } from '../../ibi/civil-date.ts';
import { formatTime } from '../../ibi/exact-date.ts';
import type { Checked } from '../../ibi/label.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';

/**
 * A moment as signed statements write it: `2026-11-20T09:30:00Z`. It is always in UTC and in whole seconds, so that it
 * has one spelling, and the order of texts is the order of time.
 */
export type Instant = Checked<string, 'Instant'>;

const LAST_SECOND = 253_402_300_799;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** POSIX seconds, rounded down. Seconds outside the years 1970 to 9999 become the nearest inside them. */
export const instantOf = (seconds: number): Instant =>
  formatTime({ seconds: Math.min(Math.max(Math.floor(seconds), 0), LAST_SECOND), fraction: '' }) as Instant;

export const secondsOf = (instant: Instant): number =>
  secondsFromCivil({
    year: Number(instant.slice(0, 4)),
    month: Number(instant.slice(5, 7)),
    day: Number(instant.slice(8, 10)),
    hour: Number(instant.slice(11, 13)),
    minute: Number(instant.slice(14, 16)),
    second: Number(instant.slice(17, 19)),
  });

export const parseInstant = (text: string): Answer<Instant> =>
  INSTANT.test(text) && instantOf(secondsOf(text as Instant)) === text
    ? accept(text as Instant)
    : refuse('instant/form', 0, 'a moment such as 2026-11-20T09:30:00Z');

/** Instants are in the order of their texts. */
export const laterOf = (one: Instant, other: Instant): Instant => (one < other ? other : one);
