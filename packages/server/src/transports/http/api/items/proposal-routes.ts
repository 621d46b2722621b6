import type { RelationOperations } from '../../../../services/archive/relations/relation-operations.ts';
import { authorOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';
import { readLabel } from './item-routes.ts';

/** Registers the routes for links between items of several Archives. */
export const registerProposalRoutes = (bind: Bind, { relations }: { readonly relations: RelationOperations }): void => {
  bind('listProposals', (request) => {
    const { item, ...query } = request.query;
    return relations.list({ ...query, ...(item !== undefined && { item: readLabel(item) }) });
  });
  bind('proposeLinks', async (request) => ({
    proposals: await relations.propose(readLabel(request.params.ibi), authorOf(request)),
  }));
  bind('acceptProposal', (request) => relations.accept(request.params.id, authorOf(request)));
  bind('refuseProposal', (request) => relations.refuse(request.params.id, request.body.reason, authorOf(request)));
};
