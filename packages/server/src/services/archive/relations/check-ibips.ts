import { because, refuse } from '@perene/api/refusals';
import { inWords } from '@perene/api/words';
import type { Label } from '@perene/core';
import type { Clock } from '../../../ports/system/clock.ts';
import type { ItemView, LocalArchive } from '../archive-operations.ts';
import { checkIbip } from '../items/check-labels.ts';
import { type Holder, type HolderFinder, outcomeIn } from './find-holder.ts';

type UncheckedIbips = NonNullable<ItemView['uncheckedIbips']>;

const MAX_CHECKING_MICROSECONDS = 20_000_000n;
const NO_TIME: Holder = { kind: 'none', why: because('no-time-left') };

/**
 * Edits that first ask the resolver whether another Archive has an item with an IBIp that is to be added, because two
 * items of one label are disputed. Where the resolver cannot tell, the answer says so: the IBIp may be of a server that
 * is gone, and is added for that very reason (decision 27).
 */
export const withCheckedIbips = (
  archive: LocalArchive,
  {
    clock,
    holders,
    service,
  }: {
    readonly clock: Clock;
    readonly holders: () => Promise<Pick<HolderFinder, 'find'>>;
    /** Label of the Archive service of this node. */
    readonly service: () => Promise<Label>;
  },
): LocalArchive => {
  const check = async (texts: readonly string[]): Promise<UncheckedIbips> => {
    const labels = texts.map(checkIbip);
    if (labels.length === 0) return [];
    const [{ find }, own] = [await holders(), await service()];
    const deadline = clock.now() + MAX_CHECKING_MICROSECONDS;
    const unchecked: UncheckedIbips[number][] = [];
    for (const label of labels) {
      const holder = clock.now() < deadline ? await find(label) : NO_TIME;
      if (holder.kind === 'none') {
        const outcome = outcomeIn(holder.why);
        if (outcome === 'disputed') throw refuse('label-taken', { reason: 'disputed', label });
        if (outcome !== 'unknown') unchecked.push({ ibip: label, note: inWords(holder.why, 'en') });
      } else if (holder.archive.service !== own) {
        throw refuse('label-taken', { reason: 'elsewhere', label, address: holder.archive.address });
      }
    }
    return unchecked;
  };
  return {
    ...archive,
    async edit(name, change, author) {
      const uncheckedIbips = await check(change.addIbips ?? []);
      const item = await archive.edit(name, change, author);
      return uncheckedIbips.length === 0 ? item : { ...item, uncheckedIbips };
    },
  };
};
