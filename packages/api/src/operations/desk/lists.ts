import { Type } from 'typebox';
import { MetadataValueSchema } from '../../views/item.ts';
import { closed, text, wordOf } from '../../views/parts.ts';
import { ITEM_ORDERS, LIST_FILTER } from '../items.ts';
import type { Operation } from '../operation.ts';
import { CSV } from '../usage/statistics.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const SavedFilterSchema = Type.Object(
  {
    name: text('What it is called', { law: { minLength: 1, maxLength: 100 } }),
    query: text('The query of the list, such as type=thesis&sort=changed', { law: { maxLength: 2_000 } }),
  },
  closed,
);

export const LIST_OPERATIONS = {
  exportItems: {
    nodeRole: 'archive',
    tag: 'Items',
    method: 'GET',
    path: '/item-table',
    access: 'reader',
    summary: 'Write a list of items as a table',
    description: 'All items of the list, one a row: for spreadsheets (XLSX) and programs (CSV, in UTF-8).',
    query: Type.Object(
      {
        ...LIST_FILTER,
        sort: Type.Optional(wordOf(ITEM_ORDERS, 'The order (default: relevance for words, newest otherwise)')),
        format: Type.Optional(wordOf(['csv', 'xlsx'], 'Which kind of table (default: csv)')),
        lang: Type.Optional(wordOf(['en', 'pt'], 'The language of the titles of columns (default: en)')),
      },
      closed,
    ),
    answer: {
      status: 200,
      description: 'The table',
      forms: { [CSV]: 'Values with commas between them', [XLSX]: 'A workbook' },
    },
    refusals: ['search-too-wide', 'search-too-slow'],
    example: { request: { type: 'thesis', format: 'csv' } },
  },
  suggestValues: {
    nodeRole: 'archive',
    tag: 'Items',
    method: 'GET',
    path: '/suggestions',
    access: 'depositor',
    isForCurators: true,
    summary: 'Suggest subjects or people that items here have',
    description:
      'Among the newest 100 items that have such a value, with what is said of it, such as an ORCID iD or the address of a subject.',
    query: Type.Object(
      {
        field: wordOf(['creator', 'subject'], 'What is written'),
        text: text('What somebody has begun to write; the last word need not be whole', { law: { maxLength: 200 } }),
      },
      closed,
    ),
    answer: {
      status: 200,
      description: 'At most 10 values, those first that are used most',
      body: Type.Object({ values: Type.Array(MetadataValueSchema) }, closed),
    },
    refusals: ['search-too-wide', 'search-too-slow'],
    example: { request: { field: 'subject', text: 'wet' }, answer: { values: [{ value: 'wetlands' }] } },
  },
  listFilters: {
    nodeRole: 'archive',
    tag: 'Account',
    method: 'GET',
    path: '/filters',
    access: 'reader',
    summary: 'List the filters that one has saved for lists of items',
    answer: {
      status: 200,
      description: 'By name',
      body: Type.Object({ filters: Type.Array(SavedFilterSchema) }, closed),
    },
    example: { answer: { filters: [{ name: 'Theses without licence', query: 'type=thesis&sort=changed' }] } },
  },
  saveFilter: {
    nodeRole: 'archive',
    tag: 'Account',
    method: 'POST',
    path: '/filters',
    access: 'reader',
    summary: 'Save a filter of lists of items, in place of one of the same name',
    body: SavedFilterSchema,
    answer: { status: 200, description: 'The filter', body: SavedFilterSchema },
    refusals: ['too-many-filters'],
    example: {
      request: { name: 'Theses', query: 'type=thesis' },
      answer: { name: 'Theses', query: 'type=thesis' },
    },
  },
  removeFilter: {
    nodeRole: 'archive',
    tag: 'Account',
    method: 'DELETE',
    path: '/filters/{name}',
    access: 'reader',
    summary: 'Remove a saved filter',
    params: Type.Object({ name: text('What it is called') }),
    answer: { status: 204, description: 'There is no such filter any more' },
    example: { request: { name: 'Theses' } },
  },
} as const satisfies Readonly<Record<string, Operation>>;
