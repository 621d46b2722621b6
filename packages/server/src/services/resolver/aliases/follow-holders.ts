import type { Resolution } from '../asking/outcome/resolution.ts';
import type { AliasHolder } from './poll-archives.ts';

/**
 * Follows each of the items in turn until one is there, and the next as well if one is slow: a single Archive
 * that names an item for which it does not answer hides no other (decision 40).
 */
export const followHolders = async (
  holders: readonly AliasHolder[],
  {
    graceMs,
    lead,
    note,
  }: {
    /** The time after which the next item is followed as well. */
    readonly graceMs: number;
    readonly lead: (holder: AliasHolder) => Promise<Resolution>;
    readonly note: (holder: AliasHolder, outcome: Resolution) => void;
  },
): Promise<Resolution | undefined> => {
  const running = new Set<Promise<void>>();
  let found: Resolution | undefined;
  for (const holder of holders) {
    const follow = async (): Promise<void> => {
      const outcome = await lead(holder);
      note(holder, outcome);
      if (isFinal(outcome)) found ??= outcome;
    };
    const run: Promise<void> = follow().finally(() => running.delete(run));
    running.add(run);
    await Promise.race([...running, pause(graceMs)]);
    if (found !== undefined) return found;
  }
  while (running.size > 0 && found === undefined) await Promise.race(running);
  return found;
};

/** Other outcomes do not show that there is such an item, or are due to the Archive that named it. */
const isFinal = ({ kind }: Resolution): boolean => !PASSED_OVER.includes(kind);

const PASSED_OVER: readonly Resolution['kind'][] = ['unknown', 'uncertain', 'removed', 'unusable'];

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
