import { LRUCache } from 'lru-cache';

/** Remembers which Archive answered for a label the last time, so that it is asked first, for a limited time. */
export interface LocationMemory {
  find(label: string): number | undefined;
  learn(label: string, archive: number): void;
  forget(label: string): void;
}

const MAX_LOCATIONS = 200_000;

export const createLocationMemory = ({
  now,
  maxAgeMs,
}: {
  readonly now: () => number;
  readonly maxAgeMs: number;
}): LocationMemory => {
  const locations = new LRUCache<string, number>({
    max: MAX_LOCATIONS,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    find: (label) => locations.get(label),
    learn(label, archive) {
      locations.set(label, archive);
    },
    forget(label) {
      locations.delete(label);
    },
  };
};
