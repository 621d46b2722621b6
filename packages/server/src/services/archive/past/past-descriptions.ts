import type { Metadata } from '@perene/core/item';
import type { ArchiveOperations, ItemView } from '../archive-operations.ts';
import { checkIbi } from '../items/check-labels.ts';

/** A description, and since when it was the one of the item. */
export interface PastDescription {
  /** Milliseconds since 1970, in whole seconds. */
  readonly at: number;
  readonly fields: Metadata;
}

const ENTRIES_A_PAGE = 500;
const MAX_PAGES = 20;

/**
 * Reads the descriptions that an item has had from its history, the earliest first. Of those within one second, the last
 * counts; of more than ten thousand changes, the latest.
 */
export const readPastDescriptions = async (
  archive: Pick<ArchiveOperations, 'history'>,
  { metadata }: Pick<ItemView, 'metadata'>,
): Promise<readonly PastDescription[]> => {
  if (metadata === undefined) return [];
  const label = checkIbi(metadata.repository);
  const bySecond = new Map<number, PastDescription>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { entries, next } = await archive.history(label, { cursor, limit: ENTRIES_A_PAGE });
    for (const { at, detail } of entries) {
      const second = Math.floor(Date.parse(at) / 1_000) * 1_000;
      const fields = fieldsIn(detail);
      // The latest entries come first.
      if (fields !== undefined && !bySecond.has(second)) bySecond.set(second, { at: second, fields });
    }
    if (next === undefined) break;
    cursor = next;
  }
  return [...bySecond.values()].sort((one, other) => one.at - other.at);
};

interface Detail {
  readonly metadata?: Metadata;
  readonly after?: { readonly metadata?: Metadata };
}

/** An entry has the whole description, if it changed. */
const fieldsIn = (detail: unknown): Metadata | undefined => {
  const { metadata, after } = (detail ?? {}) as Detail;
  return metadata ?? after?.metadata;
};
