import { Type } from 'typebox';
import { DoiChangeSchema, DoiPageSchema, DoiSchema, NewDoiSchema } from '../../views/minting/dois.ts';
import { closed, text, wordOf } from '../../views/parts.ts';
import { type Operation, pageQuery } from '../operation.ts';

const DoiParameters = Type.Object({ doi: text('The DOI, its slashes written %2F') });
const ITEM = 'example.org/www/2026/11.18.09.30';
const SHOWN = {
  doi: '10.5072/j8lnkan8pw_4bfnkm2',
  item: ITEM,
  wanted: 'findable',
  state: 'none',
  progress: 'waiting',
  attempts: 0,
};

/** The operations on DOIs that the node registers with DataCite. */
export const DOI_OPERATIONS = {
  assignDoi: {
    method: 'POST',
    path: '/dois',
    tag: 'Identifiers',
    access: 'steward',
    summary: 'Give a DOI to an item or a name, and register it with DataCite',
    description:
      'The DOI becomes an alias at once. DataCite is told in the background, and told again until it answers.',
    body: NewDoiSchema,
    isRepeatable: true,
    answer: { status: 201, description: 'The DOI', body: DoiSchema },
    refusals: [
      'doi-unregistrable',
      'doi-not-found',
      'doi-invalid',
      'item-not-found',
      'label-invalid',
      'label-reserved',
      'alias-taken',
      'item-changed',
      'minter-not-found',
      'identifier-invalid',
      'identifier-unissued',
      'value-too-large',
    ],
    example: { request: { item: ITEM }, answer: SHOWN },
  },
  listDois: {
    method: 'GET',
    path: '/dois',
    tag: 'Identifiers',
    access: 'steward',
    summary: 'List the DOIs of this node',
    query: pageQuery({
      waiting: Type.Optional(wordOf(['yes', 'no'], 'Whether to list only those that DataCite is still to hear of')),
    }),
    answer: { status: 200, description: 'DOIs in their order', body: DoiPageSchema },
    example: { answer: { dois: [SHOWN] } },
  },
  showDoi: {
    method: 'GET',
    path: '/dois/{doi}',
    tag: 'Identifiers',
    access: 'steward',
    summary: 'Show how far the registration of a DOI is',
    params: DoiParameters,
    answer: { status: 200, description: 'The DOI', body: DoiSchema },
    refusals: ['doi-invalid', 'doi-not-found'],
    example: { request: { doi: SHOWN.doi }, answer: SHOWN },
  },
  changeDoi: {
    method: 'PATCH',
    path: '/dois/{doi}',
    tag: 'Identifiers',
    access: 'steward',
    summary: 'Have a DOI become something else, or send it again',
    params: DoiParameters,
    body: DoiChangeSchema,
    isRepeatable: true,
    answer: { status: 200, description: 'The DOI', body: DoiSchema },
    refusals: ['doi-invalid', 'doi-not-found', 'doi-state-invalid'],
    example: { request: { doi: SHOWN.doi, state: 'registered' }, answer: { ...SHOWN, wanted: 'registered' } },
  },
  retryDois: {
    method: 'POST',
    path: '/dois/retry',
    tag: 'Identifiers',
    access: 'steward',
    summary: 'Try everything again that has failed or was refused',
    isRepeatable: true,
    answer: {
      status: 200,
      description: 'How many are tried again',
      body: Type.Object({ dois: Type.Integer() }, closed),
    },
    example: { answer: { dois: 2 } },
  },
} as const satisfies Readonly<Record<string, Operation>>;
