import { Refusal } from '@perene/api/refusals';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { AwaitingItem } from '../../../ports/archive/catalogue-records.ts';
import type { Clock } from '../../../ports/system/clock.ts';

/** Works that wait at the same time share a commit, and run in the order of their calls. */
const ITEMS_PER_STEP = 256;

/**
 * Links the items of an import once all of them are here, line by line, so that a link may name an item of any line. Of
 * two links that contradict one another, that of the later line is refused.
 */
export const linkImported = async (
  {
    catalogue: { awaitingLinks },
    clock,
  }: {
    readonly catalogue: Pick<Catalogue, 'awaitingLinks'>;
    readonly clock: Clock;
  },
  { batch, who }: { readonly batch: string; readonly who: string },
  onRefused: (item: AwaitingItem, refusal: Refusal) => Promise<void> | void,
): Promise<void> => {
  let after: AwaitingItem | undefined;
  for (;;) {
    const items = await awaitingLinks.list(batch, { after, limit: ITEMS_PER_STEP });
    const outcomes = await Promise.allSettled(
      items.map(({ repository }) =>
        awaitingLinks.settle(repository, { who, at: clock.now(), linkOrigin: { kind: 'import' } }),
      ),
    );
    for (const [index, item] of items.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status !== 'rejected') continue;
      if (!(outcome.reason instanceof Refusal) || endsImport(outcome.reason)) throw outcome.reason;
      await onRefused(item, outcome.reason);
    }
    after = items.at(-1);
    if (after === undefined) return;
  }
};

/** Whether a refusal ends the whole import, because no line is at fault. */
export const endsImport = ({ code }: Refusal): boolean =>
  code.startsWith('database-') || code.startsWith('clock-') || code === 'disk-failed';
