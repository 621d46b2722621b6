import { changeItemState, type ItemEvent, type ItemState, type ItemStateProblem } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../ports/catalogue.ts';
import { Refusal } from '../../refusals/refusal.ts';

/** An item moves together with the one that describes it. */
export const withDescription = async (catalogue: Catalogue, item: CatalogueItem): Promise<readonly CatalogueItem[]> => {
  const describing = item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
  return describing === undefined ? [item] : [item, describing];
};

/** The state after a step of a hand-over; nothing where the item is not here any more. */
export const nextState = (
  item: Pick<CatalogueItem, 'repository' | 'content' | 'state'> | undefined,
  event: ItemEvent,
  repository = item?.repository ?? '',
): ItemState | undefined => {
  const next = changeItemState(item?.state, event, { isIntransferable: item?.content === 'Service' });
  if (next.ok) return next.state;
  throw new Refusal(CODES[next.problem], explain(next.problem, item?.state, repository));
};

const CODES = {
  'item-state/not-allowed': 'item-refused',
  'item-state/intransferable': 'item-refused',
  'item-state/other-transfer': 'transfer-under-way',
  'item-state/outcome': 'transfer-settled',
} as const satisfies Record<ItemStateProblem, string>;

const explain = (problem: ItemStateProblem, state: ItemState | undefined, repository: string): string => {
  switch (problem) {
    case 'item-state/intransferable':
      return `${repository} is the Archive service itself, which can neither be moved nor removed`;
    case 'item-state/other-transfer':
      return `${repository} is being handed over under another name: finish or abort that transfer first`;
    case 'item-state/outcome':
      return `the transfer of ${repository} was decided otherwise: look at the item again`;
    case 'item-state/not-allowed':
      return `${repository} cannot be handed over so: ${explainState(state)}`;
  }
};

const explainState = (state: ItemState | undefined): string => {
  switch (state?.kind) {
    case undefined:
      return 'this Archive does not hold it';
    case 'original':
      return 'this Archive holds the original';
    case 'copy':
      return `this Archive holds a copy, which came from ${state.of}; only the original is handed over`;
    case 'deleted':
      return 'it was removed from this Archive';
    case 'releasing':
      return `this Archive is handing it over to ${state.to}; finish or abort that first`;
    case 'receiving':
      return `this Archive is taking it over from ${state.from}; finish or abort that first`;
  }
};
