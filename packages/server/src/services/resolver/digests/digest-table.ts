import { createHolderTable, type Digest, fingerprintOf, MAX_HOLDERS } from '@perene/core/federation';
import type { ItemName } from '../../../ports/archive/catalogue.ts';

/**
 * One table for the digests of all Archives. Each digest has a place of its own, which belongs to no Archive until the
 * digest is complete. A place is used again only when nothing of its digest is left.
 */
export interface DigestTable {
  /** The numbers of the Archives whose digest has a label. */
  ownersOf(label: ItemName): readonly number[];
  /** Takes a place for a new digest; returns undefined if there is no room. */
  take(): DigestPlace | undefined;
  /** Returns whether the digest fits the present one, and there is room; otherwise the caller must drop the place. */
  apply(place: DigestPlace, digest: Digest): Promise<boolean>;
  give(place: DigestPlace, archive: number): void;
  /** Hides the digest at once; its room is free again soon. */
  drop(place: DigestPlace): void;
  /** Resolves when all dropped digests are removed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A place must not be used after it was dropped, even if its number is used again. */
export interface DigestPlace {
  readonly number: number;
  readonly isDropped: boolean;
}

export interface DigestTableLimits {
  /** The most labels that one Archive may have. */
  readonly maxLabels: number;
  readonly maxBytes: number;
}

interface Place extends DigestPlace {
  count: number;
  isDropped: boolean;
}

const NOBODY = -1;
/** Resolutions are served between steps. */
const CHANGES_PER_STEP = 10_000;
const SEGMENTS_PER_STEP = 8;
/** The most bytes that a pair takes in the table. */
const MAX_PAIR_BYTES = 22;

export const createDigestTable = ({
  seeds,
  maxLabels,
  maxBytes,
}: DigestTableLimits & { readonly seeds: readonly [number, number] }): DigestTable => {
  const table = createHolderTable(seeds);
  const owners: number[] = [];
  const free: number[] = [];
  const dropped = new Set<number>();
  let sweeping: Promise<void> | undefined;
  let isClosed = false;

  const sweep = async (): Promise<void> => {
    while (dropped.size > 0 && !isClosed) {
      const gone = new Set(dropped);
      for (let segment = 0; segment < table.segmentCount; segment += 1) {
        table.sweep(segment, (number) => gone.has(number));
        if (segment % SEGMENTS_PER_STEP === 0) await breathe();
        if (isClosed) return;
      }
      for (const number of gone) {
        dropped.delete(number);
        free.push(number);
      }
    }
    sweeping = undefined;
  };

  const applyAll = async (
    place: DigestPlace,
    fingerprints: Float64Array,
    change: (fingerprint: number, holder: number) => boolean,
  ): Promise<boolean> => {
    for (const [index, fingerprint] of fingerprints.entries()) {
      if (place.isDropped || !change(fingerprint, place.number)) return false;
      if (index % CHANGES_PER_STEP === CHANGES_PER_STEP - 1) await breathe();
    }
    return !place.isDropped;
  };

  return {
    ownersOf: (label) =>
      table
        .find(fingerprintOf(label))
        .map((number) => owners[number] ?? NOBODY)
        .filter((owner) => owner !== NOBODY),
    take() {
      const number = free.pop() ?? owners.length;
      if (number >= MAX_HOLDERS) return undefined;
      owners[number] = NOBODY;
      const place: Place = { number, count: 0, isDropped: false };
      return place;
    },
    async apply(place: Place, { added, removed, count }) {
      const hasRoom = count <= maxLabels && table.bytes() + added.length * MAX_PAIR_BYTES <= maxBytes;
      if (count !== place.count + added.length - removed.length || !hasRoom) return false;
      // Additions come first, so that a label that stays is never missing.
      if (!(await applyAll(place, added, table.add)) || !(await applyAll(place, removed, table.remove))) return false;
      place.count = count;
      return true;
    },
    give({ number, isDropped }, archive) {
      if (!isDropped) owners[number] = archive;
    },
    drop(place: Place) {
      if (place.isDropped) return;
      place.isDropped = true;
      owners[place.number] = NOBODY;
      dropped.add(place.number);
      sweeping ??= breathe().then(sweep);
    },
    settled: async () => sweeping,
    async close() {
      isClosed = true;
      await sweeping;
    },
  };
};

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
