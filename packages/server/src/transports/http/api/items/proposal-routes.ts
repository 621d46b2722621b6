import type { ArchiveOperations } from '../../../../services/archive/archive-operations.ts';
import type { CollectionOperations } from '../../../../services/archive/collections/collection-operations.ts';
import type { RelationOperations } from '../../../../services/archive/relations/relation-operations.ts';
import { authorOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';
import { createItemRights } from './item-rights.ts';
import { readLabel } from './item-routes.ts';

/** Registers the routes for links between items of several Archives. */
export const registerProposalRoutes = (
  bind: Bind,
  {
    relations,
    archive,
    collections,
  }: {
    readonly relations: RelationOperations;
    readonly archive: Pick<ArchiveOperations, 'show'>;
    readonly collections: Pick<CollectionOperations, 'show'>;
  },
): void => {
  const rights = createItemRights(archive, collections);
  bind('listProposals', (request) => {
    const { item, ...query } = request.query;
    return relations.list({ ...query, ...(item !== undefined && { item: readLabel(item) }) });
  });
  bind('proposeLinks', async (request) => {
    const label = readLabel(request.params.ibi);
    await rights.check(request, label);
    return { proposals: await relations.propose(label, authorOf(request)) };
  });
  bind('acceptProposal', async (request) => {
    await rights.checkProposal(request, relations, request.params.id);
    return relations.accept(request.params.id, authorOf(request));
  });
  bind('refuseProposal', async (request) => {
    await rights.checkProposal(request, relations, request.params.id);
    return relations.refuse(request.params.id, request.body.reason, authorOf(request));
  });
};
