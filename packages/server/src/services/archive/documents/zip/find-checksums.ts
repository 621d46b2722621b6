import { type Refusal, refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { Catalogue } from '../../../../ports/archive/catalogue.ts';
import type { FileChecksum } from '../../../../ports/archive/file-checksums.ts';
import type { ItemFile, ItemFiles } from '../../../../ports/archive/item-files.ts';
import type { Clock } from '../../../../ports/system/clock.ts';

/** The CRC-32 of each file of an item, in their order. Files are read once for it, and never again. */
export type FindChecksums = (repository: RepositoryLabel, files: readonly ItemFile[]) => Promise<readonly number[]>;

/** Longer than most items take; whoever asks for more is told to come back, and the reading goes on. */
const PATIENCE_MICROSECONDS = 10_000_000n;
/** A reading may be over early, and nothing should be left that waits. */
const LOOK_AGAIN_MICROSECONDS = 250_000n;
/** So many items are read at the same time. */
const MAX_READINGS = 4;
const FILES_PER_STEP = 100;
const BYTES_PER_STEP = 64 * 2 ** 20;

export const createChecksumFinder = ({
  catalogue: { checksums },
  files: { hash },
  clock,
}: {
  readonly catalogue: Pick<Catalogue, 'checksums'>;
  readonly files: Pick<ItemFiles, 'hash'>;
  readonly clock: Clock;
}): FindChecksums => {
  const readings = new Map<RepositoryLabel, Promise<void>>();

  const read = async (repository: RepositoryLabel, unknown: readonly ItemFile[]): Promise<void> => {
    let found: FileChecksum[] = [];
    let bytes = 0;
    for (const { path, sha256, bytes: size } of unknown) {
      const hashed = await hash(repository, path);
      if (hashed?.sha256 !== sha256) throw refuse('file-damaged', { reason: 'catalogue', path, label: repository });
      found.push(hashed);
      bytes += size;
      if (found.length < FILES_PER_STEP && bytes < BYTES_PER_STEP) continue;
      await checksums.keep(found);
      found = [];
      bytes = 0;
    }
    await checksums.keep(found);
  };

  /** Requests for the same item share one reading. */
  const begin = (repository: RepositoryLabel, unknown: readonly ItemFile[]): Promise<void> => {
    const underWay = readings.get(repository);
    if (underWay !== undefined) return underWay;
    if (readings.size >= MAX_READINGS) throw refuse('zip-unready', { label: repository });
    const reading = read(repository, unknown).finally(() => readings.delete(repository));
    readings.set(repository, reading);
    // Nobody may wait for it any more when it fails; the next request meets the same failure.
    reading.catch(() => undefined);
    return reading;
  };

  return async (repository, files) => {
    const hashes = files.map(({ sha256 }) => sha256);
    const known = await checksums.find(hashes);
    const unknown = files.filter(({ sha256 }) => !known.has(sha256));
    if (unknown.length > 0) {
      await within(clock, begin(repository, unknown), refuse('zip-unready', { label: repository }));
    }
    const all = unknown.length > 0 ? await checksums.find(hashes) : known;
    return hashes.map((sha256) => {
      const crc32 = all.get(sha256);
      // The files were replaced while they were read.
      if (crc32 === undefined) throw refuse('zip-unready', { label: repository });
      return crc32;
    });
  };
};

/** Waits for the work, but not for ever. */
const within = async (clock: Clock, work: Promise<void>, refusal: Refusal): Promise<void> => {
  const end = clock.now() + PATIENCE_MICROSECONDS;
  let isDone = false;
  const done = work.then(() => {
    isDone = true;
  });
  while (!isDone) {
    const left = end - clock.now();
    if (left <= 0n) throw refusal;
    await Promise.race([done, clock.wait(left < LOOK_AGAIN_MICROSECONDS ? left : LOOK_AGAIN_MICROSECONDS)]);
  }
};
