import type { Catalogue } from '../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../ports/archive/item-files.ts';
import type { Touches } from '../../ports/node/touches.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { LocalDrafts } from '../../services/archive/drafts/draft-operations.ts';
import type { Thumbnails } from '../../services/archive/thumbnails/open-thumbnail.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 3_600_000;
const UPLOAD_LIFETIME_MICROSECONDS = 7n * 24n * 3_600_000_000n;

/** Removes abandoned uploads and expired data, at once and every hour; returns how to stop. */
export const startTidying = ({
  database,
  catalogue,
  files,
  clock,
  drafts,
  sweepPeople,
  thumbnails,
  onError,
}: {
  readonly database: { readonly touches: Pick<Touches, 'tidy'> };
  readonly catalogue: Pick<Catalogue, 'accessCounts'>;
  readonly files: Pick<ItemFiles, 'uploads'>;
  readonly clock: Clock;
  readonly drafts: Pick<LocalDrafts, 'sweep'>;
  readonly sweepPeople: () => Promise<void>;
  readonly thumbnails: Pick<Thumbnails, 'sweep'>;
  readonly onError: (error: unknown) => void;
}): (() => Promise<void>) => {
  const tidy = async (): Promise<void> => {
    const now = clock.now();
    await catalogue.accessCounts.forgetExpired(now);
    await files.uploads.sweep(now - UPLOAD_LIFETIME_MICROSECONDS);
    await drafts.sweep();
    await sweepPeople();
    await thumbnails.sweep();
    await database.touches.tidy();
  };
  return startRepeating(tidy, { periodMs: PERIOD_MS, onError });
};
