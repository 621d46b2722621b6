import { Type } from 'typebox';
import { ProofSchema } from '../views/federation/trust-log.ts';
import { DepositSchema, EditSchema, FileListSchema, ItemPageSchema, ItemSchema } from '../views/item.ts';
import { ClaimPageSchema, HistorySchema } from '../views/item-past.ts';
import { closed, reasonText, text, wordOf } from '../views/parts.ts';
import { KEPT_FILES_REFUSALS } from './desk/kept-files.ts';
import {
  EXAMPLE_CLAIM,
  EXAMPLE_FILE,
  EXAMPLE_ITEM,
  EXAMPLE_LABEL,
  EXAMPLE_REPOSITORY,
  EXAMPLE_SUMMARY,
  EXAMPLE_TIME,
} from './examples.ts';
import { EXAMPLE_PROOF } from './federation/trust-log.ts';
import { IbiParameters, type Operation, pageQuery } from './operation.ts';

/** The orders of a list of items. */
export const ITEM_ORDERS = ['relevance', 'newest', 'oldest', 'title', 'changed', 'size'] as const;

/** Which items are listed by their state; `kept` are all but those that were removed. */
export const LISTED_STATES = ['kept', 'original', 'copy', 'withdrawn', 'removed', 'all'] as const;

const facet = (description: string) => Type.Optional(Type.String({ maxLength: 300, description }));

/** What lists of items are narrowed by. */
export const LIST_FILTER = {
  q: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'What to look for: words, "words in this order", word*, -word, title:word, year:2001-2010',
    }),
  ),
  collection: facet('The name of a collection'),
  type: facet('The kind of items, such as thesis or dataset'),
  year: facet('A year, or several as in 2001-2010'),
  language: facet('Such as pt'),
  licence: facet('An identifier of SPDX, such as CC-BY-4.0'),
  person: facet('The name of a creator or contributor'),
  state: Type.Optional(
    wordOf(LISTED_STATES, 'Which states items are in (default: kept, which are all but removed); needs a key'),
  ),
  owner: facet('The number of the person whom items belong to, "me", or "none"; needs a key'),
};

const ofArchive = { nodeRole: 'archive', tag: 'Items' } as const;

export const ITEM_OPERATIONS = {
  depositItem: {
    ...ofArchive,
    method: 'POST',
    path: '/items',
    access: 'depositor',
    isLimitable: true,
    isForCurators: true,
    summary: 'Deposit files as a new item',
    description:
      'As multipart/form-data: first a part "item" (application/json), then any number of files, each with its path in the item as filename. As application/json: the same description, with finished uploads for files.',
    body: DepositSchema,
    formPart: 'item',
    isRepeatable: true,
    answer: {
      status: 201,
      description: 'The new item',
      body: ItemSchema,
      headers: { Location: 'Where it is shown', ETag: 'Its revision' },
    },
    refusals: [
      ...KEPT_FILES_REFUSALS,
      'collection-not-found',
      'review-needed',
      'upload-not-found',
      'upload-incomplete',
      'label-taken',
      'edition-exists',
      'edition-order',
      'translation-exists',
      'documents-exist',
      'request-repeated',
      'item-changed',
      'file-too-large',
      'too-many-files',
      'file-name-invalid',
      'file-name-taken',
      'language-invalid',
      'metadata-invalid',
      'network-invalid',
      'embargo-invalid',
      'no-files',
      'target-missing',
      'upload-busy',
      'clock-behind',
      'clock-unset',
    ],
    example: {
      request: { metadata: { title: 'Land cover', creator: 'Lima, Ana' }, uploads: [{ id: '4f0c2d' }] },
      answer: EXAMPLE_ITEM,
    },
  },
  listItems: {
    ...ofArchive,
    method: 'GET',
    path: '/items',
    access: 'reading',
    summary: 'List items, or search them',
    description:
      'Words are found in all their forms in English and Portuguese; docs/finding.md has the language of searches.',
    query: pageQuery({
      ...LIST_FILTER,
      details: Type.Optional(
        wordOf(['yes', 'no'], 'Whether items have their size, type, licence, owner and collections; needs a key'),
      ),
      sort: Type.Optional(wordOf(ITEM_ORDERS, 'The order (default: relevance for words, newest otherwise)')),
      facets: Type.Optional(wordOf(['yes', 'no'], 'Whether the answer counts what was found')),
    }),
    answer: { status: 200, description: 'One page', body: ItemPageSchema },
    refusals: ['cursor-invalid', 'search-too-wide', 'search-too-slow', 'too-many-searches'],
    example: {
      request: { q: 'cover', type: 'dataset', sort: 'relevance', facets: 'yes' },
      answer: {
        items: [
          {
            ...EXAMPLE_SUMMARY,
            snippet: [
              { text: 'Land ', isSought: false },
              { text: 'cover', isSought: true },
            ],
          },
        ],
        found: {
          count: 1,
          isMore: false,
          facets: {
            collection: [],
            type: [{ value: 'dataset', count: 1 }],
            year: [{ value: '2011', count: 1 }],
            language: [{ value: 'en', count: 1 }],
            licence: [],
            person: [{ value: 'Lima, Ana', count: 1 }],
          },
        },
      },
    },
  },
  showItem: {
    ...ofArchive,
    method: 'GET',
    path: '/items/{ibi}',
    access: 'reading',
    summary: 'Show an item',
    description: 'A removed item is answered with 410, and its tombstone in the problem.',
    params: IbiParameters,
    answer: { status: 200, description: 'The item', body: ItemSchema, headers: { ETag: 'Its revision' } },
    refusals: ['label-invalid', 'item-not-found', 'label-reserved', 'item-removed', 'item-withdrawn'],
    example: { request: { ibi: EXAMPLE_LABEL }, answer: EXAMPLE_ITEM },
  },
  editItem: {
    ...ofArchive,
    method: 'PATCH',
    path: '/items/{ibi}',
    access: 'depositor',
    isLimitable: true,
    isForCurators: true,
    summary: 'Change what is said of an item',
    description: 'What is not named stays as it is.',
    params: IbiParameters,
    headers: Type.Object({
      'if-match': Type.Optional(
        text('The ETag of the item as it was read, such as "3"', { law: { pattern: '^(\\*|"\\d{1,15}")$' } }),
      ),
    }),
    body: EditSchema,
    isRepeatable: true,
    answer: { status: 200, description: 'The item as it is now', body: ItemSchema, headers: { ETag: 'Its revision' } },
    refusals: [
      'label-invalid',
      'alias-invalid',
      'item-not-found',
      'collection-not-found',
      'person-not-found',
      'relation-not-found',
      'alias-unknown',
      'item-removed',
      'item-refused',
      'item-changed',
      'label-taken',
      'alias-taken',
      'alias-minted',
      'edition-exists',
      'edition-order',
      'translation-exists',
      'language-invalid',
      'metadata-invalid',
      'network-invalid',
      'embargo-invalid',
      'target-missing',
      'nothing-to-change',
    ],
    example: {
      request: { ibi: EXAMPLE_LABEL, metadata: { title: 'Land cover' }, revision: 0 },
      answer: EXAMPLE_ITEM,
    },
  },
  removeItem: {
    ...ofArchive,
    method: 'DELETE',
    path: '/items/{ibi}',
    access: 'admin',
    isLimitable: true,
    summary: 'Remove an item',
    description: 'Its tombstone stays, with the reason, which is given in the body or in the query.',
    params: IbiParameters,
    query: Type.Object({ reason: Type.Optional(reasonText('Why, for the tombstone')) }, closed),
    body: Type.Object({ reason: Type.Optional(reasonText('Why, for the tombstone')) }, closed),
    isBodyOptional: true,
    isRepeatable: true,
    answer: { status: 200, description: 'The tombstone', body: ItemSchema, headers: { ETag: 'Its revision' } },
    refusals: ['label-invalid', 'item-not-found', 'item-removed', 'item-refused', 'item-changed', 'reason-missing'],
    example: {
      request: { ibi: EXAMPLE_LABEL, reason: 'Deposited twice' },
      answer: {
        ...EXAMPLE_ITEM,
        state: 'Deleted',
        files: [],
        removed: { at: EXAMPLE_TIME, reason: 'Deposited twice' },
      },
    },
  },
  listFiles: {
    ...ofArchive,
    method: 'GET',
    path: '/items/{ibi}/files',
    access: 'reading',
    summary: 'List the files of an item',
    params: IbiParameters,
    answer: { status: 200, description: 'Its files', body: FileListSchema },
    refusals: [
      'label-invalid',
      'item-not-found',
      'item-removed',
      'item-withdrawn',
      'description-closed',
      'file-list-closed',
    ],
    example: { request: { ibi: EXAMPLE_LABEL }, answer: { files: [EXAMPLE_FILE] } },
  },
  readHistory: {
    ...ofArchive,
    method: 'GET',
    path: '/items/{ibi}/history',
    access: 'reading',
    summary: 'Tell what was changed in an item, the latest first, and by whom',
    description: 'Names of people are shown to holders of a key only.',
    params: IbiParameters,
    query: pageQuery({}),
    answer: { status: 200, description: 'One page', body: HistorySchema },
    refusals: [
      'label-invalid',
      'cursor-invalid',
      'item-not-found',
      'item-withdrawn',
      'description-closed',
      'file-list-closed',
    ],
    example: {
      request: { ibi: EXAMPLE_LABEL },
      answer: { entries: [{ at: EXAMPLE_TIME, who: 'Ana Lima (0123456789abcdef)', action: 'added', detail: {} }] },
    },
  },
  listClaims: {
    ...ofArchive,
    method: 'GET',
    path: '/items/{ibi}/claims',
    access: 'reading',
    summary: 'List what this Archive has signed about an item, the latest first',
    description:
      'Claims of its state and content, and transfers of the original from this Archive or to it, as docs/claims.md describes them.',
    params: IbiParameters,
    query: pageQuery({}),
    answer: { status: 200, description: 'One page', body: ClaimPageSchema },
    refusals: ['label-invalid', 'cursor-invalid', 'item-not-found'],
    example: { request: { ibi: EXAMPLE_LABEL }, answer: { claims: [EXAMPLE_CLAIM] } },
  },
  showItemProof: {
    ...ofArchive,
    method: 'GET',
    path: '/items/{ibi}/proof',
    access: 'reading',
    summary: 'Prove who claimed an item when, and what it is',
    description:
      'The proof file of the resolver, with the manifest of the item: its files with their hashes, its labels and metadata. "perene proof verify" and the page of the item check it.',
    params: IbiParameters,
    answer: { status: 200, description: 'The proof file', body: ProofSchema },
    refusals: ['label-invalid', 'item-not-found', 'log-entry-not-found', 'peer-unreachable', 'peer-refused'],
    example: { request: { ibi: EXAMPLE_REPOSITORY }, answer: EXAMPLE_PROOF },
  },
} as const satisfies Readonly<Record<string, Operation>>;
