/** Which Archive answered for a label the last time: it is asked first, until that is too long ago. */
export interface LocationMemory {
  find(label: string): number | undefined;
  learn(labels: readonly string[], archive: number): void;
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
  /** The longest known first. */
  const locations = new Map<string, { readonly archive: number; readonly at: number }>();
  return {
    find(label) {
      const known = locations.get(label);
      if (known === undefined) return undefined;
      if (now() - known.at <= maxAgeMs) return known.archive;
      locations.delete(label);
      return undefined;
    },
    learn(labels, archive) {
      for (const label of labels) {
        locations.delete(label);
        const [oldest] = locations.keys();
        if (locations.size >= MAX_LOCATIONS && oldest !== undefined) locations.delete(oldest);
        locations.set(label, { archive, at: now() });
      }
    },
    forget(label) {
      locations.delete(label);
    },
  };
};
