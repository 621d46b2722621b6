/** The counters among which a random order is drawn: all of one size but the last, which takes the remainder. */
export interface CounterLayout {
  readonly size: bigint;
  readonly count: number;
  readonly lastSize: bigint;
}

/** A prime, as in the original: there are never more counters than this. */
const MAX_COUNTERS = 293n;

/** No counters for a total of 0. */
export const layCounters = (total: bigint): CounterLayout => {
  const size = total / MAX_COUNTERS + 1n;
  const full = (total - 1n) / size;
  return { size, count: Number(full) + 1, lastSize: total - full * size };
};
