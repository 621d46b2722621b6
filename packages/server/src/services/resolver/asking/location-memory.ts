import type { Label } from '@perene/core';
import { LRUCache } from 'lru-cache';

/** Remembers which Archive answered for a label the last time, so that it is asked first, for a limited time. */
export interface LocationMemory {
  find(label: Label): number | undefined;
  learn(label: Label, archive: number): void;
  forget(label: Label): void;
}

export const createLocationMemory = ({
  now,
  maxAgeMs,
  maxLocations,
}: {
  readonly now: () => number;
  readonly maxAgeMs: number;
  readonly maxLocations: number;
}): LocationMemory => {
  // The cache is limited by size, because a limit of entries would take the memory of all of them at once.
  const locations = new LRUCache<Label, number>({
    maxSize: maxLocations,
    sizeCalculation: () => 1,
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
