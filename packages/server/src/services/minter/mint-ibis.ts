import {
  dateFromMicroseconds,
  FIRST_IBIP_SECOND,
  formatExactDate,
  formatTime,
  type GranularityMicroseconds,
  ibipSuffix,
  nextDate,
  nextDatesAuto,
  repositorySuffix,
} from '@perene/core';
import type { Clock } from '../../ports/clock.ts';
import type { DatesOrWait, MintingState } from '../../ports/minting-state.ts';
import { Refusal } from '../../refusals/refusal.ts';

/** What the labels of this node begin with (RTC-10 Algorithms 1 and 5). */
export interface Subsystem {
  readonly repositoryPrefix: string;
  /** Absent where the node has no IP address configured: then no IBIp is minted. */
  readonly ibipPrefix: string | undefined;
}

export interface MintedIbi {
  readonly repository: string;
  readonly ibip?: string;
  /** Exact decimal POSIX seconds. */
  readonly date: string;
}

export interface IbiMinter {
  mint(count: number, onProgress?: (minted: number) => void): Promise<readonly MintedIbi[]>;
  close(): Promise<void>;
}

export interface MintingPolicy {
  readonly granularity: GranularityMicroseconds | 'auto';
  /** How far the clock may be behind the last date; further is an error, not a silent wait. */
  readonly clockTolerance: bigint;
}

export const MAX_COUNT = 1_000_000;
/** Labels composed between two reports of progress. */
const REPORT_EVERY = 10_000;

export const createIbiMinter = (
  needs: { readonly state: MintingState; readonly clock: Clock; readonly subsystem: Subsystem } & MintingPolicy,
): IbiMinter => ({
  async mint(count, onProgress) {
    if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
      throw new Refusal('count-out-of-range', `cannot mint ${count} labels at once: ask for 1 to ${MAX_COUNT}`);
    }
    const minted: MintedIbi[] = [];
    while (minted.length < count) {
      for (const date of await giveDates(count - minted.length, needs)) {
        minted.push(composeLabels(date, needs.subsystem));
        if (minted.length % REPORT_EVERY === 0) onProgress?.(minted.length);
      }
      onProgress?.(minted.length);
    }
    return minted;
  },
  close: () => needs.state.close(),
});

/** All the dates at once with automatic granularity; a fixed one gives one at a time. */
const giveDates = async (
  count: number,
  { state, clock, granularity, clockTolerance }: { state: MintingState; clock: Clock } & MintingPolicy,
): Promise<readonly bigint[]> => {
  for (;;) {
    const given = await state.give((last) => {
      const now = clock.now();
      checkClock({ now, last, clockTolerance });
      return chooseDates({ now, last, count, granularity });
    });
    if (given.kind === 'dates') return given.dates;
    await clock.wait(given.microseconds);
  }
};

/** A date is given only when it has come, so a last date in the future means that the clock was set back. */
const chooseDates = ({
  now,
  last,
  count,
  granularity,
}: {
  now: bigint;
  last: bigint | undefined;
  count: number;
  granularity: GranularityMicroseconds | 'auto';
}): DatesOrWait => {
  if (granularity === 'auto') {
    const { dates, delay } = nextDatesAuto({ now, last, count });
    return delay > 0n ? { kind: 'wait', microseconds: delay } : { kind: 'dates', dates };
  }
  const { date, delay } = nextDate({ now, last, granularity });
  return delay > 0n ? { kind: 'wait', microseconds: delay } : { kind: 'dates', dates: [date] };
};

const checkClock = (times: { now: bigint; last: bigint | undefined; clockTolerance: bigint }): void => {
  const { seconds } = dateFromMicroseconds(times.now);
  if (seconds < FIRST_IBIP_SECOND) {
    throw new Refusal('clock-unset', `the clock says ${formatTime({ seconds, fraction: '' })}: set it, and mint again`);
  }
  const behind = (times.last ?? times.now) - times.now;
  if (behind <= times.clockTolerance) return;
  throw new Refusal(
    'clock-behind',
    `the clock is ${formatExactDate(dateFromMicroseconds(behind))} s behind the last label given ` +
      `(${formatTime(dateFromMicroseconds(times.now + behind))}): set it right, or wait, and mint again`,
  );
};

/** RTC-10 Algorithms 3 and 7, from one date for both forms. */
const composeLabels = (microseconds: bigint, { repositoryPrefix, ibipPrefix }: Subsystem): MintedIbi => {
  const date = dateFromMicroseconds(microseconds);
  const repository = `${repositoryPrefix}/${repositorySuffix(date)}`;
  const suffix = ibipSuffix(date);
  return ibipPrefix === undefined || !suffix.ok
    ? { repository, date: formatExactDate(date) }
    : { repository, ibip: `${ibipPrefix}/${suffix.value}`, date: formatExactDate(date) };
};
