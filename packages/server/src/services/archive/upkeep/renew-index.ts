import type { SearchIndex } from '../../../ports/archive/finding/listing.ts';
import type { Clock } from '../../../ports/system/clock.ts';

const PAUSE_MICROSECONDS = 20_000n;
const STEPS_BETWEEN_NEWS = 200;

/**
 * Indexes the items anew that an earlier version has indexed, a few at a time. Interrupted, it goes on with those that
 * are left; meanwhile they are found by their words as before.
 */
export const renewIndex = async (
  { searchIndex, clock }: { readonly searchIndex: SearchIndex; readonly clock: Clock },
  { isStopped, onLeft }: { readonly isStopped: () => boolean; readonly onLeft: (items: number) => void },
): Promise<void> => {
  for (let step = 0; !isStopped(); step += 1) {
    const renewed = await searchIndex.renewSome();
    const isNews = step % STEPS_BETWEEN_NEWS === 0 || renewed === 0;
    if (isNews && (step > 0 || renewed > 0)) onLeft(await searchIndex.countOutdated());
    if (renewed === 0) return;
    await clock.wait(PAUSE_MICROSECONDS);
  }
};
