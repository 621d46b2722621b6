import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { Clock } from '../../../ports/system/clock.ts';

/** Files come before their draft knows them; a deposit of a file takes no longer than this. */
const YOUNG_MICROSECONDS = 24n * 3_600_000_000n;

/** Removes links that are over, and files that crashes left of drafts that were published or discarded. */
export const sweepDrafts = async ({
  catalogue,
  files,
  clock,
}: {
  readonly catalogue: Pick<Catalogue, 'drafts'>;
  readonly files: Pick<ItemFiles, 'drafts'>;
  readonly clock: Clock;
}): Promise<void> => {
  const now = clock.now();
  await catalogue.drafts.sweep(now);
  for await (const { draft, changedAt } of files.drafts.list()) {
    if (changedAt > now - YOUNG_MICROSECONDS) continue;
    const known = await catalogue.drafts.find(draft);
    const isLiving = known?.state === 'open' || known?.state === 'review';
    if (!isLiving) await files.drafts.removeAll(draft);
  }
};
