/** The counters from which a random order is drawn: all have the same size except the last, which has the remainder. */
export interface CounterLayout {
  readonly size: bigint;
  readonly count: number;
  readonly lastSize: bigint;
}

/** A prime, as in the original: there are never more counters than this. */
const MAX_COUNTERS = 293n;

/** Divides a total among counters; a total of 0 has none. */
export const layCounters = (total: bigint): CounterLayout => {
  const size = total / MAX_COUNTERS + 1n;
  const full = (total - 1n) / size;
  return { size, count: Number(full) + 1, lastSize: total - full * size };
};
