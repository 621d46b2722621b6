import { Type } from 'typebox';
import {
  CollectionChangeSchema,
  CollectionNameText,
  CollectionPageSchema,
  CollectionSchema,
  NewCollectionSchema,
} from '../../views/collections/collection.ts';
import { ItemPageSchema } from '../../views/item.ts';
import { closed, Label } from '../../views/parts.ts';
import { EXAMPLE_LABEL, EXAMPLE_SUMMARY, EXAMPLE_TIME } from '../examples.ts';
import { type Operation, pageQuery } from '../operation.ts';

const EXAMPLE_COLLECTION = {
  name: 'heron-marsh',
  formerNames: [],
  kind: 'series',
  title: { en: 'Heron Marsh', pt: 'Brejo das Garças' },
  description: { en: 'Ten years of water levels' },
  defaults: { license: 'CC-BY-4.0', opens: 'page' },
  review: 'none',
  url: 'https://example.org/collections/heron-marsh',
  items: 1,
  created: EXAMPLE_TIME,
  updated: EXAMPLE_TIME,
  revision: 1,
};

const ofArchive = { nodeRole: 'archive', tag: 'Collections' } as const;
const NamedParameters = Type.Object({ collection: CollectionNameText });
const Labels = (description: string) => Type.Array(Label, { maxItems: 500, description });

const CHANGED = [
  'collection-name-invalid',
  'collection-invalid',
  'language-invalid',
  'network-invalid',
  'embargo-invalid',
] as const satisfies Operation['refusals'];

export const COLLECTION_OPERATIONS = {
  createCollection: {
    ...ofArchive,
    method: 'POST',
    path: '/collections',
    access: 'steward',
    summary: 'Make a collection or a series',
    body: NewCollectionSchema,
    isRepeatable: true,
    answer: {
      status: 201,
      description: 'The new collection',
      body: CollectionSchema,
      headers: { Location: 'Where it is shown' },
    },
    refusals: [...CHANGED, 'collection-exists'],
    example: {
      request: { name: 'heron-marsh', title: { en: 'Heron Marsh', pt: 'Brejo das Garças' } },
      answer: EXAMPLE_COLLECTION,
    },
  },
  listCollections: {
    ...ofArchive,
    method: 'GET',
    path: '/collections',
    access: 'reading',
    summary: 'List all collections, in the order of their names',
    query: pageQuery({}),
    answer: { status: 200, description: 'One page', body: CollectionPageSchema },
    refusals: ['cursor-invalid'],
    example: { answer: { collections: [EXAMPLE_COLLECTION] } },
  },
  showCollection: {
    ...ofArchive,
    method: 'GET',
    path: '/collections/{collection}',
    access: 'reading',
    summary: 'Show a collection, by its name or by one that it had before',
    params: NamedParameters,
    answer: { status: 200, description: 'The collection', body: CollectionSchema },
    refusals: ['collection-not-found'],
    example: { request: { collection: 'heron-marsh' }, answer: EXAMPLE_COLLECTION },
  },
  editCollection: {
    ...ofArchive,
    method: 'PATCH',
    path: '/collections/{collection}',
    access: 'depositor',
    isForCurators: true,
    summary: 'Change what is said of a collection',
    description:
      'For curators of the collection and stewards. What is not named stays as it is; what is named is replaced as a whole. A name that it had before leads to it for ever.',
    params: NamedParameters,
    body: CollectionChangeSchema,
    isRepeatable: true,
    answer: { status: 200, description: 'The collection as it is now', body: CollectionSchema },
    refusals: [...CHANGED, 'collection-not-found', 'collection-exists', 'collection-changed', 'nothing-to-change'],
    example: { request: { collection: 'heron-marsh', kind: 'series' }, answer: EXAMPLE_COLLECTION },
  },
  deleteCollection: {
    ...ofArchive,
    method: 'DELETE',
    path: '/collections/{collection}',
    access: 'steward',
    summary: 'Delete a collection; its items stay',
    params: NamedParameters,
    isRepeatable: true,
    answer: { status: 204, description: 'It was deleted' },
    refusals: ['collection-not-found'],
    example: { request: { collection: 'heron-marsh' } },
  },
  listCollectionItems: {
    ...ofArchive,
    method: 'GET',
    path: '/collections/{collection}/items',
    access: 'reading',
    summary: 'List the items of a collection in their order',
    description: 'To search in a collection, or to sort it otherwise, list items with the parameter "collection".',
    params: NamedParameters,
    query: pageQuery({}),
    answer: { status: 200, description: 'One page', body: ItemPageSchema },
    refusals: ['collection-not-found', 'cursor-invalid'],
    example: { request: { collection: 'heron-marsh' }, answer: { items: [EXAMPLE_SUMMARY] } },
  },
  changeCollectionItems: {
    ...ofArchive,
    method: 'POST',
    path: '/collections/{collection}/items',
    access: 'depositor',
    isForCurators: true,
    summary: 'Put items into a collection, or take them out',
    description:
      'For those who may change the items; curators of the collection take out the items of others as well. New items come last. All are changed, or none.',
    params: NamedParameters,
    body: Type.Object(
      { add: Type.Optional(Labels('Items to put into it')), remove: Type.Optional(Labels('Items to take out of it')) },
      closed,
    ),
    isRepeatable: true,
    answer: { status: 200, description: 'The collection as it is now', body: CollectionSchema },
    refusals: ['collection-not-found', 'label-invalid', 'item-not-found', 'item-refused', 'collection-full'],
    example: { request: { collection: 'heron-marsh', add: [EXAMPLE_LABEL] }, answer: EXAMPLE_COLLECTION },
  },
  orderCollectionItems: {
    ...ofArchive,
    method: 'POST',
    path: '/collections/{collection}/order',
    access: 'depositor',
    isForCurators: true,
    summary: 'Put items of a collection in order',
    description:
      'For curators of the collection and stewards. The named items come, in this order, right before another one, or last.',
    params: NamedParameters,
    body: Type.Object(
      { items: Labels('Items of the collection, in their new order'), before: Type.Optional(Label) },
      closed,
    ),
    isRepeatable: true,
    answer: { status: 200, description: 'The collection as it is now', body: CollectionSchema },
    refusals: ['collection-not-found', 'label-invalid', 'item-not-found', 'item-refused'],
    example: { request: { collection: 'heron-marsh', items: [EXAMPLE_LABEL] }, answer: EXAMPLE_COLLECTION },
  },
} as const satisfies Readonly<Record<string, Operation>>;
