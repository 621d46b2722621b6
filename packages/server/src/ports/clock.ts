/** Time, which only the system knows. */
export interface Clock {
  /** Microseconds since 1970-01-01T00:00:00Z. */
  now(): bigint;
  /** Waits about that long, or less: the caller looks at the clock again. */
  wait(microseconds: bigint): Promise<void>;
}
