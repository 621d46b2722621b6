import type { ItemSummary } from '../api/types.ts';

/** Returns the label that the persistent link of an item has. */
export const citedLabel = ({ ibip, ibips, repository }: Pick<ItemSummary, 'ibip' | 'ibips' | 'repository'>): string =>
  ibip ?? ibips[0] ?? repository;
