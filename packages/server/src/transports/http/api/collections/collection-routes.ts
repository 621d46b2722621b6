import { API_PATH, mayChange, mayCurate, mayReview } from '@perene/api';
import { type Refusal, refuse } from '@perene/api/refusals';
import type { FastifyRequest } from 'fastify';
import type { ArchiveOperations } from '../../../../services/archive/archive-operations.ts';
import type { CollectionOperations } from '../../../../services/archive/collections/collection-operations.ts';
import { authorOf, principalOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';
import { readLabel } from '../items/item-routes.ts';

export const registerCollectionRoutes = (
  bind: Bind,
  { collections, archive }: { readonly collections: CollectionOperations; readonly archive: ArchiveOperations },
): void => {
  type Asking = Pick<FastifyRequest, 'principal'> & { readonly params: { readonly collection: string } };
  // Rights are given over the name of now, whichever name was asked for.
  const isCurator = async (request: Asking): Promise<boolean> =>
    mayCurate(principalOf(request), (await collections.show(request.params.collection, {})).name);
  const mayChangeAll = async (request: Asking, labels: readonly string[]): Promise<boolean> => {
    for (const label of new Set(labels)) {
      if (!mayChange(principalOf(request), await archive.show(readLabel(label)))) return false;
    }
    return true;
  };
  const missingRight = (request: Asking): Refusal =>
    refuse('role-missing', { reason: 'role', role: 'steward', own: principalOf(request).role });

  bind('createCollection', ({ body }) => collections.create(body), {
    headers: ({ name }) => ({ location: `${API_PATH}/collections/${name}` }),
  });
  bind('listCollections', ({ query, principal }) =>
    collections.list({ ...query, isOpenOnly: principal === undefined }),
  );
  bind('showCollection', ({ params, principal }) =>
    collections.show(params.collection, { isOpenOnly: principal === undefined }),
  );
  bind('editCollection', async (request) => {
    if (!(await isCurator(request))) throw missingRight(request);
    return collections.edit(request.params.collection, request.body);
  });
  bind('deleteCollection', async ({ params }) => {
    await collections.delete(params.collection);
    return undefined;
  });
  bind('listCollectionItems', ({ params, query, principal }) =>
    collections.items(params.collection, { ...query, isOpenOnly: principal === undefined }),
  );
  bind('changeCollectionItems', async (request) => {
    const { add = [], remove = [] } = request.body;
    // Whoever curates a collection changes its items. If they could put any item into it, they could change all.
    const compared = (await isCurator(request)) ? add : [...add, ...remove];
    if (!(await mayChangeAll(request, compared))) throw missingRight(request);
    const { review, name } = await collections.show(request.params.collection, {});
    if (add.length > 0 && review === 'required' && !mayReview(principalOf(request), name)) {
      throw refuse('review-needed', { collection: name });
    }
    return collections.changeItems(request.params.collection, request.body, authorOf(request));
  });
  bind('orderCollectionItems', async (request) => {
    if (!(await isCurator(request))) throw missingRight(request);
    return collections.order(request.params.collection, request.body);
  });
};
