import type { AccessCounts } from '../../ports/access-counts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Uploads } from '../../ports/uploads.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 3_600_000;
const UPLOAD_LIFETIME_MICROSECONDS = 7n * 24n * 3_600_000_000n;

/** Removes abandoned uploads and expired data, at once and every hour; returns how to stop. */
export const startTidying = ({
  accessCounts,
  uploads,
  clock,
  onError,
}: {
  readonly accessCounts: Pick<AccessCounts, 'forgetExpired'>;
  readonly uploads: Pick<Uploads, 'sweep'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): (() => Promise<void>) => {
  const tidy = async (): Promise<void> => {
    const now = clock.now();
    await accessCounts.forgetExpired(now);
    await uploads.sweep(now - UPLOAD_LIFETIME_MICROSECONDS);
  };
  return startRepeating(tidy, { periodMs: PERIOD_MS, onError });
};
