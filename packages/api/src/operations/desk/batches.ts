import { Type } from 'typebox';
import { BATCH_OUTCOMES, BatchChangeSchema, BatchItemPageSchema, BatchSchema } from '../../views/desk/batch.ts';
import { closed, text, wordOf } from '../../views/parts.ts';
import { EXAMPLE_LABEL, EXAMPLE_REPOSITORY, EXAMPLE_TIME } from '../examples.ts';
import { LIST_FILTER } from '../items.ts';
import { type Operation, pageQuery } from '../operation.ts';

const ofArchive = { nodeRole: 'archive', tag: 'Items' } as const;
const ofEditors = { access: 'depositor', isLimitable: true, isForCurators: true } as const;

const BatchParameters = Type.Object({ batch: text('Its number') });

const NONE = Object.fromEntries(BATCH_OUTCOMES.map((outcome) => [outcome, 0]));

const EXAMPLE_BATCH = {
  id: 'Zk3hX0aQm2',
  who: 'Ana Lima (0123456789abcdef)',
  created: EXAMPLE_TIME,
  change: { metadata: { rights: { value: 'CC BY 4.0', license: 'CC-BY-4.0' } }, addCollections: ['maps'] },
  items: 2,
  counts: { ...NONE, waiting: 2 },
};

export const BATCH_OPERATIONS = {
  prepareBatch: {
    ...ofArchive,
    ...ofEditors,
    method: 'POST',
    path: '/batches',
    summary: 'Prepare a change of many items',
    description:
      'Nothing is changed yet: "/items" of the batch shows what would change, and "/run" changes it. At most 10,000 items, chosen by their labels (at most 1,000) or by a filter as in the list of items. What the items say now is noted: an item that somebody changes meanwhile is left as it is. Batches are kept for 90 days.',
    body: Type.Object(
      {
        labels: Type.Optional(Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: 1_000 })),
        filter: Type.Optional(Type.Object(LIST_FILTER, closed)),
        change: BatchChangeSchema,
      },
      closed,
    ),
    isRepeatable: true,
    answer: { status: 201, description: 'The batch', body: BatchSchema },
    refusals: [
      'item-not-found',
      'person-not-found',
      'collection-not-found',
      'batch-too-large',
      'nothing-to-change',
      'language-invalid',
      'search-too-wide',
      'search-too-slow',
    ],
    example: {
      request: { labels: [EXAMPLE_LABEL], change: EXAMPLE_BATCH.change },
      answer: EXAMPLE_BATCH,
    },
  },
  listBatches: {
    ...ofArchive,
    ...ofEditors,
    method: 'GET',
    path: '/batches',
    summary: 'List the own changes of many items, the latest first; administrators see those of all',
    answer: {
      status: 200,
      description: 'At most 100 of them',
      body: Type.Object({ batches: Type.Array(BatchSchema) }, closed),
    },
    example: { answer: { batches: [EXAMPLE_BATCH] } },
  },
  showBatch: {
    ...ofArchive,
    ...ofEditors,
    method: 'GET',
    path: '/batches/{batch}',
    summary: 'Tell how far a change of many items is',
    params: BatchParameters,
    answer: { status: 200, description: 'The batch', body: BatchSchema },
    refusals: ['batch-not-found'],
    example: { request: { batch: EXAMPLE_BATCH.id }, answer: EXAMPLE_BATCH },
  },
  listBatchItems: {
    ...ofArchive,
    ...ofEditors,
    method: 'GET',
    path: '/batches/{batch}/items',
    summary: 'Show what a batch would change, or what became of its items',
    params: BatchParameters,
    query: pageQuery({ outcome: Type.Optional(wordOf(BATCH_OUTCOMES, 'Only items with this outcome')) }),
    answer: { status: 200, description: 'One page, of at most 100', body: BatchItemPageSchema },
    refusals: ['batch-not-found', 'cursor-invalid'],
    example: {
      request: { batch: EXAMPLE_BATCH.id },
      answer: {
        items: [
          {
            repository: EXAMPLE_REPOSITORY,
            title: 'Land cover',
            outcome: 'waiting',
            before: { collections: [] },
            after: { collections: ['maps'] },
          },
        ],
      },
    },
  },
  runBatch: {
    ...ofArchive,
    ...ofEditors,
    method: 'POST',
    path: '/batches/{batch}/run',
    summary: 'Change some of the items that wait, for a few seconds',
    description: 'Ask again until none waits. Whoever was interrupted goes on at any time.',
    params: BatchParameters,
    answer: { status: 200, description: 'How far it is', body: BatchSchema },
    refusals: ['batch-not-found', 'batch-busy'],
    example: {
      request: { batch: EXAMPLE_BATCH.id },
      answer: { ...EXAMPLE_BATCH, counts: { ...NONE, done: 2 } },
    },
  },
  undoBatch: {
    ...ofArchive,
    ...ofEditors,
    method: 'POST',
    path: '/batches/{batch}/undo',
    summary: 'Undo what a batch changed, for a few seconds',
    description: 'Ask again until none is done. An item that somebody changed since is left as it is.',
    params: BatchParameters,
    answer: { status: 200, description: 'How far it is', body: BatchSchema },
    refusals: ['batch-not-found', 'batch-busy'],
    example: {
      request: { batch: EXAMPLE_BATCH.id },
      answer: { ...EXAMPLE_BATCH, counts: { ...NONE, undone: 2 } },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
