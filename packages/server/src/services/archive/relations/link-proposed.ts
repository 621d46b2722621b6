import { refuse } from '@perene/api/refusals';
import type { Catalogue, CatalogueItem } from '../../../ports/catalogue.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Proposal, RelationProposals } from '../../../ports/relation-proposals.ts';
import type { Author } from '../archive-operations.ts';

/** Links the original here to the proposed item, and notes the outcome. */
export const linkProposed = async (
  needs: { readonly catalogue: Catalogue; readonly proposals: RelationProposals; readonly clock: Clock },
  proposal: Proposal,
  original: CatalogueItem,
  { who }: Author,
): Promise<Proposal> => {
  const { kind, item, language, archive = '' } = proposal;
  if (kind === 'translation' && language === undefined) {
    throw refuse('language-invalid', { reason: 'unknown', label: item, archive: archive ?? '' });
  }
  const links = kind === 'edition' ? { nextEdition: item } : { translations: { [language ?? '']: item } };
  const at = needs.clock.now();
  const linkOrigin = { kind: 'proposal', archive } as const;
  await needs.catalogue.change([{ item: original, change: { links, updatedAt: original.updatedAt } }], {
    who,
    at,
    action: 'linked',
    linkOrigin,
  });
  return needs.proposals.save({ ...proposal, state: 'accepted', note: undefined, who, changedAt: at });
};
