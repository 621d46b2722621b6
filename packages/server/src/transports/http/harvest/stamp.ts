const MICROSECONDS_A_MILLISECOND = 1_000n;

/** A date in UTC with the granularity of seconds. */
export const stampOf = (microseconds: bigint): string =>
  `${new Date(Number(microseconds / MICROSECONDS_A_MILLISECOND)).toISOString().slice(0, 19)}Z`;
