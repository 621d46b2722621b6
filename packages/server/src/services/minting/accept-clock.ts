import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { GivenDates } from '../../ports/minting/minting-state.ts';
import type { Clock } from '../../ports/system/clock.ts';

/**
 * Lets minting go on from now, although the last date is later because the clock was once ahead. Returns the time, in
 * ISO 8601, until which the records prove all dates free.
 */
export const acceptClock = async ({
  clock,
  givenDates,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly givenDates: Pick<GivenDates, 'goOnFrom'>;
}): Promise<string> => {
  const now = clock.now();
  const until = await givenDates.goOnFrom(now);
  if (until === undefined) throw refuse('dates-unproved', { now: formatTime(dateFromMicroseconds(now)) });
  return formatTime(dateFromMicroseconds(until));
};
