/** The time of the system. */
export interface Clock {
  /** Microseconds since 1970-01-01T00:00:00Z. */
  now(): bigint;
  /** Waits about that long, or less; the caller must read the clock again. */
  wait(microseconds: bigint): Promise<void>;
}

export const millisecondsOf = (microseconds: bigint): number => Number(microseconds / 1_000n);
