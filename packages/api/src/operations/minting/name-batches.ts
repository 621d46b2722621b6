import { Type } from 'typebox';
import {
  NAME_BATCH_OUTCOMES,
  NameBatchPageSchema,
  NameBatchSchema,
  NameChangeSchema,
} from '../../views/minting/name-batch.ts';
import { closed, text, wordOf } from '../../views/parts.ts';
import { NameParameters } from '../bindings.ts';
import { EXAMPLE_IDENTIFIER, EXAMPLE_TIME } from '../examples.ts';
import { type Operation, pageQuery } from '../operation.ts';

const ofBinders = { nodeRole: 'minter', tag: 'Minters', access: 'depositor', isLimitable: true } as const;

const BatchParameters = Type.Object({ ...NameParameters.properties, batch: text('Its number') });

const NONE = Object.fromEntries(NAME_BATCH_OUTCOMES.map((outcome) => [outcome, 0]));
const RULE = { from: 'http://old.example/', to: 'https://new.example/' };
const NAME = 'theses';

const EXAMPLE_BATCH = {
  id: 'Nm7rT4cWq9',
  minter: NAME,
  who: 'ana@192.0.2.1',
  created: EXAMPLE_TIME,
  replace: RULE,
  lines: 2,
  counts: { ...NONE, waiting: 2 },
};
const EXAMPLE_PARAMETERS = { name: NAME, batch: EXAMPLE_BATCH.id };

/** Changes of many names at once: looked at before they are made, and undone afterwards. */
export const NAME_BATCH_OPERATIONS = {
  prepareNameBatch: {
    ...ofBinders,
    method: 'POST',
    path: '/minters/{name}/batches',
    summary: 'Prepare to mint, bind or retarget many names',
    description:
      'Nothing is changed yet: "/lines" of the batch shows what would change, and "/run" changes it. At most 10,000 names and 16 MiB. What is bound now is noted: a name that somebody changes meanwhile is left as it is. Batches are kept for 90 days.',
    params: NameParameters,
    body: NameChangeSchema,
    isRepeatable: true,
    answer: { status: 201, description: 'The batch', body: NameBatchSchema },
    refusals: ['minter-not-found', 'batch-too-large', 'value-too-large', 'nothing-to-change'],
    example: { request: { name: NAME, replace: RULE }, answer: EXAMPLE_BATCH },
  },
  listNameBatches: {
    ...ofBinders,
    method: 'GET',
    path: '/minters/{name}/batches',
    summary: 'List the changes of many names of a minter, the latest first',
    params: NameParameters,
    answer: {
      status: 200,
      description: 'At most 100 of them',
      body: Type.Object({ batches: Type.Array(NameBatchSchema) }, closed),
    },
    refusals: ['minter-not-found'],
    example: { request: { name: NAME }, answer: { batches: [EXAMPLE_BATCH] } },
  },
  showNameBatch: {
    ...ofBinders,
    method: 'GET',
    path: '/minters/{name}/batches/{batch}',
    summary: 'Tell how far a change of many names is',
    params: BatchParameters,
    answer: { status: 200, description: 'The batch', body: NameBatchSchema },
    refusals: ['batch-not-found'],
    example: { request: EXAMPLE_PARAMETERS, answer: EXAMPLE_BATCH },
  },
  listNameBatchLines: {
    ...ofBinders,
    method: 'GET',
    path: '/minters/{name}/batches/{batch}/lines',
    summary: 'Show what a batch would change, or what became of its names',
    params: BatchParameters,
    query: pageQuery({ outcome: Type.Optional(wordOf(NAME_BATCH_OUTCOMES, 'Only names with this outcome')) }),
    answer: { status: 200, description: 'One page, of at most 100', body: NameBatchPageSchema },
    refusals: ['batch-not-found', 'cursor-invalid'],
    example: {
      request: EXAMPLE_PARAMETERS,
      answer: {
        lines: [
          {
            line: 1,
            id: EXAMPLE_IDENTIFIER,
            outcome: 'waiting',
            before: { _t: 'http://old.example/17' },
            after: { _t: 'https://new.example/17' },
          },
        ],
      },
    },
  },
  runNameBatch: {
    ...ofBinders,
    method: 'POST',
    path: '/minters/{name}/batches/{batch}/run',
    summary: 'Change some of the names that wait, for a few seconds',
    description: 'Ask again until none waits. Whoever was interrupted goes on at any time.',
    params: BatchParameters,
    answer: { status: 200, description: 'How far it is', body: NameBatchSchema },
    refusals: ['batch-not-found', 'minter-not-found'],
    example: { request: EXAMPLE_PARAMETERS, answer: { ...EXAMPLE_BATCH, counts: { ...NONE, done: 2 } } },
  },
  undoNameBatch: {
    ...ofBinders,
    method: 'POST',
    path: '/minters/{name}/batches/{batch}/undo',
    summary: 'Undo what a batch changed, for a few seconds',
    description:
      'Ask again until none is done. A name that somebody changed since is left as it is. What was minted stays minted, and is bound to nothing.',
    params: BatchParameters,
    answer: { status: 200, description: 'How far it is', body: NameBatchSchema },
    refusals: ['batch-not-found', 'minter-not-found'],
    example: { request: EXAMPLE_PARAMETERS, answer: { ...EXAMPLE_BATCH, counts: { ...NONE, undone: 2 } } },
  },
} as const satisfies Readonly<Record<string, Operation>>;
