import { Refusal } from '@perene/api/refusals';
import { type Ibi, parseIbi } from '@perene/core';
import type { ArchiveOperations, ItemView } from '../archive-operations.ts';

/** The editions of an item, the earliest first, each with its persistent URL and the time (ms) in its label. */
export const editionsInTime = (
  item: Pick<ItemView, 'editions' | 'persistentUrl' | 'repository' | 'ibips'>,
): readonly { readonly url: string; readonly at: number }[] => {
  const resolver = item.persistentUrl.slice(0, -(item.ibips[0] ?? item.repository).length);
  const labels = item.editions.all.length === 0 ? [item.repository] : item.editions.all;
  return labels
    .flatMap((label) => {
      const ibi = parseIbi(label);
      return ibi.ok ? [{ url: `${resolver}${label}`, at: ibi.value.date.seconds * 1_000 }] : [];
    })
    .sort((one, other) => one.at - other.at);
};

/** The editions of the item with that label; undefined if it is not an original here. */
export const findEditions = async (
  archive: Pick<ArchiveOperations, 'show'>,
  label: Ibi,
): Promise<ReturnType<typeof editionsInTime> | undefined> => {
  try {
    const item = await archive.show(label);
    // What follows a copy, or an edition elsewhere, only other Archives know.
    return item.state === 'Original' && item.editions.last !== undefined ? editionsInTime(item) : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'item-not-found') return undefined;
    throw error;
  }
};
