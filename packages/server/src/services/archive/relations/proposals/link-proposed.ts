import { refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import type { Catalogue, CatalogueItem } from '../../../../ports/archive/catalogue.ts';
import type { Proposal } from '../../../../ports/archive/relation-proposals.ts';
import type { Clock } from '../../../../ports/system/clock.ts';
import type { Author } from '../../archive-operations.ts';
import { type HolderFinder, outcomeIn } from '../find-holder.ts';

/** Links the original here to the proposed item, and notes the outcome. */
export const linkProposed = async (
  needs: {
    readonly catalogue: Catalogue;
    readonly clock: Clock;
    readonly holders: HolderFinder;
  },
  proposal: Proposal,
  original: CatalogueItem,
  { who }: Author,
): Promise<Proposal> => {
  const { kind, item, language, archive = '' } = proposal;
  if (kind === 'translation' && language === undefined) {
    throw refuse('language-invalid', { reason: 'unknown', label: item, archive: archive ?? '' });
  }
  if (kind === 'edition') await refuseLoop(needs.holders, original, item);
  const links = kind === 'edition' ? { nextEdition: item } : { translations: { [language ?? '']: item } };
  const unlink = await findRemoved(needs, original, proposal);
  const at = needs.clock.now();
  const linkOrigin = { kind: 'proposal', archive } as const;
  await needs.catalogue.change(
    [{ item: original, change: { ...(unlink.length > 0 && { unlink }), links, updatedAt: original.updatedAt } }],
    {
      who,
      at,
      action: 'linked',
      linkOrigin,
    },
  );
  return needs.catalogue.proposals.save({ ...proposal, state: 'accepted', note: undefined, who, changedAt: at });
};

/** The item elsewhere that has the place of the proposed one, if it was removed there; it is passed over. */
const findRemoved = async (
  { catalogue, holders }: { readonly catalogue: Catalogue; readonly holders: Pick<HolderFinder, 'find'> },
  { repository }: CatalogueItem,
  { kind, item, language }: Proposal,
): Promise<readonly Label[]> => {
  const rivals = (await catalogue.links(repository)).filter(
    (link) =>
      link.holding === 'elsewhere' &&
      link.label !== item &&
      (kind === 'edition' ? link.kind === 'nextEdition' : link.kind === 'translation' && link.language === language),
  );
  const removed: Label[] = [];
  for (const { label } of rivals) {
    const holder = await holders.find(label);
    if (holder.kind === 'none' && outcomeIn(holder.why) === 'removed') removed.push(label);
  }
  return removed;
};

/** The original has no next edition, so later editions that pass it would end there. */
export const refuseLoop = async (
  holders: Pick<HolderFinder, 'lastEdition'>,
  { repository, describedBy }: { readonly repository: string; readonly describedBy?: string | undefined },
  other: Label,
): Promise<void> => {
  const end = await holders.lastEdition(other);
  // A reader who may not open the item is led to its metadata.
  const isHere = [repository, describedBy].some((label) => label !== undefined && end?.includes(`/col/${label}/`));
  if (isHere) throw refuse('edition-order', { reason: 'loop', label: repository, other });
};
