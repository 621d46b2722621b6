import { Type } from 'typebox';
import {
  DraftChangeSchema,
  DraftFilesSchema,
  DraftPageSchema,
  DraftSchema,
  NewDraftSchema,
  NewLinkSchema,
  PublishSchema,
  ReturnSchema,
  ReviewLinkSchema,
  ShareSchema,
} from '../../views/desk/draft.ts';
import { ItemSchema } from '../../views/item.ts';
import { text, wordOf } from '../../views/parts.ts';
import { EXAMPLE_FILE, EXAMPLE_ITEM, EXAMPLE_LABEL, EXAMPLE_REPOSITORY, EXAMPLE_TIME } from '../examples.ts';
import { ITEM_OPERATIONS } from '../items.ts';
import { type Operation, pageQuery } from '../operation.ts';
import { KEPT_FILES_REFUSALS } from './kept-files.ts';

const ID = '4f0c2d9b8a7e6f51';
const EXAMPLE_SUMMARY = {
  id: ID,
  state: 'open',
  title: 'Land cover',
  collections: ['maps'],
  owner: { id: 'c0ffee0123456789', name: 'Ana Lima' },
  label: {
    repository: EXAMPLE_REPOSITORY,
    ibip: EXAMPLE_LABEL,
    persistentUrl: `https://example.org/${EXAMPLE_LABEL}`,
    reserved: EXAMPLE_TIME,
  },
  created: EXAMPLE_TIME,
  updated: EXAMPLE_TIME,
  revision: 3,
};
const EXAMPLE_DRAFT = {
  ...EXAMPLE_SUMMARY,
  content: { metadata: { title: 'Land cover' }, collections: ['maps'] },
  files: [{ id: '0a1b2c3d4e5f6071', ...EXAMPLE_FILE }],
  people: [],
  notes: [],
  links: [],
  reviewedBy: [],
  may: { edit: true, publish: true, send: false, return: false, share: true, discard: true },
};

const IdParameters = Type.Object({ id: text('Of the draft') });
const FileParameters = Type.Object({ id: text('Of the draft'), file: text('Of the file, in the draft') });

const ofDrafts = { nodeRole: 'archive', tag: 'Drafts' } as const;
/** What changes a draft is for those who may deposit; the service compares whose draft it is. */
const changing = { ...ofDrafts, access: 'depositor', isLimitable: true, isForCurators: true } as const;
/** For everybody who signs in: reviewers may only read otherwise. */
const judging = { ...ofDrafts, access: 'reader' } as const;
const shown = { status: 200, description: 'The draft as it is now', body: DraftSchema } as const;
const OF_DRAFT = ['draft-not-found', 'draft-settled', 'draft-refused', 'draft-changed'] as const;

/** Drafts, which are kept by the node until they are published or discarded. */
export const DRAFT_OPERATIONS = {
  createDraft: {
    ...changing,
    method: 'POST',
    path: '/drafts',
    summary: 'Begin a draft of a new item',
    description: 'Nothing of it is public, and nothing is checked before it is published.',
    body: NewDraftSchema,
    isBodyOptional: true,
    isRepeatable: true,
    answer: { status: 201, description: 'The draft', body: DraftSchema, headers: { Location: 'Where it is shown' } },
    refusals: ['draft-refused', 'too-many-drafts'],
    example: { request: { content: { metadata: { title: 'Land cover' } } }, answer: EXAMPLE_DRAFT },
  },
  listDrafts: {
    ...judging,
    method: 'GET',
    path: '/drafts',
    summary: 'List drafts: your own, those shared with you, and those that wait for your review',
    query: pageQuery({
      state: Type.Optional(wordOf(['open', 'review'], 'Only those in this state')),
    }),
    answer: { status: 200, description: 'One page, the newest first', body: DraftPageSchema },
    refusals: ['cursor-invalid'],
    example: { answer: { drafts: [EXAMPLE_SUMMARY] } },
  },
  showDraft: {
    ...judging,
    method: 'GET',
    path: '/drafts/{id}',
    summary: 'Show a draft',
    params: IdParameters,
    answer: { status: 200, description: 'The draft', body: DraftSchema },
    refusals: ['draft-not-found'],
    example: { request: { id: ID }, answer: EXAMPLE_DRAFT },
  },
  saveDraft: {
    ...changing,
    method: 'PATCH',
    path: '/drafts/{id}',
    summary: 'Keep what was written in a draft',
    params: IdParameters,
    body: DraftChangeSchema,
    answer: shown,
    refusals: OF_DRAFT,
    example: { request: { id: ID, content: { metadata: { title: 'Land cover' } } }, answer: EXAMPLE_DRAFT },
  },
  discardDraft: {
    ...changing,
    method: 'DELETE',
    path: '/drafts/{id}',
    summary: 'Discard a draft with its files',
    description: 'A label that was reserved for it stays reserved for ever, and leads to a page that says so.',
    params: IdParameters,
    answer: { status: 204, description: 'It is gone' },
    refusals: OF_DRAFT,
    example: { request: { id: ID } },
  },
  addDraftFiles: {
    ...changing,
    method: 'POST',
    path: '/drafts/{id}/files',
    summary: 'Put files into a draft',
    description:
      'As multipart/form-data: first a part "item" (application/json), then files, each with its path in the item as filename. As application/json: finished uploads. A file replaces the one of the same path.',
    params: IdParameters,
    body: DraftFilesSchema,
    formPart: 'item',
    answer: shown,
    refusals: [
      ...OF_DRAFT,
      ...KEPT_FILES_REFUSALS,
      'upload-not-found',
      'upload-incomplete',
      'file-too-large',
      'too-many-files',
      'file-name-invalid',
      'file-name-taken',
      'no-files',
    ],
    example: { request: { id: ID, uploads: [{ id: '4f0c2d' }] }, answer: EXAMPLE_DRAFT },
  },
  readDraftFile: {
    ...judging,
    method: 'GET',
    path: '/drafts/{id}/files/{file}',
    summary: 'Fetch a file of a draft',
    params: FileParameters,
    answer: {
      status: 200,
      description: 'Its content, to be kept and not shown',
      headers: { 'Content-Disposition': 'Its name' },
    },
    refusals: ['draft-not-found', 'file-missing'],
    example: { request: { id: ID, file: '0a1b2c3d4e5f6071' } },
  },
  removeDraftFile: {
    ...changing,
    method: 'DELETE',
    path: '/drafts/{id}/files/{file}',
    summary: 'Take a file out of a draft',
    params: FileParameters,
    answer: shown,
    refusals: [...OF_DRAFT, 'file-missing'],
    example: { request: { id: ID, file: '0a1b2c3d4e5f6071' }, answer: EXAMPLE_DRAFT },
  },
  reserveLabel: {
    ...changing,
    method: 'POST',
    path: '/drafts/{id}/label',
    summary: 'Reserve the label of the item before it is published',
    description:
      'It can be printed at once, and leads to a page that says that the item is not yet published. It is never freed. A draft has one: another request gets the same.',
    params: IdParameters,
    answer: shown,
    refusals: [...OF_DRAFT, 'clock-behind', 'clock-unset'],
    example: { request: { id: ID }, answer: EXAMPLE_DRAFT },
  },
  publishDraft: {
    ...judging,
    method: 'POST',
    path: '/drafts/{id}/publish',
    summary: 'Publish a draft as an item, for ever',
    description:
      'By its owner, or, where a collection asks for a review, by one of its reviewers. The item has the label that was reserved, and belongs to the owner of the draft.',
    params: IdParameters,
    body: PublishSchema,
    isBodyOptional: true,
    answer: { status: 201, description: 'The new item', body: ItemSchema, headers: { Location: 'Where it is shown' } },
    refusals: [...OF_DRAFT, ...ITEM_OPERATIONS.depositItem.refusals],
    example: { request: { id: ID, revision: 3 }, answer: EXAMPLE_ITEM },
  },
  sendDraft: {
    ...changing,
    method: 'POST',
    path: '/drafts/{id}/review',
    summary: 'Send a draft to the reviewers of its collections',
    description: 'Nobody changes it until they publish or return it, or its owner takes it back.',
    params: IdParameters,
    body: PublishSchema,
    isBodyOptional: true,
    answer: shown,
    refusals: [
      ...OF_DRAFT,
      'no-files',
      'metadata-invalid',
      'collection-not-found',
      'label-invalid',
      'language-invalid',
      'network-invalid',
      'embargo-invalid',
      'target-missing',
      'translation-exists',
    ],
    example: { request: { id: ID }, answer: { ...EXAMPLE_DRAFT, state: 'review' } },
  },
  returnDraft: {
    ...judging,
    method: 'POST',
    path: '/drafts/{id}/return',
    summary: 'Return a draft to its owner, with a comment, or take it back',
    params: IdParameters,
    body: ReturnSchema,
    isBodyOptional: true,
    answer: shown,
    refusals: [...OF_DRAFT, 'reason-missing'],
    example: { request: { id: ID, comment: 'Please add the gauge of 2019.' }, answer: EXAMPLE_DRAFT },
  },
  shareDraft: {
    ...changing,
    method: 'POST',
    path: '/drafts/{id}/people',
    summary: 'Share a draft with another person of this node',
    description: 'They read it and, if they may deposit, change and publish it as its owner does.',
    params: IdParameters,
    body: ShareSchema,
    answer: shown,
    refusals: [...OF_DRAFT, 'person-not-found'],
    example: { request: { id: ID, email: 'rui@example.org' }, answer: EXAMPLE_DRAFT },
  },
  unshareDraft: {
    ...changing,
    method: 'DELETE',
    path: '/drafts/{id}/people/{person}',
    summary: 'Share a draft no longer with a person',
    params: Type.Object({ id: text('Of the draft'), person: text('Number of the person') }),
    answer: shown,
    refusals: OF_DRAFT,
    example: { request: { id: ID, person: 'c0ffee0123456789' }, answer: EXAMPLE_DRAFT },
  },
  createReviewLink: {
    ...judging,
    method: 'POST',
    path: '/drafts/{id}/links',
    summary: 'Make a link by which anybody who has it reads the draft',
    description: 'It shows the page of the item as it will be, and its files, until it expires.',
    params: IdParameters,
    body: ReviewLinkSchema,
    isBodyOptional: true,
    answer: { status: 201, description: 'The link, which is not shown again', body: NewLinkSchema },
    refusals: [...OF_DRAFT, 'too-many-links'],
    example: {
      request: { id: ID, days: 14 },
      answer: {
        id: '1122334455667788',
        created: EXAMPLE_TIME,
        expires: EXAMPLE_TIME,
        url: 'https://example.org/review/...',
      },
    },
  },
  endReviewLink: {
    ...changing,
    method: 'DELETE',
    path: '/drafts/{id}/links/{link}',
    summary: 'Let a link for reviewers end now',
    params: Type.Object({ id: text('Of the draft'), link: text('Of the link') }),
    answer: shown,
    refusals: OF_DRAFT,
    example: { request: { id: ID, link: '1122334455667788' }, answer: EXAMPLE_DRAFT },
  },
} as const satisfies Readonly<Record<string, Operation>>;
