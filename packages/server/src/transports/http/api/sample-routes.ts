import { Type } from '@fastify/type-provider-typebox';
import type { SampleOperations } from '../../../services/sample/sample-operations.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { Api } from './api.ts';
import { authorOf } from './authentication.ts';
import { describeOperation, IdempotencyHeaders } from './operation.ts';
import { answerOnce } from './repeatable.ts';

const closed = { additionalProperties: false };

const SampleSchema = Type.Object(
  {
    state: Type.Unsafe<'loaded' | 'partly loaded' | 'absent'>({
      type: 'string',
      enum: ['loaded', 'partly loaded', 'absent'],
      description: 'Whether all of it is here',
    }),
    items: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Of the item within the collection' }),
          repository: Type.String({ description: 'Its label' }),
          title: Type.String(),
        },
        closed,
      ),
      { description: 'Those that are here' },
    ),
  },
  closed,
);

const ANSWER = { 200: { ...SampleSchema, description: 'What is here of it now' } };

/** A small collection to look around in. */
export const registerSampleRoutes = (
  api: Api,
  { sample, memory }: { readonly sample: SampleOperations; readonly memory: AnswerMemory },
): void => {
  const shown = describeOperation({
    summary: 'Tell what is here of the sample collection',
    tag: 'Items',
    access: 'reading',
    answers: ANSWER,
  });
  api.get('/sample', { config: shown.config, schema: shown.documentation }, () => sample.state());
  const loaded = describeOperation({
    summary: 'Load the sample collection',
    description: 'Deposits its items as anybody would; those that are here already are left as they are.',
    tag: 'Items',
    access: 'admin',
    answers: ANSWER,
    refusals: [409, 422],
  });
  api.post(
    '/sample',
    { config: loaded.config, schema: { ...loaded.documentation, headers: IdempotencyHeaders } },
    (request) => answerOnce(memory, request, () => sample.load(authorOf(request))),
  );
  const removed = describeOperation({
    summary: 'Remove the sample collection',
    description: 'Removes the items that were loaded, and nothing else. Their tombstones stay, as of any removed item.',
    tag: 'Items',
    access: 'admin',
    answers: ANSWER,
    refusals: [409, 422],
  });
  api.delete(
    '/sample',
    { config: removed.config, schema: { ...removed.documentation, headers: IdempotencyHeaders } },
    (request) => answerOnce(memory, request, () => sample.remove(authorOf(request))),
  );
};
