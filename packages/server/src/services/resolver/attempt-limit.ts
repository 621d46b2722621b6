import type { Clock } from '../../ports/clock.ts';

/** How often one address may try something. */
export interface AttemptLimit {
  /** Seconds to wait; 0 where this attempt is allowed, which then counts. */
  take(address: string): number;
  /** An attempt that was all right does not count. */
  giveBack(address: string): void;
}

const MAX_ADDRESSES = 10_000;
const MICROSECONDS = 1_000_000;

export const createAttemptLimit = ({
  clock,
  most,
  periodSeconds,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly most: number;
  readonly periodSeconds: number;
}): AttemptLimit => {
  /** The earliest first. */
  const buckets = new Map<string, { readonly left: number; readonly at: bigint }>();
  const perSecond = most / periodSeconds;

  const put = (network: string, left: number, at: bigint): void => {
    buckets.delete(network);
    const [oldest] = buckets.keys();
    if (buckets.size >= MAX_ADDRESSES && oldest !== undefined) buckets.delete(oldest);
    buckets.set(network, { left, at });
  };

  return {
    take(address) {
      const at = clock.now();
      const network = networkOf(address);
      const bucket = buckets.get(network) ?? { left: most, at };
      const seconds = Math.max(0, Number(at - bucket.at) / MICROSECONDS);
      const left = Math.min(most, bucket.left + seconds * perSecond);
      const isAllowed = left >= 1;
      put(network, isAllowed ? left - 1 : left, at);
      return isAllowed ? 0 : Math.ceil((1 - left) / perSecond);
    },
    giveBack(address) {
      const network = networkOf(address);
      const bucket = buckets.get(network);
      if (bucket !== undefined) buckets.set(network, { ...bucket, left: Math.min(most, bucket.left + 1) });
    },
  };
};

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Whoever has one IPv6 address has the 2^64 of its network. */
const networkOf = (address: string): string => {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, GROUPS - start.length - end.length) }, () => '0');
  return [...start, ...zeros, ...end].slice(0, NETWORK_GROUPS).join(':');
};
