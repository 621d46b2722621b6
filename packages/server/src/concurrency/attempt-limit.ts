import { parseIpAddress } from '@perene/core';
import { LRUCache } from 'lru-cache';

/** How often one network may try something: a bucket of tokens for each network and for each thing that is tried. */
export interface AttemptLimit {
  /** Returns the seconds to wait, or 0 if this attempt is allowed, which then counts. */
  take(address: string, about?: string): number;
  /** Takes back an attempt that succeeded, which does not count. */
  giveBack(address: string, about?: string): void;
}

const MAX_BUCKETS = 10_000;

export const createAttemptLimit = ({
  now,
  most,
  periodSeconds,
}: {
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  readonly most: number;
  readonly periodSeconds: number;
}): AttemptLimit => {
  // The cache is limited by size, because a limit of entries would take the memory of all of them at once.
  const buckets = new LRUCache<string, { readonly left: number; readonly at: number }>({
    maxSize: MAX_BUCKETS,
    sizeCalculation: () => 1,
  });
  const perSecond = most / periodSeconds;

  return {
    take(address, about = '') {
      const at = now();
      const key = `${about} ${networkOf(address)}`;
      const bucket = buckets.get(key) ?? { left: most, at };
      // A clock that is set back adds no tokens.
      const seconds = Math.max(0, at - bucket.at) / 1_000;
      const left = Math.min(most, bucket.left + seconds * perSecond);
      const isAllowed = left >= 1;
      buckets.set(key, { left: isAllowed ? left - 1 : left, at });
      return isAllowed ? 0 : Math.ceil((1 - left) / perSecond);
    },
    giveBack(address, about = '') {
      const key = `${about} ${networkOf(address)}`;
      const bucket = buckets.get(key);
      if (bucket !== undefined) buckets.set(key, { ...bucket, left: Math.min(most, bucket.left + 1) });
    },
  };
};

const MAPPED_IPV4 = /^::ffff:[\da-f]{1,4}:[\da-f]{1,4}$/;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** An IPv4 address, or the /64 of an IPv6 address, because a host that has one address of it has all 2^64. */
export const networkOf = (address: string): string => {
  // A link-local address names its interface behind a percent sign.
  const [plain = ''] = address.split('%', 1);
  // Only an address with points is an IPv4 address, and is written as a connection over IPv6 shows it.
  const parsed = parseIpAddress(plain.includes('.') && !plain.includes(':') ? `::ffff:${plain}` : plain);
  if (!parsed.ok) return address;
  const { text } = parsed.value;
  if (MAPPED_IPV4.test(text)) return text;
  const [start = [], end = []] = text.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - start.length - end.length }, () => '0');
  return [...start, ...zeros, ...end].slice(0, NETWORK_GROUPS).join(':');
};
