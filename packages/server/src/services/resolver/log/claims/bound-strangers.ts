import type { Label } from '@perene/core';
import type { Claim, Transfer } from '@perene/core/trust';
import type { LogState } from '../../../../ports/trust/log-store.ts';
import { saidIn } from '../stored-entries.ts';

/** What an Archive that neither was the first to claim an item nor received it may say of it. */
const MAX_OF_STRANGER = 50;
const MAX_LOOKED_AT = 1_000;

/**
 * Bounds what each Archive says of items of others, so that nobody pushes what the holder says out of sight. `isFull` is
 * for one transaction.
 */
export const createStrangerBound = (state: Pick<LogState, 'about' | 'firstAbout'>) => {
  const firsts = new Map<Label, Label>();
  const counts = new Map<string, number>();

  /** Who was the first to say something of the item. */
  const findFirst = async (item: Label, by: Label): Promise<Label> => {
    const stored = firsts.has(item) ? undefined : await state.firstAbout(item);
    const first = firsts.get(item) ?? (stored && saidIn(stored)?.archiveService) ?? by;
    firsts.set(item, first);
    return first;
  };

  const countOf = async (item: Label, by: Label): Promise<number> => {
    if ((await state.about(item, { limit: MAX_OF_STRANGER })).length < MAX_OF_STRANGER) return 0;
    const said = (await state.about(item, { limit: MAX_LOOKED_AT })).flatMap((stored) => saidIn(stored) ?? []);
    const isReceiver = said.some((one) => one.kind === 'transfer' && one.receiver === by);
    return isReceiver ? Number.NEGATIVE_INFINITY : said.filter(({ archiveService }) => archiveService === by).length;
  };

  return {
    /** Counts the statement, too. */
    async isFull({ repository, ibip, archiveService: by }: Claim | Transfer): Promise<boolean> {
      const item = repository ?? ibip;
      if (item === undefined || (await findFirst(item, by)) === by) return false;
      const name = `${by} ${item}`;
      const count = (counts.get(name) ?? (await countOf(item, by))) + 1;
      counts.set(name, count);
      return count > MAX_OF_STRANGER;
    },
  };
};
