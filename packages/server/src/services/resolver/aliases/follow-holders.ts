import { pause } from '../../../concurrency/pause.ts';
import type { Resolution } from '../asking/outcome/resolution.ts';
import type { AliasHolder } from './poll-archives.ts';

/** An item with the alias, and where it leads. */
export interface Followed {
  readonly holder: AliasHolder;
  readonly outcome: Resolution;
}

/**
 * Follows each of the items in turn until one is there, and the next as well if one is slow: a single Archive
 * that names an item for which it does not answer hides no other (decision 40). Where all are wanted, those that are
 * slower than the first by more than the grace are left out.
 */
export const followHolders = async (
  holders: readonly AliasHolder[],
  {
    graceMs,
    lead,
    note,
    wantsAll,
  }: {
    /** The time after which the next item is followed as well. */
    readonly graceMs: number;
    readonly lead: (holder: AliasHolder) => Promise<Resolution>;
    readonly note: (holder: AliasHolder, outcome: Resolution) => void;
    readonly wantsAll: boolean;
  },
): Promise<readonly Followed[]> => {
  const running = new Set<Promise<void>>();
  const found: Followed[] = [];
  for (const holder of holders) {
    const follow = async (): Promise<void> => {
      const outcome = await lead(holder);
      note(holder, outcome);
      if (isFinal(outcome)) found.push({ holder, outcome });
    };
    const run: Promise<void> = follow().finally(() => running.delete(run));
    running.add(run);
    if (wantsAll) continue;
    await Promise.race([...running, pause(graceMs)]);
    if (found.length > 0) return found.slice(0, 1);
  }
  while (running.size > 0 && found.length === 0) await Promise.race(running);
  if (wantsAll) await Promise.race([Promise.all(running), pause(graceMs)]);
  return found;
};

/** Other outcomes do not show that there is such an item, or are due to the Archive that named it. */
const isFinal = ({ kind }: Resolution): boolean => !PASSED_OVER.includes(kind);

const PASSED_OVER: readonly Resolution['kind'][] = ['unknown', 'uncertain', 'removed', 'unusable'];
