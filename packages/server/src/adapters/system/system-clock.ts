import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../ports/system/clock.ts';

const MICROSECONDS_PER_MILLISECOND = 1_000n;
/** After this time the caller reads the clock again, which may have been set in between. */
const MAX_SLEEP_MS = 60_000;
const NANOSECONDS_PER_MICROSECOND = 1_000n;

/**
 * The system's clock in microseconds. `Date` has milliseconds only, so the microseconds since the current millisecond
 * was first seen are added. The result is never ahead of the true time, and follows the clock wherever it is set.
 */
export const createSystemClock = (): Clock => {
  let millisecond = -1;
  let seenAt = 0n;
  return {
    now() {
      const current = Date.now();
      const ticks = process.hrtime.bigint();
      if (current !== millisecond) {
        millisecond = current;
        seenAt = ticks;
      }
      const since = (ticks - seenAt) / NANOSECONDS_PER_MICROSECOND;
      const within = since < MICROSECONDS_PER_MILLISECOND ? since : MICROSECONDS_PER_MILLISECOND - 1n;
      return BigInt(current) * MICROSECONDS_PER_MILLISECOND + within;
    },
    async wait(microseconds) {
      const milliseconds = Number((microseconds + MICROSECONDS_PER_MILLISECOND - 1n) / MICROSECONDS_PER_MILLISECOND);
      await sleep(Math.min(milliseconds, MAX_SLEEP_MS));
    },
  };
};
