import { refuse } from '@perene/api/refusals';
import type { FastifyRequest } from 'fastify';
import type { ArchiveOperations } from '../../../../../services/archive/archive-operations.ts';
import type { BatchOperations, Beholder } from '../../../../../services/archive/batches/create-batches.ts';
import type { CheckRight } from '../../../../../services/archive/batches/work-on-batch.ts';
import type { CollectionOperations } from '../../../../../services/archive/collections/collection-operations.ts';
import type { PeopleOperations } from '../../../../../services/people/people-operations.ts';
import { authorOf, checkRole, principalOf } from '../../authentication.ts';
import type { Bind } from '../../bind-operation.ts';
import { createItemRights } from '../item-rights.ts';
import { readList } from './read-list.ts';

type Asking = Pick<FastifyRequest, 'principal'>;

/** Registers the routes of changes of many items. */
export const registerBatchRoutes = (
  bind: Bind,
  {
    archive,
    batches,
    collections,
    people,
  }: {
    readonly archive: ArchiveOperations;
    readonly batches: BatchOperations;
    readonly collections: CollectionOperations;
    readonly people: Pick<PeopleOperations, 'show'>;
  },
): void => {
  const rights = createItemRights(archive, collections);
  /** Rights are those of the moment in which an item is changed. */
  const checkFor =
    (request: Asking): CheckRight =>
    async (name, edit) => {
      await rights.check(request, name);
      await rights.checkAdded(request, edit);
      if (edit.owner !== undefined) checkRole(request.principal, 'steward');
    };

  bind('prepareBatch', async (request) => {
    const { labels, filter, change } = request.body;
    const { owner, addCollections = [], removeCollections = [] } = change;
    if (owner !== undefined) checkRole(request.principal, 'steward');
    if (typeof owner === 'string') await people.show(owner);
    for (const name of [...addCollections, ...removeCollections]) await collections.show(name, {});
    if ((labels === undefined) === (filter === undefined))
      throw refuse('request-invalid', { reason: 'labels-or-filter' });
    const selection = labels === undefined ? { filter: readList(filter ?? {}, principalOf(request)) } : { labels };
    return batches.prepare({ selection, change, owner: beholderOf(request).owner }, authorOf(request));
  });
  bind('listBatches', (request) => batches.list(beholderOf(request)));
  bind('showBatch', (request) => batches.show(request.params.batch, beholderOf(request)));
  bind('listBatchItems', (request) => batches.items(request.params.batch, beholderOf(request), request.query));
  bind('runBatch', (request) =>
    batches.run(request.params.batch, beholderOf(request), checkFor(request), authorOf(request)),
  );
  bind('undoBatch', (request) =>
    batches.undo(request.params.batch, beholderOf(request), checkFor(request), authorOf(request)),
  );
};

/** Batches and filters belong to people, or to keys that belong to nobody. */
export const ownerOf = (request: Asking): string => {
  const { person, id } = principalOf(request);
  return person ?? id;
};

const beholderOf = (request: Asking): Beholder => {
  const { role, limits } = principalOf(request);
  return { owner: ownerOf(request), isAdministrator: role === 'admin' && limits === undefined };
};
