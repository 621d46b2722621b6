import { type Refusal, refuse } from '@perene/api/refusals';

import { changeItemState, type ItemEvent, type ItemState, type ItemStateProblem } from '@perene/core/item';
import type { Hash } from '@perene/core/trust';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { HandOverSeal } from './hand-over-seal.ts';

/** An item and its description, which move together. */
export const withDescription = async (catalogue: Catalogue, item: CatalogueItem): Promise<readonly CatalogueItem[]> => {
  const describing = item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
  return describing === undefined ? [item] : [item, describing];
};

/** The hash of an item as it is here. */
export const hashHeld = async (
  catalogue: Catalogue,
  seal: Pick<HandOverSeal, 'hash'>,
  item: CatalogueItem,
): Promise<Hash> => {
  const [, describing] = await withDescription(catalogue, item);
  const files = await catalogue.files(item.repository);
  return seal.hash({ ...item, metadata: describing?.metadata, files });
};

/** The state after a step of a hand-over; undefined where the item is no longer here. */
export const nextState = (
  item: Pick<CatalogueItem, 'repository' | 'content' | 'state'> | undefined,
  event: ItemEvent,
  repository = item?.repository ?? '',
): ItemState | undefined => {
  const next = changeItemState(item?.state, event, { isIntransferable: item?.content === 'Service' });
  if (next.ok) return next.state;
  throw refusalOf(next.problem, item?.state, repository);
};

const refusalOf = (problem: ItemStateProblem, state: ItemState | undefined, label: string): Refusal => {
  switch (problem) {
    case 'item-state/intransferable':
      return refuse('item-refused', { reason: 'archive-service', label });
    case 'item-state/other-transfer':
      return refuse('transfer-under-way', { reason: 'other-name', label });
    case 'item-state/outcome':
      return refuse('transfer-settled', { label });
    case 'item-state/not-allowed':
      return refuse('item-refused', { label, ...describeState(state) });
  }
};

const describeState = (state: ItemState | undefined) => {
  switch (state?.kind) {
    case undefined:
      return { reason: 'not-held' } as const;
    case 'original':
      return { reason: 'holds-original' } as const;
    case 'copy':
      return { reason: 'holds-copy', from: state.of } as const;
    case 'deleted':
      return { reason: 'holds-tombstone' } as const;
    case 'releasing':
      return { reason: 'handing-over', to: state.to } as const;
    case 'receiving':
      return { reason: 'taking-over', from: state.from } as const;
  }
};
