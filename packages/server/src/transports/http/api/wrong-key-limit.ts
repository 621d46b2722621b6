const MAX_WRONG_KEYS = 20;
const PERIOD_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/** Each address may send some wrong keys, and gets one more for every three seconds. */
export const createWrongKeyLimit = (now: () => number = Date.now) => {
  /** The earliest first. */
  const buckets = new Map<string, { readonly left: number; readonly at: number }>();

  return {
    /** Seconds to wait, 0 where this one was still allowed. */
    take(address: string): number {
      const at = now();
      const bucket = buckets.get(address) ?? { left: MAX_WRONG_KEYS, at };
      const left = Math.min(MAX_WRONG_KEYS, bucket.left + ((at - bucket.at) / PERIOD_MS) * MAX_WRONG_KEYS);
      const isAllowed = left >= 1;
      buckets.delete(address);
      const [oldest] = buckets.keys();
      if (buckets.size >= MAX_ADDRESSES && oldest !== undefined) buckets.delete(oldest);
      buckets.set(address, { left: isAllowed ? left - 1 : left, at });
      return isAllowed ? 0 : Math.ceil(((1 - left) * PERIOD_MS) / MAX_WRONG_KEYS / 1_000);
    },
  };
};
