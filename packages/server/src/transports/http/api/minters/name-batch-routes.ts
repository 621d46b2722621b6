import type { BodyOf } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { NameBatchOperations, NameChange } from '../../../../services/noid/batches/name-batch-operations.ts';
import type { Bind } from '../bind-operation.ts';
import { contactOf, MAX_BINDING_BODY_BYTES } from './minter-contact.ts';

/** Changes of many names. Whoever may bind names of a minter sees and undoes all its batches. */
export const registerNameBatchRoutes = (
  bind: Bind,
  { nameBatches }: { readonly nameBatches: NameBatchOperations },
): void => {
  bind(
    'prepareNameBatch',
    (request) => nameBatches.prepare(request.params.name, readChange(request.body), contactOf(request)),
    { maxBodyBytes: MAX_BINDING_BODY_BYTES },
  );
  bind('listNameBatches', async ({ params }) => {
    const { batches } = await nameBatches.list(params.name);
    return { batches: [...batches] };
  });
  bind('showNameBatch', ({ params }) => nameBatches.show(params.name, params.batch));
  bind('listNameBatchLines', async ({ params, query }) => {
    const { lines, next } = await nameBatches.lines(params.name, params.batch, query);
    return { lines: [...lines], ...(next !== undefined && { next }) };
  });
  bind('runNameBatch', (request) => nameBatches.run(request.params.name, request.params.batch, contactOf(request)));
  bind('undoNameBatch', (request) => nameBatches.undo(request.params.name, request.params.batch, contactOf(request)));
};

const readChange = ({ lines, csv, replace }: BodyOf<'prepareNameBatch'>): NameChange => {
  const changes: NameChange[] = [
    ...(lines === undefined ? [] : [{ lines: lines.map(({ id = '', bindings }) => ({ id, bindings })) }]),
    ...(csv === undefined ? [] : [{ csv }]),
    ...(replace === undefined ? [] : [{ replace }]),
  ];
  const [change] = changes;
  if (change === undefined || changes.length > 1) throw refuse('request-invalid', { reason: 'names-changed' });
  return change;
};
