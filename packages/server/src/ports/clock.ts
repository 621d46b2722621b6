/** Time, which only the system knows. */
export interface Clock {
  /** Microseconds since 1970-01-01T00:00:00Z. */
  now(): bigint;
  wait(microseconds: bigint): Promise<void>;
}
