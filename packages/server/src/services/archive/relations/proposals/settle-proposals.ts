import { refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import type { Catalogue, ItemLink } from '../../../../ports/archive/catalogue.ts';
import type { Proposal } from '../../../../ports/archive/relation-proposals.ts';
import type { Clock } from '../../../../ports/system/clock.ts';
import type { Author } from '../../archive-operations.ts';
import { isLinked } from '../answer-relations.ts';
import type { HolderFinder } from '../find-holder.ts';
import { saidLinks } from '../said-links.ts';
import { refuseLoop } from './link-proposed.ts';

const MAX_OF_ONE_ITEM = 500;

/** Whether a link needs the consent of another Archive. */
export const isProposed = ({ kind, holding }: ItemLink): boolean => kind !== 'nextEdition' && holding !== 'original';

/** Whether the item and its link still exist; otherwise the proposal ends. */
export const isStillSaid = async (catalogue: Catalogue, { item: label, of }: Proposal): Promise<boolean> => {
  const item = await catalogue.find(label);
  if (item?.state.kind !== 'original') return false;
  return (await saidLinks(catalogue, item.repository)).some((link) => link.label === of && isProposed(link));
};

const openProposals = async (
  { proposals, find }: Pick<Catalogue, 'proposals' | 'find'>,
  direction: Proposal['direction'],
  label: Label,
): Promise<readonly Proposal[]> => {
  const known = (await find(label))?.repository ?? label;
  const found = await proposals.list({ direction, label: known, limit: MAX_OF_ONE_ITEM });
  return found.filter(({ state }) => state === 'open');
};

const withdrawProposals = async (catalogue: Catalogue, label: Label): Promise<void> => {
  for (const proposal of await openProposals(catalogue, 'out', label)) {
    if (!(await isStillSaid(catalogue, proposal))) await catalogue.proposals.remove(proposal);
  }
};

const settleProposals = async (
  catalogue: Catalogue,
  label: Label,
  { who, at }: { readonly who: string; readonly at: bigint },
): Promise<void> => {
  const original = await catalogue.find(label);
  if (original === undefined) return;
  for (const proposal of await openProposals(catalogue, 'in', label)) {
    if (!(await isLinked(catalogue, original, proposal))) continue;
    await catalogue.proposals.save({ ...proposal, state: 'accepted', note: undefined, who, changedAt: at });
  }
};

/** What a change of an item's links means for proposals. */
export interface LinkSettling {
  /** Withdraws the proposals of links that an item here no longer has. */
  withdraw(label: Label): Promise<void>;
  /** Notes as accepted what was proposed of an item here, if somebody has made the link by hand. */
  settle(label: Label, author: Author): Promise<void>;
  /** Refuses a next edition whose later editions lead back to the item, in whichever Archives they are. */
  checkNextEdition(item: Parameters<typeof refuseLoop>[1], next: Label): Promise<void>;
  /** Refuses two items between which no edition can come, because the second leads to the first. */
  checkBetween(earlier: Label, later: Label): Promise<void>;
}

export const createLinkSettling = ({
  catalogue,
  clock,
  holders,
}: {
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly holders: () => Promise<HolderFinder>;
}): LinkSettling => ({
  withdraw: (label) => withdrawProposals(catalogue, label),
  settle: (label, { who }) => settleProposals(catalogue, label, { who, at: clock.now() }),
  checkNextEdition: async (item, next) => refuseLoop(await holders(), item, next),
  async checkBetween(earlier, later) {
    const { itself, lastEdition } = await holders();
    const [place, end] = await Promise.all([itself(earlier), lastEdition(later)]);
    if (place !== undefined && place === end) {
      throw refuse('edition-order', { reason: 'loop', label: earlier, other: later });
    }
  },
});
