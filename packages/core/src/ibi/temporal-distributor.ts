import { GRANULARITIES_MICROSECONDS, type GranularityMicroseconds } from './granularity.ts';

/** Dates to give, in microseconds since 1970, and how long to wait before giving them. */
export interface DatesToGive {
  readonly dates: readonly bigint[];
  readonly delay: bigint;
}

interface Request {
  /** The date of the request. */
  readonly now: bigint;
  /** The last date that was given, if any ever was. */
  readonly last: bigint | undefined;
}

const MINUTE = 60_000_000n;
const SECOND = 1_000_000n;

const FINEST_FIRST = GRANULARITIES_MICROSECONDS.toReversed();

const roundDown = (date: bigint, grid: bigint): bigint => date - (((date % grid) + grid) % grid);

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** RTC-10 Algorithm 4: the date of one label, strictly later than the last one. */
export const nextDate = ({
  now,
  last,
  granularity,
}: Request & { readonly granularity: GranularityMicroseconds }): {
  readonly date: bigint;
  /** When the label may be given out; `date` is a shorter version of this if that one is free. */
  readonly created: bigint;
  readonly delay: bigint;
} => {
  const roundedNow = roundDown(now, granularity);
  const roundedLast = last === undefined ? roundedNow - granularity : roundDown(last, granularity);
  const created = later(roundedLast + granularity, roundedNow);

  // Lines 8 to 16: the date is shortened as long as it stays later than the last one. Grids finer than its own do not
  // change it.
  let date = created;
  for (const grid of FINEST_FIRST) {
    const shorter = roundDown(created, grid);
    if (shorter > roundedLast) date = shorter;
  }
  return { date, created, delay: later(created - now, 0n) };
};

/**
 * Beyond the standard: labels are as short as the traffic allows, and no request waits.
 *
 * Returns the latest `count` points, later than the last date and within the current minute up to now, of the coarsest
 * grid that has that many. Where no grid has, returns the next microseconds after the last date.
 */
export const nextDatesAuto = ({ now, last, count }: Request & { readonly count: number }): DatesToGive => {
  const given = last ?? now - SECOND;
  const lowest = later(given, roundDown(now, MINUTE) - 1n);
  const wanted = BigInt(count);
  for (const grid of GRANULARITIES_MICROSECONDS) {
    const newest = roundDown(now, grid);
    if (newest - (wanted - 1n) * grid > lowest)
      return { dates: run(newest - (wanted - 1n) * grid, grid, count), delay: 0n };
  }
  const dates = run(given + 1n, 1n, count);
  return { dates, delay: later(given + wanted - now, 0n) };
};

const run = (first: bigint, step: bigint, count: number): readonly bigint[] =>
  Array.from({ length: count }, (_, index) => first + BigInt(index) * step);
